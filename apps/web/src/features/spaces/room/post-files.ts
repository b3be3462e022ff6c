import type { PostRow } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import type { Ask, Candidate } from '../../../lib/files/encoding/decode.ts';
import { pastedName } from '../../../lib/files/pasted-files.ts';
import { type Live, live } from '../../../lib/state/live.ts';
import type { PastedText } from '../../../lib/unsaved/stored-texts.ts';
import type { FileChip } from '../../messages/index.ts';

export type PostFile = PostRow['files'][number];

/** A file attached in the composer of a room. */
export interface Waiting {
  chip: FileChip;
  file: File;
  control: AbortController;
  /** Set once our server has it. */
  stored: PostFile | null;
  /** It was pasted as a text. */
  pasted?: PastedText;
}

interface PostFilesNeeds {
  /** A text as UTF-8, and in which encoding it was; null when that was asked and not answered. Rejects while the code for it cannot be loaded. */
  asUtf8(file: File, ask: Ask): Promise<{ file: File; readAs?: string } | null>;
  upload(file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<PostFile>;
  newId(): string;
  /** Why the server refused, as the sentence to show. */
  reasonOf(error: unknown): string;
}

/** The files for the next post. Each is uploaded as soon as it is added, but pasted texts only when they are to be sent. */
export interface PostFiles extends Pick<Live<readonly Waiting[]>, 'read' | 'listen' | 'start'> {
  add(files: readonly File[]): void;
  /** Puts a pasted text there, as a file. */
  addText(text: string): void;
  /** Puts those back that were there before a reload. */
  restoreTexts(texts: readonly PastedText[]): void;
  /** Removes a pasted text, and returns it. */
  takeText(id: string): string | null;
  /** Replaces each pasted text by what this makes of it. */
  changeTexts(change: (text: string) => string): void;
  /** Uploads the pasted texts that are not stored yet. */
  uploadTexts(): Promise<void>;
  retry(id: string): void;
  remove(id: string): void;
  /** Removes and returns all of them; null if one is not stored yet. */
  take(): PostFile[] | null;
}

const textNames = /\.(txt|text|md|markdown|csv|tsv|log)$/i;
const isText = ({ name, type }: File) => type.startsWith('text/') || textNames.test(name);

type Change = (all: readonly Waiting[]) => readonly Waiting[];

export function openPostFiles({ asUtf8, upload, newId, reasonOf }: PostFilesNeeds): PostFiles {
  const waitingFor = (pasted: PastedText): Waiting => {
    const file = new File([pasted.text], pasted.name, { type: 'text/plain' });
    const { name, size, type: mediaType } = file;
    const isInsertable = pasted.text.length <= spaceLimits.bodyLength;
    const chip = { id: pasted.id, name, mediaType, size, state: { type: 'ready' } as const, isInsertable };
    return { chip, file, control: new AbortController(), stored: null, pasted };
  };

  const files = live<readonly Waiting[], Change>([], (all, change) => change(all));

  function change(id: string, more: Partial<Waiting>) {
    files.dispatch((all) => all.map((one) => (one.chip.id === id ? { ...one, ...more } : one)));
  }

  async function send({ chip, file, pasted }: Pick<Waiting, 'chip' | 'file' | 'pasted'>) {
    const control = new AbortController();
    const { signal } = control;
    let shown: FileChip = chip;
    const showAs = (state: FileChip['state']) => {
      shown = { ...shown, state };
      change(chip.id, { chip: shown, control });
    };
    try {
      let content = file;
      if (isText(file) && !pasted && !chip.readAs) {
        showAs({ type: 'reading' });
        const read = await inUtf8(shown, file, signal);
        if (signal.aborted) return;
        if (typeof read === 'string') return showAs({ type: 'failed', why: read, canRetry: true });
        content = read.file;
        shown = { ...shown, ...(read.readAs && { readAs: read.readAs }) };
        change(chip.id, { file: content });
      }
      showAs({ type: 'uploading', share: 0 });
      const stored = await upload(content, signal, (share) => showAs({ type: 'uploading', share }));
      change(chip.id, { chip: { ...shown, state: { type: 'ready' } }, stored });
    } catch (error) {
      if (!signal.aborted) showAs({ type: 'failed', why: reasonOf(error), canRetry: true });
    }
  }

  /** Our server stores texts in UTF-8 only. Why it was not read, as the sentence to show. */
  async function inUtf8(chip: FileChip, file: File, signal: AbortSignal) {
    const ask: Ask = (candidates) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(null), { once: true });
        const choose = (chosen: Candidate | null) => {
          change(chip.id, { chip });
          resolve(chosen);
        };
        change(chip.id, { chip: { ...chip, question: { candidates, choose } } });
      });
    const read = await asUtf8(file, ask).catch(() => 'Could not be opened. Check your internet connection.');
    return read ?? 'Not sent: choose its encoding.';
  }

  const idOf = ({ chip }: Waiting) => chip.id;
  const find = (id: string) => files.read().find((one) => idOf(one) === id);

  return {
    read: files.read,
    listen: files.listen,
    start: files.start,
    add(added) {
      const waiting = added.map((file): Waiting => {
        const { name, type: mediaType, size } = file;
        const chip = { id: newId(), name, mediaType, size, state: { type: 'uploading', share: 0 } as const };
        return { chip, file, control: new AbortController(), stored: null };
      });
      files.dispatch((all) => [...all, ...waiting]);
      for (const one of waiting) void send(one);
    },
    addText(text) {
      const name = pastedName(files.read().map(({ chip }) => chip.name));
      const added = waitingFor({ id: newId(), name, text });
      files.dispatch((all) => [...all, added]);
    },
    restoreTexts(texts) {
      const missing = texts.filter(({ id }) => !find(id)).map(waitingFor);
      files.dispatch((all) => [...missing, ...all]);
    },
    takeText(id) {
      const { pasted, control } = find(id) ?? {};
      if (!pasted) return null;
      control?.abort();
      files.dispatch((all) => all.filter((one) => idOf(one) !== id));
      return pasted.text;
    },
    changeTexts(changed) {
      files.dispatch((all) =>
        all.map((one) => {
          const text = one.pasted && changed(one.pasted.text);
          return one.pasted && text !== undefined && text !== one.pasted.text
            ? waitingFor({ ...one.pasted, id: newId(), text })
            : one;
        }),
      );
    },
    async uploadTexts() {
      await Promise.all(files.read().map((one) => one.pasted && !one.stored && send(one)));
    },
    retry(id) {
      const found = find(id);
      if (found) void send(found);
    },
    remove(id) {
      find(id)?.control.abort();
      files.dispatch((all) => all.filter((one) => idOf(one) !== id));
    },
    take() {
      const stored = files.read().map((one) => one.stored);
      if (stored.includes(null)) return null;
      files.dispatch(() => []);
      return stored.filter((one) => one !== null);
    },
  };
}
