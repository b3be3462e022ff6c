import type { ReactNode } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { Button, useOpening } from '../../ui/index.ts';

interface NextStepProps {
  /** The button's name and the dialog's title. */
  title: string;
  icon: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}

const dialog = lazy(() => import('./next-step-dialog.tsx').then((file) => file.NextStepDialog));

/** A button for what cannot be done yet: it says what has to come first, and leads there. */
export function NextStep({ title, icon, actions, children }: NextStepProps) {
  const { Part: Dialog, isOpen, setOpen, approaching } = useOpening(dialog, title);
  return (
    <>
      <Button {...approaching} onClick={() => setOpen(true)}>
        {icon}
        {title}
      </Button>
      {Dialog && (
        <Dialog title={title} open={isOpen} onOpenChange={setOpen} actions={actions}>
          {children}
        </Dialog>
      )}
    </>
  );
}
