import { syncLimits } from '@polylogue/sync';
import { lazy } from '../../../lib/lazy/lazy.ts';
import type { Clock } from '../../../lib/schedule/clock.ts';
import { live } from '../../../lib/state/live.ts';
import { NotReady, openFiles } from '../../composer/files/index.ts';
import { kindOf, mediaTypeOf, type UploadKind, wrongKind } from '../../file-reading/file-kind.ts';
import { RefusedFile } from '../../file-reading/refused.ts';
import type { Choice } from '../../keys/index.ts';
import type { Attachment } from '../../messages/index.ts';
import { errorToast } from '../words.ts';
import type { ChatFile, Preparing, PreparingNeeds, SentFile } from './preparing.ts';

export interface AttachingNeeds extends PreparingNeeds {
  clock: Clock;
  /** Called with the files that were picked together and have been uploaded. */
  onUploaded(files: readonly ChatFile[]): void;
}

/** Loaded when idle, or with the first file. */
export const preparingCode = lazy(() => import('./preparing.ts'));

/** Milliseconds for which the upload button is highlighted after a success. */
const highlightTime = 1_000;

export type Attaching = ReturnType<typeof openAttaching>;

/** Puts files beside the text box of a chat. */
export function openAttaching(needs: AttachingNeeds) {
  const { showToast } = needs;
  const highlighted = live<UploadKind | null, UploadKind | null>(null, (_, kind) => kind);
  let endHighlight = () => {};
  /** Null until there has been a file: nothing has been read until then. */
  let preparing: Preparing | null = null;

  async function readyToPrepare(): Promise<Preparing> {
    const code = await preparingCode.fetch().catch(() => null);
    if (!code) throw new NotReady('Could not be opened. Check your internet connection.');
    preparing ??= code.openPreparing(needs, () => files.read());
    return preparing;
  }

  const files = openFiles<SentFile, UploadKind>({
    most: syncLimits.files,
    onTooMany: refuseMore,
    mediaTypeOf,
    isInsertable: () => true,
    areTextsLate: false,
    async prepare(file, work) {
      const ready = await (await readyToPrepare()).prepare(file, work);
      if (file.kind && !work.signal.aborted) highlight(file.kind);
      return ready;
    },
    onPut: takeAll,
  });

  function refuseMore() {
    const title = `A message can have at most ${syncLimits.files} files`;
    showToast(errorToast(title, 'Send the others in another message'));
  }

  function highlight(kind: UploadKind) {
    endHighlight();
    highlighted.dispatch(kind);
    endHighlight = needs.clock.after(highlightTime, () => highlighted.dispatch(null));
  }

  /** Redraws the pictures beside the text box from their originals when the chosen model now needs them different. */
  async function refit() {
    const others = preparing?.toRedraw() ?? [];
    if (!preparing || others.length === 0) return;
    await files.prepare(others, preparing.redraw);
    // Yet another model may have been chosen meanwhile.
    await refit();
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

  /** Makes files ready that were put there together, and passes on those that are to be sent right away. */
  async function takeAll(some: readonly ChatFile[]) {
    const kind = some[0]?.kind ?? null;
    reportRefused(showToast, await files.prepare(some), kind);
    // Another model may have been chosen meanwhile.
    await refit();
    const ready = some
      .flatMap(({ id }) => files.find(id) ?? [])
      .filter(({ state }) => state.type === 'ready');
    if (kind && ready.length > 0) needs.onUploaded(ready);
  }

  return {
    ...files,
    /** The upload button that is highlighted. */
    highlighted,
    /** Uploads the files and passes them on when each has arrived or failed. */
    async upload(picked: readonly File[], kind: UploadKind) {
      const isKnown = picked.every((file) => kindOf(file) !== null || file.type !== '');
      const kinds = isKnown ? picked.map(kindOf) : await Promise.all(picked.map(kindFor));
      const right = picked.filter((_, at) => kinds[at] === kind);
      const others = picked.filter((file) => !right.includes(file)).map(({ name }) => name);
      if (others.length > 0) {
        const leftOut = picked.length > 1 ? `Left out: ${others.join(', ')}.` : undefined;
        showToast(errorToast(wrongKind[kind], leftOut));
      }
      await takeAll(files.put(right, kind));
    },
    /** Replaces each pasted text by what this makes of it. */
    changeTexts: (change: (text: string) => string) => takeAll(files.changeTexts(change)),
    refit,
    /**
     * Whether the model of `choice`, or else the chosen one, can take these; if not, a toast has said why. `earlier` are the bytes of files already in
     * the conversation, in base64.
     */
    fit(attachments: readonly Attachment[], earlier: number, choice?: Choice | null): boolean {
      if (attachments.length > syncLimits.files) {
        refuseMore();
        return false;
      }
      const why = preparing?.misfitOfAll(attachments, earlier, choice);
      if (why) showToast(errorToast(why));
      return !why;
    },
  };
}

/** Says why files were not taken, in one toast. */
function reportRefused(
  showToast: AttachingNeeds['showToast'],
  errors: readonly unknown[],
  kind: UploadKind | null,
) {
  const refusals = errors.filter((error) => error instanceof RefusedFile);
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
