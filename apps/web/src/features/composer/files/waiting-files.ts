import type { PastedText } from '../../../lib/drafts/pasted-texts.ts';
import type { FileChip } from '../../messages/index.ts';

/** A file beside a text box. `Ready`: what its place sends of it. `Kind`: the buttons that files are picked with. */
export interface WaitingFile<Ready, Kind = never> extends FileChip {
  file: File;
  /** The button it was picked with; null: it was pasted, dropped or photographed. */
  kind: Kind | null;
  /** Null until it is ready; one that is made ready once more keeps what it had. */
  ready: Ready | null;
  /** It was pasted as a text. */
  pasted?: PastedText;
}

/** What reading a file has shown; `file`: what of it goes on. */
export type Found = Pick<FileChip, 'note' | 'thumbnail' | 'readAs' | 'question'> & { file?: File };

export type FileEvent<Ready, Kind> =
  | { type: 'added'; files: readonly WaitingFile<Ready, Kind>[] }
  | { type: 'removed'; ids: readonly string[] }
  /** It is read, uploaded, or has failed. */
  | { type: 'moved'; id: string; to: FileChip['state'] }
  | { type: 'read'; id: string; found: Found }
  | { type: 'ready'; id: string; ready: Ready }
  /** A pasted text has become another one. */
  | { type: 'replaced'; id: string; by: WaitingFile<Ready, Kind> };

/** The files beside a text box after an event. What comes of one that was removed changes nothing. */
export function afterFileEvent<Ready, Kind>(
  files: readonly WaitingFile<Ready, Kind>[],
  event: FileEvent<Ready, Kind>,
): readonly WaitingFile<Ready, Kind>[] {
  switch (event.type) {
    case 'added':
      return [...files, ...event.files];
    case 'removed':
      return files.filter(({ id }) => !event.ids.includes(id));
    case 'moved':
      return changed(files, event.id, { state: event.to });
    case 'read':
      return changed(files, event.id, event.found);
    case 'ready':
      return changed(files, event.id, { state: { type: 'ready' }, ready: event.ready });
    case 'replaced':
      return changed(files, event.id, event.by);
  }
}

const changed = <Ready, Kind>(
  files: readonly WaitingFile<Ready, Kind>[],
  id: string,
  change: Partial<WaitingFile<Ready, Kind>>,
) => files.map((file) => (file.id === id ? { ...file, ...change } : file));
