import { thumbnailName } from '@polylogue/sync';
import { blobOf } from '../../../lib/files/file.ts';
import type { Attachment, FilePart } from '../../messages/index.ts';
import type { Thread } from '../../thread/index.ts';

/** What is stored of a message's files, by name. */
type FileOf = <Value>(messageId: string, name: string) => Promise<Value | undefined>;

type Question = Extract<ReturnType<Thread['read']>['messages'][number], { role: 'user' }>;

export type Thumbnails = ReturnType<typeof openThumbnails>;

/** The thumbnails of a conversation's files. */
export function openThumbnails(thread: Thread, file: FileOf) {
  // Whole pictures are fetched: more at once would compete for the same connection.
  let earlier: Promise<unknown> = Promise.resolve();
  /** Those that were fetched, or are nowhere. */
  const settled = new Set<string>();

  const storedOf = (messageId: string, place: number) =>
    file<Attachment['thumbnail']>(messageId, thumbnailName(place));

  // Not whole files: their bytes may come meanwhile, to be sent.
  const put = ({ id, attachments }: Question, place: number, thumbnail: Attachment['thumbnail'] | null) =>
    thumbnail &&
    thread.filesLoaded(
      id,
      attachments.map((_, at) => (at === place ? { thumbnail } : {})),
    );

  async function show(messageId: string, place: number) {
    const key = `${messageId} ${place}`;
    const message = thread.read().messages.find(({ id }) => id === messageId);
    if (message?.role !== 'user' || settled.has(key)) return;
    const attachment = message.attachments[place];
    if (!attachment || attachment.thumbnail) return;
    const stored = await storedOf(messageId, place);
    const part = stored ? null : await (attachment.load?.() ?? attachment.part);
    settled.add(key);
    put(message, place, stored ?? (part && (await drawn(part))));
  }

  return {
    /** Shows those that this browser has. */
    async showStored(): Promise<void> {
      for (const message of thread.read().messages) {
        if (message.role === 'assistant') continue;
        // One that could not be read just now must not keep the others away.
        for (const [place, { thumbnail }] of message.attachments.entries())
          if (!thumbnail) put(message, place, await storedOf(message.id, place).catch(() => null));
      }
    },
    /** Shows that of a picture, by its place, which may have been attached on another device: fetches it if need be. */
    want(messageId: string, place: number): void {
      earlier = earlier.then(() => show(messageId, place)).catch(() => {});
    },
  };
}

async function drawn(part: FilePart) {
  if (part.type !== 'file') return null;
  const [{ redraw }, picture] = await Promise.all([
    import('../../file-reading/redraw.ts'),
    blobOf(part.data, part.mediaType),
  ]);
  return (await redraw(picture, { large: null, prefersPng: false })).thumbnail;
}
