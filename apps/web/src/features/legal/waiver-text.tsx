import type { waiverVersion } from '@polylogue/contract/waiver-version';
import styles from './waiver-text.module.css';

/**
 * The version of the text: change the contract's version together with it. Its fifth point, on paying, is accepted where
 * the first key is saved (features/keys).
 */
export const version = '2025-02-02' satisfies typeof waiverVersion;

const points: [title: string, text: string][] = [
  [
    'An AI can be wrong.',
    'It can sound certain and still be wrong, incomplete or offensive. Check what matters. Nothing it says is medical, legal or financial advice.',
  ],
  [
    'Your key is yours to guard.',
    'It stays in this browser. Whoever can use this browser can use the key: sign out on a computer that is not yours.',
  ],
  [
    'You answer for what you send.',
    'Write and upload only what you may, and think twice about secrets, your own and those of others.',
  ],
  [
    'There is no warranty.',
    'Whoever runs this server offers it as it is. As far as the law allows, neither they nor the authors of the software are liable for what comes of using it.',
  ],
];

/** The four points that everyone accepts. */
export function WaiverText() {
  return (
    <ul className={styles.points}>
      {points.map(([title, text]) => (
        <li key={title}>
          <strong>{title}</strong> {text}
        </li>
      ))}
    </ul>
  );
}
