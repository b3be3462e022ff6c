import { newId, syncLimits } from '@polylogue/sync';
import type { Ask, Candidate } from '../../../lib/files/encoding/decode.ts';
import { base64 } from '../../../lib/files/file.ts';
import { pastedName } from '../../../lib/files/pasted-files.ts';
import { limitConcurrency } from '../../../lib/schedule/limit-concurrency.ts';
import type { PastedText } from '../../../lib/unsaved/stored-texts.ts';
import type { Toast } from '../../../ui/index.ts';
import type { ProviderSetting } from '../../keys/index.ts';
import type { Attachment } from '../../messages/index.ts';
import { errorToast } from '../words.ts';
import type { ComposerFiles, WaitingFile } from './composer-files.ts';
import { kindOf, mediaTypeOf, type UploadKind, wrongKind } from './file-kind.ts';
import { type FileCatalogue, misfit, type SavedModel, tooLargeForAll, tooLong } from './fitness.ts';
import type { PictureBounds, Prepared } from './reader.ts';
import { Refused, Unanswered } from './refused.ts';
import type { Sniffed } from './sniff.ts';
import type { UploadRefusal } from './upload-refusal.ts';

/** The code that reads files, in a chunk of its own. */
export interface Reader {
  sniff(file: File): Promise<Sniffed>;
  /** Asks when the encoding of a text cannot be told. */
  prepare(file: File, seen: Sniffed, bounds: PictureBounds, ask: Ask): Promise<Prepared>;
}

interface UploadOptions {
  signal: AbortSignal;
  /** The share that has been sent, from 0 to 1. */
  onProgress(share: number): void;
}

export interface AttachingNeeds {
  setting(): ProviderSetting | null;
  /** The other providers that could be asked. */
  saved(): readonly SavedModel[];
  /** What is known about models; rejects when it cannot be loaded. */
  catalogue(): Promise<FileCatalogue>;
  reader(): Promise<Reader>;
  /** Uploads a file to our server. Rejects when refused or aborted. */
  upload(file: File, options: UploadOptions): Promise<{ url: string }>;
  /** The message for a rejection of `upload`; null without a response. */
  refusal(error: unknown): Promise<UploadRefusal | null>;
  showToast(toast: Toast): void;
  /** Called with the files that were picked together and have been uploaded. */
  onUploaded(files: readonly WaitingFile[]): void;
}

/** Puts files beside the text box. */
export interface Attaching {
  /** Uploads the files and passes them on when each has arrived or failed. */
  upload(files: readonly File[], kind: UploadKind): Promise<void>;
  /** Puts pasted files, dropped files and new photos beside the text box. */
  add(files: readonly File[]): Promise<void>;
  /** Puts a pasted text there, as a file. False: there is no place for another one. */
  addText(text: string): boolean;
  /** Puts those back that were there before a reload. */
  restoreTexts(texts: readonly PastedText[]): void;
  /** Removes a pasted text, and returns it. */
  takeText(fileId: string): string | null;
  /** Replaces each pasted text by what this makes of it. */
  changeTexts(change: (text: string) => string): Promise<void>;
  retry(fileId: string): Promise<void>;
  remove(fileId: string): void;
  /** Redraws the pictures beside the text box from their originals when the chosen model now needs them different. */
  refit(): Promise<void>;
  /**
   * Whether the chosen model can take these; if not, a toast has said why. `earlier` are the bytes of files already in
   * the conversation, in base64.
   */
  fit(attachments: readonly Attachment[], earlier: number): boolean;
}

/** While no model is chosen: the limits of the strictest one. */
const anyModel: PictureBounds = {
  longest: 2048,
  bytes: 3_750_000,
  types: ['image/png', 'image/jpeg'],
};

export function attachTo(composerFiles: ComposerFiles, needs: AttachingNeeds): Attaching {
  const { showToast } = needs;
  const running = new Map<string, AbortController>();
  /** Characters of files that have been read and are not beside the text box yet. */
  const held = new Map<string, number>();
  // More in parallel would only compete for the same connection and memory.
  const read = limitConcurrency(2);
  const send = limitConcurrency(2);
  /** The pictures beside the text box, and the limits they were drawn for. */
  const drawn = new Map<string, { seen: Sniffed; bounds: string; hasFailed?: true }>();
  let catalogue: FileCatalogue | null = null;
  let count = 0;

  const change = (id: string, change: Partial<WaitingFile>) =>
    composerFiles.dispatch({ type: 'file-changed', id, change });
  const waiting = (id: string) => composerFiles.read().waiting.find((file) => file.id === id);

  const refuseMore = () =>
    showToast(
      errorToast(
        `A message can have at most ${syncLimits.files} files`,
        'Send the others in another message',
      ),
    );

  const room = () => Math.max(0, syncLimits.files - composerFiles.read().waiting.length);

  function put(files: readonly File[], kind: UploadKind | null): WaitingFile[] {
    if (files.length > room()) refuseMore();
    const chips = files.slice(0, room()).map(
      (file): WaitingFile => ({
        id: `f${++count}`,
        name: file.name,
        mediaType: mediaTypeOf(file),
        size: file.size,
        state: { type: 'reading' },
        file,
        kind,
        attachment: null,
        url: null,
      }),
    );
    composerFiles.dispatch({ type: 'files-added', files: chips });
    return chips;
  }

  /** Why the chosen model cannot take this file; null when it can, or when nothing is known about models. */
  function misfitOf(file: File, seen: Sniffed, beside = 0): string | null {
    // A picture is scaled down as needed.
    const isPicture = seen.type === 'picture';
    const sized = {
      name: file.name,
      mediaType: isPicture ? 'image/png' : seen.mediaType,
      size: isPicture ? 0 : file.size,
    };
    const setting = needs.setting();
    if (!catalogue) return null;
    return setting
      ? misfit([sized], setting, catalogue, needs.saved(), beside)
      : tooLargeForAll(sized, catalogue);
  }

  /** Characters of waiting files in memory: no more are read than can be sent. */
  function alreadyRead(): number {
    const parts = composerFiles.read().waiting.flatMap(({ attachment }) => attachment?.part ?? []);
    const lengths = parts.map((part) => (part.type === 'file' ? part.data.length : 0));
    return [...lengths, ...held.values()].reduce((sum, length) => sum + length, 0);
  }

  function bounds(): PictureBounds {
    const setting = needs.setting();
    if (!setting || !catalogue) return anyModel;
    const limits = catalogue.pictureLimits(setting.type, setting.config.model);
    // A sent picture stays in the conversation: the next model must not refuse everything because of it.
    return { ...limits, bytes: Math.min(limits.bytes, anyModel.bytes) };
  }

  /** Reads a file, and uploads it when it was picked for that. Returns why it was not taken; null when it was. */
  async function take({ id, name, file, kind, pasted }: WaitingFile): Promise<Refused | null> {
    const control = new AbortController();
    const { signal } = control;
    running.set(id, control);
    const failed = (why: string, canRetry = true) => change(id, { state: { type: 'failed', why, canRetry } });
    try {
      const reader = pasted ? plainTexts : await needs.reader().catch(() => null);
      catalogue ??= await needs.catalogue().catch(() => null);
      if (signal.aborted) return null;
      if (!reader) {
        failed('Could not be opened. Check your internet connection.');
        return null;
      }
      const seen = await reader.sniff(file);
      const why = misfitOf(file, seen);
      if (why) throw new Refused(why);
      if (signal.aborted) return null;

      const preparing = read(() => prepared(reader, file, seen, id, signal));
      const sending = kind && send(async () => await uploaded(id, file, seen, preparing, signal));
      const [{ attachment }, url] = await Promise.all([preparing, sending]);
      if (signal.aborted) return null;
      if (kind) composerFiles.highlight(kind);
      change(id, { state: { type: 'ready' }, attachment, url: url || null });
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof Unanswered) {
        failed('Not sent: choose its encoding.');
        return null;
      }
      if (!(error instanceof NotUploaded)) return refused(error);
      const refusal = await needs.refusal(error.cause);
      failed(refusal?.message ?? 'Not uploaded. Check your internet connection.', refusal?.isWorthTrying);
      showToast(errorToast(`Failed to upload ${file.name}. Please try again.`, refusal?.message));
      return null;
    } finally {
      // Aborts what is still running.
      control.abort();
      running.delete(id);
      held.delete(id);
    }

    function refused(error: unknown): Refused | null {
      const refusal = error instanceof Refused ? error : new Refused(`${name} could not be read. Try again.`);
      // A file already beside the text box stays there: a pasted picture or text exists nowhere else.
      if (waiting(id)?.attachment || pasted) {
        failed(refusal.message);
        return null;
      }
      composerFiles.dispatch({ type: 'files-removed', ids: [id] });
      return refusal;
    }
  }

  /** Asks beside the text box, until the file is removed. */
  function asking(id: string, signal: AbortSignal): Ask {
    return (candidates) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        const choose = (chosen: Candidate | null) => {
          change(id, { question: null });
          resolve(chosen);
        };
        change(id, { question: { candidates, choose } });
      });
  }

  async function prepared(reader: Reader, file: File, seen: Sniffed, id: string, signal: AbortSignal) {
    signal.throwIfAborted();
    // A redrawn picture was beside the text box already; the total is checked when sending.
    const tooMany = drawn.has(id) ? null : misfitOf(file, seen, alreadyRead());
    if (tooMany) throw new Refused(tooMany);
    const limits = bounds();
    const ready = await reader.prepare(file, seen, limits, asking(id, signal));
    if (seen.type === 'picture') drawn.set(id, { seen, bounds: JSON.stringify(limits) });
    const { part } = ready.attachment;
    if (!signal.aborted) held.set(id, part.type === 'file' ? part.data.length : 0);
    const setting = needs.setting();
    const why =
      setting &&
      catalogue &&
      ready.length !== undefined &&
      tooLong(file.name, ready.length, setting, catalogue);
    if (why) throw new Refused(why);
    const { note, attachment } = ready;
    const { thumbnail, readAs } = attachment;
    const known = { ...(note && { note }), ...(thumbnail && { thumbnail }), ...(readAs && { readAs }) };
    if (!signal.aborted) change(id, known);
    return ready;
  }

  async function uploaded(
    id: string,
    file: File,
    seen: Sniffed,
    preparing: Promise<Prepared>,
    signal: AbortSignal,
  ): Promise<string> {
    const original = seen.type === 'text' ? (await preparing).original : file;
    signal.throwIfAborted();
    const onProgress = (share: number) =>
      signal.aborted || change(id, { state: { type: 'uploading', share } });
    onProgress(0);
    const { url } = await needs.upload(original, { signal, onProgress }).catch((cause) => {
      throw new NotUploaded('It was not uploaded.', { cause });
    });
    return url;
  }

  /** Redraws a picture. Until that is done it stays as it was; if it fails, the chip says why. */
  async function redraw(chip: WaitingFile, seen: Sniffed) {
    const { id, file, attachment, url } = chip;
    const control = new AbortController();
    const { signal } = control;
    running.set(id, control);
    change(id, { state: { type: 'reading' } });
    try {
      const reader = await needs.reader();
      const ready = await read(() => prepared(reader, file, seen, id, signal));
      if (signal.aborted) return;
      change(id, { state: { type: 'ready' }, attachment: ready.attachment, url, note: ready.note ?? '' });
    } catch (error) {
      if (signal.aborted) return;
      const why = error instanceof Refused ? error.message : 'Could not be made to fit this model.';
      // It failed for these limits; for others it may succeed, or fit as it is.
      drawn.set(id, { seen, bounds: JSON.stringify(bounds()), hasFailed: true });
      change(id, { state: { type: 'failed', why, canRetry: true }, attachment });
    } finally {
      if (running.get(id) === control) running.delete(id);
      held.delete(id);
    }
  }

  async function refit() {
    const setting = needs.setting();
    const limits = JSON.stringify(bounds());
    const others = composerFiles.read().waiting.flatMap((chip) => {
      const before = drawn.get(chip.id);
      const isThere = chip.state.type === 'ready' || (chip.state.type === 'failed' && before?.hasFailed);
      const isOther = isThere && before !== undefined && before.bounds !== limits;
      // If a model takes no pictures at all, that is reported when they are sent.
      return isOther && setting && !misfitOf(chip.file, before.seen) ? [{ chip, before }] : [];
    });
    if (others.length === 0) return;
    await Promise.all(others.map(({ chip, before }) => redraw(chip, before.seen)));
    // Yet another model may have been chosen meanwhile.
    await refit();
  }

  const isTextThere = (one: PastedText) =>
    composerFiles.read().waiting.some(({ pasted }) => pasted?.id === one.id);

  function putTexts(texts: readonly PastedText[]) {
    const chips = texts.map(
      (pasted): WaitingFile => ({
        ...chipOf(pasted),
        id: `f${++count}`,
        mediaType: 'text/plain',
        state: { type: 'reading' },
        isInsertable: true,
        kind: null,
        attachment: null,
        url: null,
      }),
    );
    composerFiles.dispatch({ type: 'files-added', files: chips });
    void takeAll(chips, null);
  }

  /** By name and declared type; without a declared type, by the first bytes. */
  async function kindFor(file: File): Promise<UploadKind | null> {
    const kind = kindOf(file);
    if (kind !== null || file.type !== '') return kind;
    const seen = await needs
      .reader()
      .then((reader) => reader.sniff(file))
      .catch(() => null);
    if (!seen) return null;
    return seen.type === 'picture' || seen.type === 'video' ? 'media' : 'document';
  }

  async function takeAll(chips: readonly WaitingFile[], kind: UploadKind | null) {
    const refusals = (await Promise.all(chips.map(take))).filter((refusal) => refusal !== null);
    reportRefused(refusals, kind);
    // Another model may have been chosen meanwhile.
    await refit();
    if (!kind) return;
    const ready = chips.flatMap(({ id }) => waiting(id) ?? []).filter(({ state }) => state.type === 'ready');
    if (ready.length > 0) needs.onUploaded(ready);
  }

  function reportRefused(refusals: readonly Refused[], kind: UploadKind | null) {
    const [first] = refusals;
    if (!first) return;
    const sentences = [...new Set(refusals.map(({ message }) => message))];
    if (kind && refusals.every(({ isWrongKind }) => isWrongKind)) {
      showToast(errorToast(wrongKind[kind], sentences.join(' ')));
    } else if (sentences.length === 1) {
      showToast(errorToast(first.message));
    } else {
      showToast(errorToast(`${refusals.length} files were not added`, sentences.join(' ')));
    }
  }

  return {
    async upload(files, kind) {
      const isKnown = files.every((file) => kindOf(file) !== null || file.type !== '');
      const kinds = isKnown ? files.map(kindOf) : await Promise.all(files.map(kindFor));
      const right = files.filter((_, at) => kinds[at] === kind);
      const others = files.filter((file) => !right.includes(file)).map(({ name }) => name);
      if (others.length > 0) {
        showToast(
          errorToast(wrongKind[kind], files.length > 1 ? `Left out: ${others.join(', ')}.` : undefined),
        );
      }
      await takeAll(put(right, kind), kind);
    },
    async add(files) {
      await takeAll(put(files, null), null);
    },
    addText(text) {
      if (room() === 0) return false;
      const name = pastedName(composerFiles.read().waiting.map(({ name }) => name));
      putTexts([{ id: newId(), name, text }]);
      return true;
    },
    restoreTexts: (texts) => putTexts(texts.filter((one) => !isTextThere(one))),
    takeText(id) {
      const { pasted } = waiting(id) ?? {};
      if (!pasted) return null;
      running.get(id)?.abort();
      composerFiles.dispatch({ type: 'files-removed', ids: [id] });
      return pasted.text;
    },
    async changeTexts(changed) {
      const chips = composerFiles.read().waiting.flatMap((chip) => {
        const text = chip.pasted && changed(chip.pasted.text);
        return chip.pasted && text !== undefined && text !== chip.pasted.text
          ? [{ ...chip, ...chipOf({ ...chip.pasted, id: newId(), text }) }]
          : [];
      });
      for (const chip of chips) change(chip.id, chip);
      await takeAll(chips, null);
    },
    async retry(id) {
      const chip = waiting(id);
      if (chip?.state.type !== 'failed') return;
      change(id, { state: { type: 'reading' } });
      await takeAll([chip], chip.kind);
    },
    refit,
    remove(id) {
      running.get(id)?.abort();
      drawn.delete(id);
      composerFiles.dispatch({ type: 'files-removed', ids: [id] });
    },
    fit(attachments, earlier) {
      if (attachments.length > syncLimits.files) {
        refuseMore();
        return false;
      }
      const setting = needs.setting();
      if (!setting || !catalogue || attachments.length === 0) return true;
      const why = misfit(attachments.map(asSent), setting, catalogue, needs.saved(), earlier);
      if (why) showToast(errorToast(why));
      return !why;
    },
  };
}

const chipOf = (pasted: PastedText) => {
  const file = new File([pasted.text], pasted.name, { type: 'text/plain' });
  return { name: file.name, size: file.size, file, pasted };
};

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

class NotUploaded extends Error {}

function asSent({ name, part, mediaType }: Attachment) {
  const size = part.type === 'file' ? (part.data.length / 4) * 3 : part.text.length;
  return { name, mediaType, size };
}
