import { ConfirmDialog } from '../../ui/dialog/index.ts';
import styles from './conversations-page.module.css';
import { guestWork } from './guest-conversations.ts';

interface EraseGuestDialogProps {
  /** Null: they cannot be read. */
  titles: readonly string[] | null;
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function EraseGuestDialog({ titles, open, onOpenChange }: EraseGuestDialogProps) {
  const isOne = titles?.length === 1;
  const count = titles?.length ?? 0;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        isOne
          ? 'Delete this conversation for good?'
          : `Delete ${count === 0 ? 'these' : count} conversations for good?`
      }
      label="Delete for good"
      busyLabel="Deleting"
      failed={isOne ? 'The conversation was not deleted' : 'The conversations were not deleted'}
      why={() => 'This browser did not delete it. Reload the page, then try again.'}
      act={guestWork.erase}
    >
      {titles === null ? (
        <p>Their titles cannot be read at the moment.</p>
      ) : (
        <ul className={styles.titles}>
          {titles.map((title, at) => (
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
