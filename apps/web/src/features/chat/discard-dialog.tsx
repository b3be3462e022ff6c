import { counted } from '../../lib/text/counts.ts';
import { ConfirmDialog } from '../../ui/dialog/index.ts';

interface DiscardDialogProps {
  count: number;
  open: boolean;
  onOpenChange(open: boolean): void;
  act(): Promise<void>;
}

export function DiscardDialog({ count, open, onOpenChange, act }: DiscardDialogProps) {
  const isOne = count === 1;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        isOne
          ? 'Discard a message that cannot be read?'
          : `Discard ${counted(count)} messages that cannot be read?`
      }
      label="Discard"
      busyLabel="Discarding"
      failed="Nothing was discarded"
      why={() => 'This browser did not delete it. Reload the page, then try again.'}
      act={act}
    >
      <p>
        {isOne ? 'It is' : 'They are'} stored in this browser in a way that this version of Polylogue does not
        understand. The rest of the conversation stays.
      </p>
    </ConfirmDialog>
  );
}
