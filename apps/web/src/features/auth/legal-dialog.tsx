import { useRef } from 'react';
import { Dialog, DialogTitle } from '../../ui/dialog/index.ts';
import { LegalSections, privacy, terms } from '../legal/index.ts';
import styles from './legal-dialog.module.css';

const texts = { terms, privacy };

/** Which of the two is shown. */
export type Legal = keyof typeof texts;

interface LegalDialogProps {
  shown: Legal;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The terms or the privacy policy over the form, which keeps what is typed. */
export function LegalDialog({ shown, open, onOpenChange }: LegalDialogProps) {
  const page = useRef<HTMLElement>(null);
  const text = texts[shown];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} initialFocus={page}>
      <DialogTitle>{text.title}</DialogTitle>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.page} ref={page} aria-label={text.title} tabIndex={0} key={shown}>
        <p className={styles.since}>{text.since}</p>
        <LegalSections text={text} level="h3" />
      </section>
    </Dialog>
  );
}
