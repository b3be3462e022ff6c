import { syncLimits } from '@polylogue/sync';
import type { Ask } from '../../../lib/files/encoding/decode.ts';
import { base64 } from '../../../lib/files/file.ts';
import { limitConcurrency } from '../../../lib/schedule/limit-concurrency.ts';
import type { Toast } from '../../../ui/index.ts';
import { type FileWork, NotReady, type WaitingFile } from '../../composer/files/index.ts';
import type { UploadKind } from '../../file-reading/file-kind.ts';
import type { PictureBounds } from '../../file-reading/picture-bounds.ts';
import type { Prepared } from '../../file-reading/reader.ts';
import { RefusedFile, Unanswered } from '../../file-reading/refused.ts';
import type { Sniffed } from '../../file-reading/sniff.ts';
import type { Attachment } from '../../messages/index.ts';
import { errorToast } from '../words.ts';
import { type ModelLimitsNeeds, modelLimits } from './fitness.ts';
import type { UploadRefusal } from './upload-refusal.ts';

/** The code that reads files, in a chunk of its own. */
export interface Reader {
  sniff(file: File): Promise<Sniffed>;
  /** Asks when the encoding of a text cannot be told. */
  prepare(file: File, seen: Sniffed, bounds: PictureBounds, ask: Ask): Promise<Prepared>;
}

/** What is sent of a file. */
export interface SentFile {
  attachment: Attachment;
  /** Its address on our server, when it was uploaded. */
  url: string | null;
}

/** A file beside the text box of a chat; one of a kind is uploaded and sent right away. */
export type ChatFile = WaitingFile<SentFile, UploadKind>;

export interface PreparingNeeds extends ModelLimitsNeeds {
  reader(): Promise<Reader>;
  /** Uploads a file to our server. Rejects when refused or aborted. */
  upload(file: File, work: Pick<FileWork, 'signal' | 'onProgress'>): Promise<{ url: string }>;
  /** The message for a rejection of `upload`; null without a response. */
  refusal(error: unknown): Promise<UploadRefusal | null>;
  showToast(toast: Toast): void;
  /** Whether what is sent is stored in an account, if it may be stored. */
  isInAccount(): boolean;
  /** Whether nothing may be stored: what was picked for upload is only sent. */
  isTemporary(): boolean;
}

export type Preparing = ReturnType<typeof openPreparing>;

/** Makes files ready for the chosen model, and pictures once more when another one is chosen. */
export function openPreparing(needs: PreparingNeeds, files: () => readonly ChatFile[]) {
  const limits = modelLimits(needs);
  // More in parallel would only compete for the same connection and memory.
  const inTurn = limitConcurrency(2);
  const send = limitConcurrency(2);
  /** Characters of files that have been read and are not beside the text box yet. */
  const held = new Map<string, number>();
  /** The pictures beside the text box, and the limits they were drawn for. */
  const drawn = new Map<string, { seen: Sniffed; bounds: string; hasFailed?: true }>();

  /** Characters of waiting files in memory: no more are read than can be sent. */
  function alreadyRead(): number {
    const lengths = files().map(({ ready }) => (ready ? lengthOf(ready) : 0));
    return [...lengths, ...held.values()].reduce((sum, length) => sum + length, 0);
  }

  async function read(reader: Reader, { id, file, kind }: ChatFile, seen: Sniffed, work: FileWork) {
    const { signal } = work;
    signal.throwIfAborted();
    // A redrawn picture was beside the text box already; the total is checked when sending.
    const tooMany = drawn.has(id) ? null : limits.misfitOf(file, seen, alreadyRead());
    if (tooMany) throw new RefusedFile(tooMany);
    const bounds = limits.bounds();
    const ready = await reader.prepare(file, seen, bounds, work.ask);
    if (seen.type === 'picture') drawn.set(id, { seen, bounds: JSON.stringify(bounds) });
    if (!signal.aborted) held.set(id, lengthOf(ready));
    signal.addEventListener('abort', () => held.delete(id), { once: true });
    const why = limits.tooLong(file.name, ready.length);
    if (why) throw new RefusedFile(why);
    if (!kind && seen.type !== 'picture' && file.size > syncLimits.fileBytes && isForAccount(needs))
      needs.showToast({
        title: `${file.name} is too large for an account`,
        text: 'It can be sent, and stays in this browser',
      });
    const { note, attachment } = ready;
    const { thumbnail, readAs } = attachment;
    work.read({ ...(note && { note }), ...(thumbnail && { thumbnail }), ...(readAs && { readAs }) });
    return ready;
  }

  async function uploaded({ file }: ChatFile, seen: Sniffed, preparing: Promise<Prepared>, work: FileWork) {
    const { signal } = work;
    const original = seen.type === 'text' ? (await preparing).original : file;
    signal.throwIfAborted();
    work.onProgress(0);
    const { url } = await needs.upload(original, work).catch(async (error) => {
      signal.throwIfAborted();
      const refusal = await needs.refusal(error);
      needs.showToast(errorToast(`Failed to upload ${file.name}. Please try again.`, refusal?.message));
      const why = refusal?.message ?? 'Not uploaded. Check your internet connection.';
      throw new NotReady(why, refusal?.isWorthTrying);
    });
    return url;
  }

  /** Why a file is not taken. One already beside the text box stays: a pasted picture or text exists nowhere else. */
  function whyNot({ id, name, pasted }: ChatFile, error: unknown): Error {
    if (error instanceof NotReady) return error;
    if (error instanceof Unanswered) return new NotReady('Not sent: choose its encoding.');
    const refused =
      error instanceof RefusedFile ? error : new RefusedFile(`${name} could not be read. Try again.`);
    const isThere = pasted || files().some((file) => file.id === id && file.ready);
    return isThere ? new NotReady(refused.message) : refused;
  }

  return {
    misfitOfAll: limits.misfitOfAll,
    /** Reads a file, and uploads it when it was picked for that. */
    async prepare(file: ChatFile, work: FileWork): Promise<SentFile> {
      try {
        const reader = file.pasted ? plainTexts : await needs.reader().catch(() => null);
        await limits.load();
        work.signal.throwIfAborted();
        if (!reader) throw new NotReady('Could not be opened. Check your internet connection.');
        const seen = await reader.sniff(file.file);
        const why = limits.misfitOf(file.file, seen);
        if (why) throw new RefusedFile(why);
        work.signal.throwIfAborted();
        const preparing = inTurn(() => read(reader, file, seen, work));
        const sending =
          file.kind && !needs.isTemporary() && send(() => uploaded(file, seen, preparing, work));
        const [{ attachment }, url] = await Promise.all([preparing, sending]);
        return { attachment, url: url || null };
      } catch (error) {
        throw whyNot(file, error);
      }
    },
    /** The pictures that the chosen model needs different. */
    toRedraw(): ChatFile[] {
      const bounds = JSON.stringify(limits.bounds());
      return files().filter(({ id, file, state }) => {
        const before = drawn.get(id);
        const isThere = state.type === 'ready' || (state.type === 'failed' && before?.hasFailed);
        if (!isThere || before === undefined || before.bounds === bounds) return false;
        // If a model takes no pictures at all, that is reported when they are sent.
        return needs.setting() !== null && !limits.misfitOf(file, before.seen);
      });
    },
    /** Until that is done a picture stays as it was; if it fails, the chip says why. */
    async redraw(file: ChatFile, work: FileWork): Promise<SentFile> {
      const { seen } = drawn.get(file.id) ?? {};
      if (!seen) throw new Error('Only what was drawn is drawn again.');
      try {
        const reader = await needs.reader();
        const { attachment, note = '' } = await inTurn(() => read(reader, file, seen, work));
        work.read({ note });
        return { attachment, url: file.ready?.url ?? null };
      } catch (error) {
        work.signal.throwIfAborted();
        // It failed for these limits; for others it may succeed, or fit as it is.
        drawn.set(file.id, { seen, bounds: JSON.stringify(limits.bounds()), hasFailed: true });
        throw new NotReady(
          error instanceof RefusedFile ? error.message : 'Could not be made to fit this model.',
        );
      }
    },
  };
}

const isForAccount = ({ isInAccount, isTemporary }: PreparingNeeds) => isInAccount() && !isTemporary();

const lengthOf = ({ attachment: { part } }: Pick<SentFile, 'attachment'>) =>
  part.type === 'file' ? part.data.length : 0;

/** A pasted text needs no reading: it is text, whatever is in it. */
const plainTexts: Reader = {
  sniff: async () => ({ type: 'text', mediaType: 'text/plain' }),
  async prepare(file) {
    const { name, size } = file;
    const part = { type: 'file', name, mediaType: 'text/plain', data: await base64(file) } as const;
    const { length } = await file.text();
    return { attachment: { name, mediaType: 'text/plain', size, part }, original: file, length };
  },
};
