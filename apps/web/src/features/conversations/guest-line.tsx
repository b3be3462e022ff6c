import { useCallback, useEffect, useState } from 'react';
import { piecesInWords } from '../../lib/drafts/pieces-in-words.ts';
import type { SavablePiece } from '../../lib/drafts/savable.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { TextButton, useOpening, VisuallyHidden } from '../../ui/index.ts';
import styles from './conversations-page.module.css';
import { addGuestConversations, guestWork, onGuestChanged } from './guest-conversations.ts';

const eraseDialog = lazy(() => import('./erase-guest-dialog.tsx').then((file) => file.EraseGuestDialog));

/** For members: what this browser keeps from before they signed in, until it is added or deleted. */
export function GuestLine() {
  /** Null: it cannot be read. */
  const [pieces, setPieces] = useState<readonly SavablePiece[] | null>([]);
  const [isBusy, setBusy] = useState(false);
  const { Part: EraseDialog, isOpen, setOpen, approaching } = useOpening(eraseDialog, 'Delete for good');

  const read = useCallback(async () => {
    // Without the code that stores conversations there is no list either.
    const found = await guestWork.pieces().catch(() => []);
    setPieces(found);
  }, []);

  useEffect(() => {
    void read();
    const stop = onGuestChanged(() => void read());
    // Another tab may have added or deleted them.
    addEventListener('focus', read);
    return () => {
      stop();
      removeEventListener('focus', read);
    };
  }, [read]);

  async function add() {
    setBusy(true);
    // In a browser that stores nothing more, a copy stays until the account has them.
    if (await addGuestConversations(pieces ?? [])) setPieces([]);
    else await read();
    setBusy(false);
  }

  if (pieces?.length === 0) return null;
  const what =
    pieces === null
      ? 'Conversations from before you signed in, which cannot be read at the moment'
      : `${piecesInWords(pieces)} from before you signed in`;
  return (
    <p className={styles.guest}>
      <span>{what}</span>
      <span className={styles.ways}>
        <TextButton aria-disabled={isBusy || undefined} onClick={() => isBusy || void add()}>
          {pieces === null ? 'Try again' : 'Add'}
          <VisuallyHidden>
            {pieces === null ? ' to add them' : pieces.length === 1 ? ' it' : ' them'} to your account
          </VisuallyHidden>
        </TextButton>
        <TextButton {...approaching} onClick={() => setOpen(true)}>
          Delete…
          <VisuallyHidden> what is from before you signed in</VisuallyHidden>
        </TextButton>
      </span>
      {EraseDialog && (
        <EraseDialog
          pieces={pieces}
          open={isOpen}
          onOpenChange={(open) => {
            setOpen(open);
            if (!open) void read();
          }}
        />
      )}
    </p>
  );
}
