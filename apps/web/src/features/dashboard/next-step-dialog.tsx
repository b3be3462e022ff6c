import type { ReactNode } from 'react';
import { Dialog, DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import styles from './next-step.module.css';

interface NextStepDialogProps {
  title: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  actions: ReactNode;
  children: ReactNode;
}

export function NextStepDialog({ title, open, onOpenChange, actions, children }: NextStepDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>{title}</DialogTitle>
      <div className={styles.text}>{children}</div>
      <DialogActions>{actions}</DialogActions>
    </Dialog>
  );
}
