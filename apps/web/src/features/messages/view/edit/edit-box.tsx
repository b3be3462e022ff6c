import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useLive } from '../../../../lib/state/use-live.ts';
import {
  Button,
  classes,
  fitText,
  isComposing,
  isSendKey,
  sendKey,
  textBoxStyles,
  typeInto,
  VisuallyHidden,
} from '../../../../ui/index.ts';
import { type FileChip, FileChips } from '../files/file-chips.tsx';
import type { Attachment, ListedUserMessage } from '../message.ts';
import styles from './edit-box.module.css';
import type { Edits } from './edits.ts';

interface EditBoxProps {
  message: ListedUserMessage;
  edits: Edits;
  /** Returns whether it was sent; if not, the box stays open. */
  onSend(id: string, text: string, attachments: readonly Attachment[]): boolean;
  /** It is on its way: it cannot be sent again, but typed on. */
  isSending?: boolean;
}

const none: readonly Attachment[] = [];

/** A question as a text box. The text lives in the box and in `edits`: typing renders nothing. */
export function EditBox({ message, edits, onSend, isSending = false }: EditBoxProps) {
  const { id } = message;
  const box = useRef<HTMLTextAreaElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const attachments = useLive(edits, (open) => open[id]?.attachments ?? none);
  const isNew = useLive(edits, (open) => open[id]?.isNew ?? false);
  const wasPutOff = useLive(edits, (open) => open[id]?.wasPutOff ?? false);
  const isOutdated = useLive(edits, (open) => (open[id]?.original ?? message.content) !== message.content);
  const canUndo = useLive(edits, (open) => (open[id]?.discarded.length ?? 0) > 0);

  useEffect(() => {
    const { current } = box;
    if (!current) return;
    fitText(current, tallest);
    // Only a press of Edit should move the focus here; a row that scrolls into view should not.
    if (!isNew) return;
    edits.dispatch({ type: 'edit-seen', id });
    cameFrom.current = document.activeElement;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [edits, id, isNew]);

  // Whoever began it with a key in the composer writes on there; a pressed button is back without this.
  useLayoutEffect(() => {
    const { current } = box;
    return () => {
      const isOver = !edits.read()[id]?.isOpen && document.activeElement === current;
      if (isOver && cameFrom.current instanceof HTMLTextAreaElement) cameFrom.current.focus();
    };
  }, [edits, id]);

  const putOff = () => edits.dispatch({ type: 'edit-put-off', message });

  function change(type: 'edit-begun-anew' | 'edit-brought-back') {
    // Before the insertion, which is reported as if it were typed.
    edits.dispatch({ type, message });
    if (!box.current) return;
    box.current.select();
    typeInto(box.current, edits.read()[id]?.text ?? '');
    fitText(box.current, tallest);
  }

  function removeFile(index: string) {
    const file = attachments[Number(index)];
    if (file) edits.dispatch({ type: 'file-left-out', id, file });
    box.current?.focus();
  }

  function send() {
    const edit = edits.read()[id];
    if (!edit || isSending) return;
    const { text, attachments } = edit;
    if (onSend(id, text, attachments)) edits.dispatch({ type: 'edit-ended', id, text });
    else box.current?.focus();
  }

  function pressed(event: KeyboardEvent) {
    const { key, nativeEvent } = event;
    if (isSendKey(nativeEvent)) {
      event.preventDefault();
      send();
    } else if (key === 'Escape' && !isComposing(nativeEvent)) {
      event.preventDefault();
      putOff();
    }
  }

  return (
    <form className={classes(textBoxStyles.frame, styles.edit)} aria-label="Edit message">
      <FileChips files={attachments.map(chip)} onRemove={removeFile} onRetry={() => {}} />
      <textarea
        ref={box}
        className={classes(textBoxStyles.box, styles.box)}
        rows={1}
        aria-label="Edit your message"
        aria-describedby={`${id}-keys`}
        enterKeyHint={sendKey.read() === 'enter' ? 'send' : 'enter'}
        autoComplete="off"
        defaultValue={edits.read()[id]?.text}
        onChange={({ currentTarget }) => {
          fitText(currentTarget, tallest);
          edits.dispatch({ type: 'text-changed', id, text: currentTarget.value });
        }}
        onKeyDown={pressed}
      />
      <span id={`${id}-keys`} hidden>
        {sendKey.read() === 'enter' ? 'Enter' : 'Enter with Ctrl or Command'} sends. Escape leaves the message
        as it was, and keeps what you typed for your next edit.
      </span>
      {isOutdated && !isSending && (
        <p className={styles.outdated} role="status">
          This message has been changed since you began this edit, which would replace the change.
        </p>
      )}
      <div className={styles.buttons}>
        <span className={styles.texts}>
          {(wasPutOff || isOutdated) && (
            <Button small tone="quiet" onClick={() => change('edit-begun-anew')}>
              Start over
            </Button>
          )}
          {canUndo && (
            <Button small tone="quiet" onClick={() => change('edit-brought-back')}>
              Undo<VisuallyHidden> starting over</VisuallyHidden>
            </Button>
          )}
        </span>
        <span className={styles.ends}>
          <Button small tone="quiet" onClick={putOff}>
            Cancel
          </Button>
          <Button small tone="accent" busy={isSending} onClick={send}>
            Send<VisuallyHidden> the edited message</VisuallyHidden>
          </Button>
        </span>
      </div>
    </form>
  );
}

const tallest = 320;

const chip = (file: Attachment, index: number): FileChip => ({
  ...file,
  id: String(index),
  state: { type: 'ready' },
});
