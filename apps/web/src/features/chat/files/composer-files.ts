import type { Clock } from '../../../lib/schedule/clock.ts';
import { type Live, live } from '../../../lib/state/live.ts';
import type { PastedText } from '../../../lib/unsaved/stored-texts.ts';
import type { Attachment, FileChip } from '../../messages/index.ts';
import type { UploadKind } from './file-kind.ts';

/** A file waiting to be sent. */
export interface WaitingFile extends FileChip {
  file: File;
  /** The button it was picked with: it is uploaded and sent right away. Null: it is sent with the next message. */
  kind: UploadKind | null;
  /** What will be sent, once it is read. */
  attachment: Attachment | null;
  /** Its address on our server, when it was uploaded. */
  url: string | null;
  /** It was pasted as a text. */
  pasted?: PastedText;
}

interface Files {
  waiting: readonly WaitingFile[];
  /** The upload button that is highlighted after a success. */
  highlighted: UploadKind | null;
}

type StoreEvent =
  | { type: 'files-added'; files: readonly WaitingFile[] }
  | { type: 'file-changed'; id: string; change: Partial<WaitingFile> }
  | { type: 'files-removed'; ids: readonly string[] }
  | { type: 'button-highlighted'; kind: UploadKind | null };

/** Milliseconds for which the upload button is highlighted. */
const highlightTime = 1_000;

/** The files beside the text box. */
export interface ComposerFiles extends Live<Files, StoreEvent> {
  highlight(kind: UploadKind): void;
}

export function openComposerFiles(clock: Clock): ComposerFiles {
  const files = live<Files, StoreEvent>({ waiting: [], highlighted: null }, after);
  let endHighlight = () => {};
  return {
    ...files,
    highlight(kind) {
      endHighlight();
      files.dispatch({ type: 'button-highlighted', kind });
      endHighlight = clock.after(highlightTime, () =>
        files.dispatch({ type: 'button-highlighted', kind: null }),
      );
    },
  };
}

function after(files: Files, event: StoreEvent): Files {
  const { waiting } = files;
  switch (event.type) {
    case 'files-added':
      return { ...files, waiting: [...waiting, ...event.files] };
    case 'file-changed':
      return {
        ...files,
        waiting: waiting.map((file) => (file.id === event.id ? { ...file, ...event.change } : file)),
      };
    case 'files-removed':
      return { ...files, waiting: waiting.filter(({ id }) => !event.ids.includes(id)) };
    case 'button-highlighted':
      return { ...files, highlighted: event.kind };
  }
}
