import type { EncodingQuestion } from '../../../../lib/files/encoding-question.ts';
import { EncodingQuestions } from '../../../../ui/encoding/index.ts';
import {
  BlobImage,
  CloseIcon,
  classes,
  DocumentIcon,
  IconButton,
  MediaIcon,
  RetryIcon,
  Snake,
  TextButton,
} from '../../../../ui/index.ts';
import { ProgressBar } from '../../../../ui/progress/index.ts';
import type { Thumbnail } from '../message.ts';
import styles from './file-chips.module.css';
import { fileWords, isMedia } from './file-words.ts';

/** The progress of a file. */
type FileState =
  | { type: 'reading' }
  /** From 0 to 1. */
  | { type: 'uploading'; share: number }
  | { type: 'ready' }
  | { type: 'failed'; why: string; canRetry: boolean };

/** A file that will be sent with the next message. */
export interface FileChip {
  id: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  thumbnail?: Thumbnail;
  readAs?: string;
  /** What was done to it before sending, in words. */
  note?: string;
  state: FileState;
  /** It is not read before this is answered. */
  question?: EncodingQuestion | null;
  /** It is a pasted text that can be put into the message instead. */
  isInsertable?: boolean;
}

interface FileChipsProps {
  label?: string;
  files: readonly FileChip[];
  onRemove(id: string): void;
  onRetry(id: string): void;
  /** A pasted text is to be put into the message instead. */
  onInsert?(id: string): void;
}

export function FileChips({ label = 'Files to send', files, onRemove, onRetry, onInsert }: FileChipsProps) {
  if (files.length === 0) return null;
  return (
    <>
      <ul className={styles.chips} aria-label={label}>
        {files.map((file) => (
          <Chip
            key={file.id}
            file={file}
            onRemove={() => onRemove(file.id)}
            onRetry={() => onRetry(file.id)}
            {...(onInsert && file.isInsertable && { onInsert: () => onInsert(file.id) })}
          />
        ))}
      </ul>
      <EncodingQuestions files={files} />
    </>
  );
}

interface ChipProps {
  file: FileChip;
  onRemove(): void;
  onRetry(): void;
  onInsert?(): void;
}

function Chip({ file, onRemove, onRetry, onInsert }: ChipProps) {
  const { name, note, state } = file;
  const isBusy = state.type === 'reading' || state.type === 'uploading';
  return (
    <li
      className={classes(styles.chip, onInsert && styles.pasted, state.type === 'failed' && styles.failed)}
      aria-busy={isBusy || undefined}
      title={note}
    >
      <Mark file={file} />
      <div className={styles.text}>
        <span className={styles.name}>{name}</span>
        <About file={file} />
        {onInsert && (
          <TextButton className={styles.insert} onClick={onInsert}>
            Put it into the message instead
          </TextButton>
        )}
      </div>
      {state.type === 'failed' && state.canRetry && (
        <IconButton label={`Retry ${name}`} small onClick={onRetry}>
          <RetryIcon size={16} />
        </IconButton>
      )}
      <IconButton
        label={state.type === 'uploading' ? `Cancel upload of ${name}` : `Remove ${name}`}
        small
        onClick={onRemove}
      >
        <CloseIcon size={16} />
      </IconButton>
    </li>
  );
}

function About({ file }: { file: FileChip }) {
  const { name, state, note } = file;
  switch (state.type) {
    case 'reading':
      return <span className={styles.about}>Reading…</span>;
    case 'uploading':
      return <ProgressBar label={`Uploading ${name}`} share={state.share} />;
    case 'failed':
      return <span className={styles.why}>{state.why}</span>;
    case 'ready':
      return (
        <span className={styles.about}>
          {fileWords(file)}
          {note?.startsWith('Scaled') && ' · scaled'}
        </span>
      );
  }
}

function Mark({ file: { thumbnail, state, mediaType } }: { file: FileChip }) {
  if (thumbnail) return <BlobImage className={styles.thumbnail} blob={thumbnail.blob} alt="" />;
  return (
    <span className={styles.mark}>
      {state.type === 'reading' ? (
        <Snake size={20} />
      ) : isMedia(mediaType) ? (
        <MediaIcon size={20} />
      ) : (
        <DocumentIcon size={20} />
      )}
    </span>
  );
}
