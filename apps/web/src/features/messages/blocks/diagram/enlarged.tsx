import { type ReactNode, useEffect, useRef } from 'react';
import { lazy } from '../../../../lib/lazy/lazy.ts';
import { useOpening } from '../../../../ui/index.ts';
import { watchEdges } from '../watch-edges.ts';
import styles from './diagram.module.css';

const dialog = lazy(() => import('./diagram-dialog.tsx').then((file) => file.DiagramDialog));

interface EnlargedProps {
  text: string;
  /** There is something to see. */
  isDrawn: boolean;
  children: ReactNode;
}

/** A diagram that opens larger when pressed. */
export function Enlarged({ text, isDrawn, children }: EnlargedProps) {
  const { Part: Dialog, isOpen, setOpen, approaching } = useOpening(dialog, 'The diagram');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isDrawn && place.current) return watchEdges(place.current, [...place.current.children]);
  }, [isDrawn]);
  return (
    <div ref={place} className={styles.drawn}>
      {children}
      {isDrawn && (
        <button
          type="button"
          className={styles.enlarge}
          aria-label="Enlarge diagram"
          aria-haspopup="dialog"
          {...approaching}
          onClick={() => setOpen(true)}
        />
      )}
      {Dialog && <Dialog text={text} open={isOpen} onOpenChange={setOpen} />}
    </div>
  );
}
