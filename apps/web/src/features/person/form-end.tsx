import { DialogActions } from '../../ui/dialog/index.ts';
import { Button, Notice } from '../../ui/index.ts';
import { reasonOf } from './failure/model-error.ts';

interface FormEndProps {
  /** Why sending it failed; undefined: it did not. */
  error: unknown;
  /** What failed, if the error does not say so itself. */
  failed?: string;
  /** What its button says. */
  send: string;
  sending?: string;
  isBusy: boolean;
  /** Whether it is filled in. */
  isReady?: boolean;
  /** Whether it cannot be undone. */
  isDangerous?: boolean | undefined;
  close(): void;
}

/** How a form in a dialog ends: why it failed, and its two buttons. */
export function FormEnd({
  error,
  failed,
  send,
  sending = send,
  isBusy,
  isReady = true,
  isDangerous,
  close,
}: FormEndProps) {
  return (
    <>
      {error !== undefined && (
        <Notice tone="bad" title={failed ?? (error instanceof Error ? error.message : '')}>
          {reasonOf(error)}
        </Notice>
      )}
      <DialogActions>
        <Button disabled={isBusy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" tone={isDangerous ? 'danger' : 'accent'} busy={isBusy} disabled={!isReady}>
          {isBusy ? sending : send}
        </Button>
      </DialogActions>
    </>
  );
}
