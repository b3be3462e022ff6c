import type { PostRow } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { pastedName } from '../../../lib/files/pasted-files.ts';
import { type Live, live } from '../../../lib/state/live.ts';
import type { PastedText } from '../../../lib/unsaved/stored-texts.ts';
import type { FileChip } from '../../messages/index.ts';

export type PostFile = PostRow['files'][number];

/** A file attached in the composer of a room. */
interface Waiting {
  chip: FileChip;
  file: File;
  control: AbortController;
  /** Set once our server has it. */
  stored: PostFile | null;
  /** It was pasted as a text. */
  pasted?: PastedText;
}

interface PostFilesNeeds {
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

type Change = (all: readonly Waiting[]) => readonly Waiting[];

export function openPostFiles({ upload, newId, reasonOf }: PostFilesNeeds): PostFiles {
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

  async function send({ chip, file }: Pick<Waiting, 'chip' | 'file'>) {
    const control = new AbortController();
    const showAs = (state: FileChip['state']) => change(chip.id, { chip: { ...chip, state }, control });
    showAs({ type: 'uploading', share: 0 });
    try {
      const stored = await upload(file, control.signal, (share) => showAs({ type: 'uploading', share }));
      change(chip.id, { chip: { ...chip, state: { type: 'ready' } }, stored });
    } catch (error) {
      if (!control.signal.aborted) showAs({ type: 'failed', why: reasonOf(error), canRetry: true });
    }
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
