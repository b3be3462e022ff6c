import { type Ask, decode, decodeAs } from '../../lib/files/encoding/decode.ts';
import { base64 } from '../../lib/files/file.ts';
import type { Attachment, Thumbnail } from '../messages/index.ts';
import { fitted } from './fit.ts';
import { bareGif, barePng } from './lossless.ts';
import type { PictureBounds } from './picture-bounds.ts';
import type { Size } from './picture-size.ts';
import { redraw, Unreachable } from './redraw.ts';
import type { Drawing, Redrawn } from './redrawn.ts';
import { RefusedFile, Unanswered } from './refused.ts';
import { broken, readable, type Sniffed, sniff } from './sniff.ts';

// All the code that reads file contents: fetched with the first file.

export { sniff };

/** A file made ready. */
export interface Prepared {
  attachment: Attachment;
  /** What was done to it, for the user. */
  note?: string;
  /** The file to upload. */
  original: File;
  /** UTF-16 code units of a text. */
  length?: number;
}

/** Reads a file the way the model gets it. Rejects with `Refused` when it cannot be read. */
export async function prepare(file: File, seen: Sniffed, bounds: PictureBounds, ask: Ask): Promise<Prepared> {
  if (seen.type === 'picture') return await preparePicture(file, seen, bounds);
  if (seen.type === 'text') return await prepareText(file, ask);
  const data = await readable(file, base64(file));
  return { attachment: attachmentOf(file, seen.mediaType, data), original: file };
}

function attachmentOf({ name, size }: File, mediaType: string, data: string): Attachment {
  return { name, mediaType, size, part: { type: 'file', name, mediaType, data } };
}

async function prepareText(file: File, ask: Ask): Promise<Prepared> {
  const { text, encoding, isGuess } = await readText(file, ask);
  const utf8 = new Blob([text]);
  const attachment = attachmentOf(file, 'text/plain', await base64(utf8));
  return {
    attachment: isGuess ? { ...attachment, readAs: encoding } : attachment,
    ...(isGuess && {
      note: `It is not UTF-8, so it was read as ${encoding}. If it shows wrong characters, save it as UTF-8 and add it again.`,
    }),
    length: text.length,
    original: stored(file, encoding === 'UTF-8' ? file : utf8),
  };
}

async function readText(file: File, ask: Ask) {
  const bytes = new Uint8Array(await readable(file, file.arrayBuffer()));
  const read = decode(bytes);
  if (!read) throw new RefusedFile(`${file.name} is not text, though its name says so.`, true);
  if (!('candidates' in read)) return read;
  const chosen = await ask(read.candidates);
  if (!chosen) throw new Unanswered();
  return decodeAs(bytes, chosen);
}

const textNames = /\.(txt|text|md|markdown|csv|tsv|log)$/i;

/** Our server stores texts as UTF-8 under text file names: a file that a browser might run gets .txt appended. */
function stored(file: File, content: Blob): File {
  const { name } = file;
  if (content === file && textNames.test(name)) return file;
  return new File([content], textNames.test(name) ? name : `${name}.txt`, { type: 'text/plain' });
}

type Picture = Sniffed & { type: 'picture' };

async function preparePicture(file: File, seen: Picture, bounds: PictureBounds): Promise<Prepared> {
  const original = await asItIs(file, seen, bounds);
  const drawn = await draw(file, seen, original ? null : bounds);
  const sent = original?.blob ?? drawn.large?.blob;
  if (!sent)
    throw new RefusedFile(`${file.name} cannot be made small enough for this model. Make it smaller.`);
  const note = original ? undefined : noteOf(drawn, seen);
  const attachment = attachmentOf(file, sent.type, await base64(sent));
  return {
    attachment: { ...attachment, thumbnail: thumbnailOf(drawn) },
    ...(note !== undefined && { note }),
    original: file,
  };
}

const thumbnailOf = ({ thumbnail: { blob, width, height } }: Redrawn): Thumbnail => ({ blob, width, height });

/** The picture's own bytes without its metadata, when they can be sent as they are; otherwise null. */
async function asItIs(file: File, { mediaType, size }: Picture, bounds: PictureBounds) {
  if (!bounds.types.includes(mediaType) || file.size > bounds.bytes) return null;
  const isGif = mediaType === 'image/gif';
  if (!isGif && (mediaType !== 'image/png' || !isWithin(size, bounds))) return null;
  const bytes = new Uint8Array(await readable(file, file.arrayBuffer()));
  const gif = isGif ? bareGif(bytes) : null;
  // An animated one would stand still if it were redrawn.
  if (gif && (gif.isMoving || isWithin(size, bounds))) return gif;
  const png = isGif ? null : barePng(bytes);
  return png && { blob: png, isMoving: false };
}

function isWithin(size: Size, bounds: PictureBounds): boolean {
  return fitted(size, bounds).width === size.width;
}

const connection = 'Check your internet connection, then add it again.';

async function draw(file: File, { mediaType }: Picture, large: Drawing['large']): Promise<Redrawn> {
  const prefersPng = mediaType !== 'image/jpeg' && mediaType !== 'image/heic';
  try {
    return await redraw(file, { large, prefersPng });
  } catch (error) {
    if (error instanceof Unreachable)
      throw new RefusedFile(`${file.name} could not be opened. ${connection}`);
    // If the file was moved or changed meanwhile, the picture is not at fault.
    await readable(file, file.slice(0, 1).arrayBuffer());
    const kind = { 'image/heic': 'HEIC', 'image/avif': 'AVIF' }[mediaType];
    throw kind
      ? new RefusedFile(
          `This browser cannot read ${kind} pictures, so ${file.name} was not added. Save it as JPEG and try again.`,
        )
      : broken(file.name);
  }
}

function noteOf({ size, large }: Redrawn, { mediaType }: Picture): string {
  const isSmaller = large && large.width < size.width;
  return [
    isSmaller && `Scaled to ${large.width} × ${large.height} pixels for the model.`,
    mediaType === 'image/gif' && 'Only its first picture is sent.',
    'Location and camera details are removed.',
  ]
    .filter(Boolean)
    .join(' ');
}
