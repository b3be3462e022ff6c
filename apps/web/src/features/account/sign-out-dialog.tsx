import { useRef, useState } from 'react';
import { piecesInWords } from '../../lib/drafts/pieces-in-words.ts';
import { type SavablePiece, savableWork } from '../../lib/drafts/savable.ts';
import { flushWork } from '../../lib/drafts/unsaved-work.ts';
import { useSavable } from '../../lib/drafts/use-savable.ts';
import { counted } from '../../lib/text/counts.ts';
import { Dialog, DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import { Button } from '../../ui/index.ts';
import { Losses } from './losses.tsx';
import { signOut } from './sign-out.ts';
import styles from './sign-out-dialog.module.css';

export interface SignOutProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function SignOutDialog({ open, onOpenChange }: SignOutProps) {
  const [isLeaving, setLeaving] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [outcome, setOutcome] = useState<'saved' | 'failed' | null>(null);
  const { pieces, read } = useSavable(open);
  const stay = useRef<HTMLButtonElement>(null);

  function leave() {
    setLeaving(true);
    void signOut();
  }

  async function save() {
    setSaving(true);
    try {
      await (await savableWork()).save();
      // What follows says what is still not in the account.
      await flushWork(sending);
      setOutcome('saved');
    } catch {
      setOutcome('failed');
    }
    await read();
    setSaving(false);
    stay.current?.focus();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isLeaving || isSaving || onOpenChange(isOpen)}
      initialFocus={stay}
    >
      <DialogTitle>Sign out?</DialogTitle>
      <p>
        This also removes everything Polylogue keeps in this browser: your provider keys, settings and drafts.
        Your account and the conversations in it stay; what is new is sent there first, if it can be.
      </p>
      <Savable pieces={pieces} outcome={outcome} isSaving={isSaving} onSave={() => void save()} />
      <Losses />
      <DialogActions>
        <Button ref={stay} disabled={isLeaving || isSaving} onClick={() => onOpenChange(false)}>
          Stay signed in
        </Button>
        <Button
          tone="danger"
          busy={isLeaving}
          // Not before it is known what would be lost.
          disabled={isSaving || pieces === undefined}
          onClick={leave}
        >
          Sign out and clear
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** How long sending to the account may take, in ms. */
const sending = 3_000;

interface SavableProps {
  pieces: readonly SavablePiece[] | null | undefined;
  outcome: 'saved' | 'failed' | null;
  isSaving: boolean;
  onSave(): void;
}

/** What the account could have, and does not. */
function Savable({ pieces, outcome, isSaving, onSave }: SavableProps) {
  const count = pieces?.length ?? 0;
  if (outcome === 'saved' && count === 0) {
    return <p role="status">Everything from before you signed in is now in your account.</p>;
  }
  if (pieces === undefined || (pieces !== null && count === 0)) return null;
  return (
    <div className={styles.losses}>
      <p>
        {pieces === null
          ? 'This browser may have conversations from before you signed in, which cannot be read at the moment. Signing out deletes them.'
          : `Signing out deletes ${piecesInWords(pieces)} from before you signed in, which only this browser has:`}
      </p>
      {pieces && (
        <ul>
          {pieces.slice(0, mostTitles).map(({ title }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
            <li key={at} dir="auto">
              {title}
            </li>
          ))}
          {count > mostTitles && <li>and {counted(count - mostTitles)} more</li>}
        </ul>
      )}
      {outcome === 'failed' && !isSaving && (
        <p role="alert">They could not be added to your account. They are still in this browser.</p>
      )}
      <Button small busy={isSaving} onClick={onSave}>
        Add to my account
      </Button>
    </div>
  );
}

/** How many titles are shown. */
const mostTitles = 6;
