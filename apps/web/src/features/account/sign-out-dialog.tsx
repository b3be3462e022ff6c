import { useRef, useState } from 'react';
import { access } from '../../api/index.ts';
import { unsavedWords } from '../../lib/unsaved/unsaved.ts';
import { unsavedWork } from '../../lib/unsaved/unsent.ts';
import { othersDrafts, unsentDrafts } from '../../lib/unsaved/unsent-drafts.ts';
import { Dialog, DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import { Button } from '../../ui/index.ts';
import { signOut } from './sign-out.ts';
import styles from './sign-out-dialog.module.css';

export interface SignOutProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function SignOutDialog({ open, onOpenChange }: SignOutProps) {
  const [isLeaving, setLeaving] = useState(false);
  const stay = useRef<HTMLButtonElement>(null);

  function leave() {
    setLeaving(true);
    void signOut();
  }

  return (
    <Dialog open={open} onOpenChange={(isOpen) => isLeaving || onOpenChange(isOpen)} initialFocus={stay}>
      <DialogTitle>Sign out?</DialogTitle>
      <p>
        This also removes everything Polylogue keeps in this browser: your provider keys, settings and drafts.
        Your account and the conversations in it stay.
      </p>
      <Losses />
      <DialogActions>
        <Button ref={stay} disabled={isLeaving} onClick={() => onOpenChange(false)}>
          Stay signed in
        </Button>
        <Button tone="danger" busy={isLeaving} onClick={leave}>
          Sign out and clear
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** How many drafts are quoted. */
const most = 3;

/** What is stored nowhere else. */
function Losses() {
  const me = access.read()?.owner ?? null;
  const drafts = unsentDrafts(me);
  const others = othersDrafts(me);
  const losses = [...unsavedWork(), ...unsavedWords()];
  if (others > 0) losses.push(`unsent messages of another account (${others})`);
  if (drafts.length + losses.length === 0) return null;
  return (
    <div className={styles.losses}>
      <p>This will be lost:</p>
      <ul>
        {drafts.slice(0, most).map((draft, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same
          <li key={at}>
            your unsent message <q className={styles.draft}>{draft}</q>
          </li>
        ))}
        {drafts.length > most && <li>and {drafts.length - most} more unsent messages</li>}
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    </div>
  );
}
