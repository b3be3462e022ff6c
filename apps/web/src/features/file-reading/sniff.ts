import { megabyte } from '../../lib/text/bytes.ts';
import { counted } from '../../lib/text/counts.ts';
import { mediaTypeOf, neitherKind } from './file-kind.ts';
import { pictureSize, type Size } from './picture-size.ts';
import { RefusedFile } from './refused.ts';
import { headSize, looksLikeText, signatureOf } from './signatures.ts';

/** The type of a file, judging by its first bytes. */
export type Sniffed =
  | { type: 'picture'; mediaType: string; size: Size }
  | { type: 'pdf' | 'video'; mediaType: string }
  | { type: 'text'; mediaType: 'text/plain' };

/** More pixels than any camera's picture has; a decoded pixel takes four bytes. */
const mostPixels = 50_000_000;
const mostPictureBytes = 50 * megabyte;
/** More than the longest context window of any model. */
const mostTextBytes = 10 * megabyte;

const kindNames = { picture: 'a picture', pdf: 'a PDF', video: 'a video', text: 'text' } as const;
type Kind = keyof typeof kindNames;

/** Determines the type of a file from its first bytes. Rejects with `Refused` when it cannot be sent. */
export async function sniff(file: File): Promise<Sniffed> {
  const { name } = file;
  if (file.size === 0) throw new RefusedFile(`${name} is empty. Choose another file.`);
  const head = new Uint8Array(await readable(file, file.slice(0, headSize).arrayBuffer()));
  const claimed = claimOf(mediaTypeOf(file));
  const signature = signatureOf(head);
  const found = kindIn(head, signature, claimed);
  if (claimed && found !== claimed) throw notAsNamed(name, claimed);
  if (!found) throw new RefusedFile(neitherKind, true);
  if (found === 'picture') return await picture(file, signature ?? '');
  if (found === 'text') {
    if (file.size > mostTextBytes) throw tooLarge(name, mostTextBytes, 'Texts');
    return { type: 'text', mediaType: 'text/plain' };
  }
  // A specific name says more than a container that several formats share.
  return {
    type: found,
    mediaType: found === 'video' && /^video\//.test(file.type) ? file.type : (signature ?? ''),
  };
}

async function picture(file: File, mediaType: string): Promise<Sniffed> {
  const { name } = file;
  if (mediaType === 'image/tiff')
    throw new RefusedFile(
      `${name} is a TIFF, which models cannot read. Save it as PNG or JPEG and try again.`,
    );
  if (file.size > mostPictureBytes) throw tooLarge(name, mostPictureBytes, 'Pictures');
  const size = await readable(file, pictureSize(file, mediaType));
  if (!size) throw broken(name);
  if (size.width * size.height > mostPixels) {
    const { width, height } = size;
    throw new RefusedFile(
      `${name} has ${counted(width)} × ${counted(height)} pixels, more than the 50 million a picture may have. Make it smaller and try again.`,
    );
  }
  return { type: 'picture', mediaType, size };
}

export const broken = (name: string) =>
  new RefusedFile(`${name} cannot be read as a picture. It may be damaged: open it on your device to see.`);

const notAsNamed = (name: string, claimed: Kind) =>
  new RefusedFile(`${name} is not ${kindNames[claimed]}, though its name says so.`, true);

const tooLarge = (name: string, most: number, what: string) =>
  new RefusedFile(`${name} is too large: ${what} may be up to ${most / megabyte} MB. Choose a smaller one.`);

/** The kind of a media type; null when it is not one that we take. */
function claimOf(mediaType: string): Kind | null {
  if (mediaType.startsWith('text/')) return 'text';
  if (mediaType.startsWith('image/')) return 'picture';
  if (mediaType.startsWith('video/')) return 'video';
  return mediaType === 'application/pdf' ? 'pdf' : null;
}

/** Source code about PDFs may contain a PDF's signature near its beginning, and is still text. */
function kindIn(head: Uint8Array, signature: string | null, claimed: Kind | null): Kind | null {
  const isText = looksLikeText(head) && !(signature === 'application/pdf' && head[0] === 0x25);
  if (isText && (signature === null || claimed === 'text')) return 'text';
  return signature === null ? null : claimOf(signature);
}

/** A file is read from the disk: it may have been moved, changed or deleted since it was picked. */
export async function readable<Content>(file: File, reading: Promise<Content>): Promise<Content> {
  return await reading.catch(() => {
    throw new RefusedFile(
      `${file.name} could not be read: it has been moved or changed since you chose it. Choose it again.`,
    );
  });
}
