import encodeQR from 'qr';
import styles from './qr-code.module.css';
import { pathOf } from './qr-path.ts';

/** The quiet zone that readers need, in modules. */
const border = 3;

export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border });
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
    >
      <path fill="currentColor" d={pathOf(modules)} />
    </svg>
  );
}
