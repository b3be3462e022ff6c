import { thumbnailName } from '@polylogue/sync';
import { blobOf } from '../../../lib/files/file.ts';
import type { Attachment, FilePart } from '../../messages/index.ts';
import type { Thread } from '../../thread/index.ts';

/** What is stored of a message's files, by name. */
type FileOf = <Value>(messageId: string, name: string) => Promise<Value | undefined>;

/** Shows the thumbnails of files once they are fetched, or drawn. */
export async function showThumbnails(thread: Thread, file: FileOf): Promise<void> {
  async function thumbnailOf(messageId: string, attachment: Attachment, place: number) {
    const here =
      attachment.thumbnail ?? (await file<Attachment['thumbnail']>(messageId, thumbnailName(place)));
    if (here || !attachment.mediaType.startsWith('image/')) return here;
    const part = await attachment.load?.();
    return part && drawn(part);
  }
  for (const message of thread.read().messages) {
    if (message.role === 'assistant' || message.attachments.length === 0) continue;
    // Not whole files: their bytes may come meanwhile, to be sent.
    const loaded = await Promise.all(
      message.attachments.map(async (attachment, place) => {
        // One that could not be fetched just now must not keep the others away.
        const thumbnail = await thumbnailOf(message.id, attachment, place).catch(() => null);
        return thumbnail && thumbnail !== attachment.thumbnail ? { thumbnail } : {};
      }),
    );
    if (loaded.some(({ thumbnail }) => thumbnail)) thread.filesLoaded(message.id, loaded);
  }
}

/** The thumbnail of a picture that was attached on another device. */
async function drawn(part: FilePart) {
  if (part.type !== 'file') return null;
  const [{ redrawn }, picture] = await Promise.all([
    import('../../file-reading/redrawn.ts'),
    blobOf(part.data, part.mediaType),
  ]);
  return (await redrawn(picture, { large: null, prefersPng: false })).thumbnail;
}
