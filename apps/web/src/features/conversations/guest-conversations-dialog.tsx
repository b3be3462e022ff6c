import { useEffect, useRef, useState } from 'react';
import { piecesInWords } from '../../lib/drafts/pieces-in-words.ts';
import type { SavablePiece } from '../../lib/drafts/savable.ts';
import { counted } from '../../lib/text/counts.ts';
import { Dialog, DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import { Button } from '../../ui/index.ts';
import { freshSignIn } from '../account/index.ts';
import { addGuestConversations, deletedNoun, guestWork } from './guest-conversations.ts';

/** How many titles are shown. */
const most = 6;

interface GuestConversationsDialogProps {
  /** Called after the answer, or when there is nothing to ask. */
  onDone(): void;
}

/**
 * Asks after signing in or up whether to add the guest’s conversations to the account. Nothing is sent before; closing it
 * leaves the question for later.
 */
export function GuestConversationsDialog({ onDone }: GuestConversationsDialogProps) {
  const [pieces, setPieces] = useState<readonly SavablePiece[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [isNew] = useState(() => freshSignIn.read() === 'signed-up');
  const usual = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    let isUnmounted = false;
    async function load() {
      const found = await guestWork.pieces();
      if (isUnmounted) return;
      // What cannot be read, or was deleted, is named in the list of conversations.
      if (found === null || found.every(({ noun }) => noun === deletedNoun)) done();
      else setPieces(found);
    }
    function done() {
      freshSignIn.clear();
      onDone();
    }
    load().catch(done);
    return () => {
      isUnmounted = true;
    };
  }, [onDone]);

  function leave() {
    freshSignIn.clear();
    onDone();
  }

  async function adopt() {
    setBusy(true);
    await addGuestConversations(pieces);
    leave();
  }

  if (pieces.length === 0) return null;
  const hasConversations = pieces.some(({ noun }) => noun === 'conversation');
  const leaveButton = (
    <Button ref={isNew ? undefined : usual} disabled={isBusy} onClick={leave}>
      Keep in this browser
    </Button>
  );
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || isBusy || leave()} initialFocus={usual}>
      <DialogTitle>
        {hasConversations
          ? 'Add your conversations to your account?'
          : 'Add what you have made to your account?'}
      </DialogTitle>
      <p>
        This browser keeps {piecesInWords(pieces)} from before you signed in. What you add to your account is
        on all of your devices. What you keep here can be read by anyone who uses this browser without an
        account; you can still add it later, under Conversations.
      </p>
      <ul>
        {pieces.slice(0, most).map(({ title }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
          <li key={at} dir="auto">
            {title}
          </li>
        ))}
        {pieces.length > most && <li>and {counted(pieces.length - most)} more</li>}
      </ul>
      <DialogActions>
        {leaveButton}
        <Button ref={isNew ? usual : undefined} tone="accent" busy={isBusy} onClick={() => void adopt()}>
          Add to account
        </Button>
      </DialogActions>
    </Dialog>
  );
}
