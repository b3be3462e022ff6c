import { later } from '../../lib/later.ts';
import { useLater } from '../../lib/use-later.ts';
import type { SignOutProps } from './sign-out-dialog.tsx';

const dialog = later(() => import('./sign-out-dialog.tsx').then((file) => file.SignOutDialog));

/** Says what signing out takes along, asks, and does it. Its code comes when somebody is about to open it. */
export function SignOut({ open, onOpenChange }: SignOutProps) {
  const Dialog = useLater(dialog, open);
  return Dialog && <Dialog open={open} onOpenChange={onOpenChange} />;
}
