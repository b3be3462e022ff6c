import { piecesInWords } from '../../lib/drafts/pieces-in-words.ts';
import type { SavablePiece } from '../../lib/drafts/savable.ts';
import { ConfirmDialog } from '../../ui/dialog/index.ts';
import styles from './conversations-page.module.css';
import { guestWork } from './guest-conversations.ts';

interface EraseGuestDialogProps {
  /** Null: they cannot be read. */
  pieces: readonly SavablePiece[] | null;
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function EraseGuestDialog({ pieces, open, onOpenChange }: EraseGuestDialogProps) {
  const isOne = pieces?.length === 1;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        isOne
          ? `Delete this ${pieces[0]?.noun} for good?`
          : `Delete ${pieces?.length ? piecesInWords(pieces) : 'these conversations'} for good?`
      }
      label="Delete for good"
      busyLabel="Deleting"
      failed={isOne ? `The ${pieces[0]?.noun} was not deleted` : 'They were not deleted'}
      why={() => 'Reload the page, then try again.'}
      act={guestWork.erase}
    >
      {pieces === null ? (
        <p>Their titles cannot be read at the moment.</p>
      ) : (
        <ul className={styles.titles}>
          {pieces.map(({ title }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
            <li key={at} dir="auto">
              {title}
            </li>
          ))}
        </ul>
      )}
      <p>{isOne ? 'It is' : 'They are'} in this browser only, not in your account. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
