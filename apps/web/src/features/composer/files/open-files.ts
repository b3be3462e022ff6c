import { newId } from '@polylogue/sync';
import type { PastedText } from '../../../lib/drafts/pasted-texts.ts';
import type { Ask } from '../../../lib/files/encoding/decode.ts';
import { asking } from '../../../lib/files/encoding-question.ts';
import { pastedName } from '../../../lib/files/pasted-files.ts';
import { live } from '../../../lib/state/live.ts';
import type { FileChip } from '../../messages/index.ts';
import { afterFileEvent, type FileEvent, type Found, type WaitingFile } from './waiting-files.ts';

/** What making a file ready may do meanwhile. */
export interface FileWork {
  /** Aborted when the file is removed. */
  signal: AbortSignal;
  /** Asks beside the text box. */
  ask: Ask;
  read(found: Found): void;
  /** The share that has been uploaded, from 0 to 1. */
  onProgress(share: number): void;
}

/** What becomes of files at one place, and how many it takes. */
interface FilePlace<Ready, Kind> {
  most: number;
  onTooMany(): void;
  mediaTypeOf(file: File): string;
  /** Whether a pasted text may be put into the message instead. */
  isInsertable(text: string): boolean;
  /** Whether pasted texts are made ready only when they are sent. */
  areTextsLate: boolean;
  /** Reads a file, uploads it, or both. `NotReady` leaves it there; it is removed by any other error. */
  prepare(file: WaitingFile<Ready, Kind>, work: FileWork): Promise<Ready>;
  /** Called with files that were put there, or are to be tried again. */
  onPut(files: readonly WaitingFile<Ready, Kind>[]): Promise<void>;
}

/** Why a file is not ready, as the sentence beside it. */
export class NotReady extends Error {
  readonly canRetry: boolean;

  constructor(why: string, canRetry = true) {
    super(why);
    this.canRetry = canRetry;
  }
}

/** The files beside a text box: runs what makes them ready. */
export function openFiles<Ready, Kind = never>(place: FilePlace<Ready, Kind>) {
  type Waiting = WaitingFile<Ready, Kind>;
  const { waitingFor, waitingText } = waitingAt(place);
  const files = live<readonly Waiting[], FileEvent<Ready, Kind>>([], afterFileEvent);
  const running = new Map<string, AbortController>();
  const find = (id: string) => files.read().find((file) => file.id === id);
  const placesLeft = () => Math.max(0, place.most - files.read().length);

  function add(added: readonly Waiting[]) {
    files.dispatch({ type: 'added', files: added });
    return added;
  }

  function put(added: readonly File[], kind: Kind | null = null) {
    if (added.length > placesLeft()) place.onTooMany();
    return add(added.slice(0, placesLeft()).map((file) => waitingFor(file, kind)));
  }

  const adopt = (some: readonly Waiting[]) => place.onPut(add(some).filter(isUnderWay));

  function remove(id: string): (() => void) | null {
    const file = find(id);
    running.get(id)?.abort();
    files.dispatch({ type: 'removed', ids: [id] });
    // An upload that is cancelled can be begun again where it was picked.
    return file && file.state.type !== 'uploading' ? () => void adopt([file]) : null;
  }

  /** Returns why the file was removed; null: it was not, or not because of this. */
  async function prepareOne(file: Waiting, prepare: typeof place.prepare): Promise<unknown> {
    const { id } = file;
    const control = new AbortController();
    const { signal } = control;
    running.set(id, control);
    const tell = (event: FileEvent<Ready, Kind>) => signal.aborted || files.dispatch(event);
    tell({ type: 'moved', id, to: { type: 'reading' } });
    try {
      tell({ type: 'ready', id, ready: await prepare(file, workOn(id, signal, tell)) });
      return null;
    } catch (error) {
      if (error instanceof NotReady) {
        const { message: why, canRetry } = error;
        tell({ type: 'moved', id, to: { type: 'failed', why, canRetry } });
      } else if (!signal.aborted) {
        tell({ type: 'removed', ids: [id] });
        return error;
      }
      return null;
    } finally {
      // Ends what is still running.
      control.abort();
      if (running.get(id) === control) running.delete(id);
    }
  }

  return {
    ...files,
    find,
    /** Puts files there, as far as there is place for them. */
    put,
    /** The same, and makes them ready. */
    add: (added: readonly File[]) => place.onPut(put(added)),
    /** Makes files ready; returns why some were removed. */
    async prepare(some: readonly Waiting[], prepare = place.prepare): Promise<unknown[]> {
      const errors = await Promise.all(some.map((file) => prepareOne(file, prepare)));
      return errors.filter((error) => error !== null);
    },
    /** Puts a pasted text there, as a file. False: there is no place for another one. */
    addText(text: string): boolean {
      if (placesLeft() === 0) return false;
      const name = pastedName(files.read().map((file) => file.name));
      void place.onPut(add([waitingText({ id: newId(), name, text })]));
      return true;
    },
    /** Puts those back that were there before a reload. */
    restoreTexts(texts: readonly PastedText[]) {
      const missing = texts.filter(({ id }) => !files.read().some(({ pasted }) => pasted?.id === id));
      void place.onPut(add(missing.map(waitingText)));
    },
    /** Removes those that another tab had pasted. */
    removeTexts(ids: readonly string[]) {
      for (const { id, pasted } of files.read()) if (pasted && ids.includes(pasted.id)) remove(id);
    },
    /** Removes a pasted text, and returns it. */
    takeText(id: string): string | null {
      const { pasted } = find(id) ?? {};
      if (pasted) remove(id);
      return pasted?.text ?? null;
    },
    /** Replaces each pasted text by what this makes of it; returns those that have changed. */
    changeTexts(changed: (text: string) => string): Waiting[] {
      const all = files.read().flatMap(({ id, pasted }) => {
        const text = pasted && changed(pasted.text);
        return pasted && text !== undefined && text !== pasted.text
          ? [{ ...waitingText({ ...pasted, id: newId(), text }), id }]
          : [];
      });
      for (const by of all) files.dispatch({ type: 'replaced', id: by.id, by });
      return all;
    },
    async retry(id: string) {
      const file = find(id);
      if (file?.state.type === 'failed') await place.onPut([file]);
    },
    /** Puts files here that were beside a text box before, and makes those ready that were not yet. */
    adopt,
    /** Returns what puts it back; null: there is nothing to lose. */
    remove,
  };
}

/** Whether it is neither ready nor has failed. */
export const isUnderWay = ({ state: { type } }: Pick<FileChip, 'state'>): boolean =>
  type === 'reading' || type === 'uploading';

/** Files as they begin to wait at a place. */
function waitingAt<Ready, Kind>(place: FilePlace<Ready, Kind>) {
  const waitingFor = (file: File, kind: Kind | null): WaitingFile<Ready, Kind> => ({
    id: newId(),
    name: file.name,
    mediaType: place.mediaTypeOf(file),
    size: file.size,
    state: { type: 'reading' },
    file,
    kind,
    ready: null,
  });

  const waitingText = (pasted: PastedText): WaitingFile<Ready, Kind> => ({
    ...waitingFor(new File([pasted.text], pasted.name, { type: 'text/plain' }), null),
    ...(place.areTextsLate && { state: { type: 'ready' } }),
    isInsertable: place.isInsertable(pasted.text),
    pasted,
  });

  return { waitingFor, waitingText };
}

const workOn = (
  id: string,
  signal: AbortSignal,
  tell: (event: FileEvent<never, never>) => unknown,
): FileWork => ({
  signal,
  ask: asking(signal, (question) => tell({ type: 'read', id, found: { question } })),
  read: (found) => tell({ type: 'read', id, found }),
  onProgress: (share) => tell({ type: 'moved', id, to: { type: 'uploading', share } }),
});
