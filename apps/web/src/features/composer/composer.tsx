import { type ClipboardEvent, type MouseEvent, type ReactNode, type Ref, useRef } from 'react';
import { pastedFiles, pastedText } from '../../lib/files/pasted-files.ts';
import { useLive } from '../../lib/state/use-live.ts';
import {
  CameraIcon,
  classes,
  DocumentIcon,
  IconButton,
  MediaIcon,
  QueueIcon,
  SendIcon,
  StopIcon,
  textBoxStyles,
  VisuallyHidden,
} from '../../ui/index.ts';
import { type FileChip, FileChips } from '../messages/index.ts';
import type { Thread } from '../thread/index.ts';
import styles from './composer.module.css';
import type { Draft } from './draft.ts';
import { UploadButton } from './upload-button.tsx';
import { type ComposerHandle, useTextBox } from './use-text-box.ts';

export type UploadKind = 'document' | 'media';

/** Handlers for files. */
interface Attach {
  /** Files were chosen with one of the upload buttons. */
  upload(files: readonly File[], kind: UploadKind): void;
  /** Files were pasted, or a photo was taken. */
  add(files: readonly File[]): void;
  /** A long text was pasted. Returns whether it was taken; otherwise the box takes it. */
  addText(text: string): boolean;
  /** A pasted text is to be put into the box instead: removes it, and returns it. */
  takeText(fileId: string): string | null;
  remove(fileId: string): void;
  retry(fileId: string): void;
}

export interface ComposerProps {
  thread: Thread;
  /** Read once, when the box appears. */
  draft: Draft;
  files: readonly FileChip[];
  /** Which upload button is highlighted. */
  highlighted: UploadKind | null;
  /** Returns whether the text was sent; if not, it stays in the box. */
  onSend(text: string): boolean;
  attach: Attach;
  /** More buttons, between the upload buttons and Send. */
  tools?: ReactNode;
  ref?: Ref<ComposerHandle>;
}

/** The text box and its buttons. The text lives in the box itself: typing renders nothing. */
export function Composer(props: ComposerProps) {
  const { thread, draft, files, highlighted, onSend, attach } = props;
  const pending = useLive(thread, (conversation) => conversation.pending.type);
  const isLoading = pending === 'loading';
  const box = useRef<HTMLTextAreaElement>(null);
  const text = useTextBox(box, { draft, onSend }, isLoading, props.ref);

  function pasted(event: ClipboardEvent) {
    const files = pastedFiles(event.clipboardData);
    const long = pastedText(event.clipboardData);
    if (files.length > 0) attach.add(files);
    else if (long === null || !attach.addText(long)) return;
    event.preventDefault();
  }

  function insert(fileId: string) {
    const pasted = attach.takeText(fileId);
    if (pasted !== null) text.current?.insert(pasted);
  }

  // Clicking a button must not take the focus out of the box.
  const keepFocus = (event: MouseEvent) => event.preventDefault();

  return (
    <form
      className={classes(textBoxStyles.frame, styles.composer)}
      aria-label="Write a message"
      onSubmit={(event) => event.preventDefault()}
    >
      <FileChips files={files} onRemove={attach.remove} onRetry={attach.retry} onInsert={insert} />
      <VisuallyHidden>
        <span role="status">{announcement(files)}</span>
      </VisuallyHidden>
      <textarea
        ref={box}
        className={classes(textBoxStyles.box, styles.box)}
        rows={1}
        aria-label="Message"
        placeholder="Write a message"
        enterKeyHint="send"
        // Otherwise the browser would restore the text after a reload; the draft does that.
        autoComplete="off"
        disabled={isLoading}
        onPaste={pasted}
      />
      <div className={styles.buttons}>
        <UploadButton
          label="Upload document"
          accept="application/pdf,text/*,.pdf,.txt,.doc,.docx"
          isHighlighted={highlighted === 'document'}
          disabled={pending !== 'idle'}
          onFiles={(files) => attach.upload(files, 'document')}
        >
          <DocumentIcon />
        </UploadButton>
        <UploadButton
          label="Upload media"
          accept="image/*,video/*"
          isHighlighted={highlighted === 'media'}
          disabled={pending !== 'idle'}
          onFiles={(files) => attach.upload(files, 'media')}
        >
          <MediaIcon />
        </UploadButton>
        <UploadButton
          label="Take photo"
          accept="image/*"
          // A touch screen usually means a camera; Android's picture picker no longer offers it.
          capture
          onFiles={attach.add}
        >
          <CameraIcon />
        </UploadButton>
        {props.tools}
        <span className={styles.end}>
          {pending === 'streaming' && (
            <IconButton
              label="Queue message"
              className={classes(styles.queue, files.length > 0 && styles.hasFiles)}
              onMouseDown={keepFocus}
              onClick={() => text.current?.send()}
            >
              <QueueIcon />
            </IconButton>
          )}
          {/* Not a submit button: if it changed back while pressed as Stop, the release would submit, too. */}
          <IconButton
            label={pending === 'idle' ? 'Send message' : 'Stop'}
            tone="accent"
            onMouseDown={keepFocus}
            // The second click of a double-click is not meant for what the first has turned the button into.
            onClick={({ detail }) =>
              detail < 2 && (pending === 'idle' ? text.current?.send() : thread.stop())
            }
          >
            {pending === 'idle' ? <SendIcon /> : <StopIcon />}
          </IconButton>
        </span>
      </div>
    </form>
  );
}

/** Announced once all files are ready; a failed file announces itself. */
function announcement(files: readonly FileChip[]): string {
  const ready = files.filter(({ state }) => state.type === 'ready').length;
  if (ready === 0 || ready < files.length) return '';
  return ready === 1
    ? '1 file will be sent with your message.'
    : `${ready} files will be sent with your message.`;
}
