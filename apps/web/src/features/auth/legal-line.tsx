import { useState } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { TextButton, toast } from '../../ui/index.ts';
import styles from './auth.module.css';
import type { Legal } from './legal-dialog.tsx';

const dialog = lazy(() => import('./legal-dialog.tsx').then((module) => module.LegalDialog));

/** What the visitor agrees to; both texts can be read without leaving the form. */
export function LegalLine({ doing }: { doing: string }) {
  const [shown, show] = useState<Legal>();
  const [isOpen, setOpen] = useState(false);
  const LegalDialog = useLazy(dialog, shown !== undefined);

  function open(text: Legal) {
    show(text);
    setOpen(true);
    dialog.fetch().catch(() => {
      // No longer wanted: it must not open later on its own.
      show(undefined);
      toast({
        tone: 'destructive',
        title: 'The text could not be loaded',
        text: 'Check your connection and try again.',
      });
    });
  }
  const prepare = () => void dialog.fetch().catch(() => {});

  return (
    <p className={styles.legal}>
      By {doing}, you agree to the{' '}
      <TextButton aria-haspopup="dialog" onPointerEnter={prepare} onClick={() => open('terms')}>
        Terms and Conditions
      </TextButton>{' '}
      and confirm that you have read the{' '}
      <TextButton aria-haspopup="dialog" onPointerEnter={prepare} onClick={() => open('privacy')}>
        Privacy Policy
      </TextButton>
      .{LegalDialog && shown && <LegalDialog shown={shown} open={isOpen} onOpenChange={setOpen} />}
    </p>
  );
}
