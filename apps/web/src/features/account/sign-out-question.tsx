import { useEffect } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { sayUnopened } from '../../ui/index.ts';
import type { SignOutProps } from './sign-out-dialog.tsx';

const dialog = lazy(() => import('./sign-out-dialog.tsx').then((file) => file.SignOutDialog));

/**
 * Lists what signing out deletes, asks for confirmation, and signs out. Its code is loaded as soon as the browser is idle, because
 * signing out must also work without a connection.
 */
export function SignOut({ open, onOpenChange }: SignOutProps) {
  const Dialog = useLazy(dialog, open);

  useEffect(() => whenIdle(() => void dialog.fetch().catch(() => undefined)), []);

  useEffect(() => {
    if (!open) return;
    dialog.fetch().catch(() => {
      onOpenChange(false);
      sayUnopened('The sign-out dialog');
    });
  }, [open, onOpenChange]);

  return Dialog && <Dialog open={open} onOpenChange={onOpenChange} />;
}
