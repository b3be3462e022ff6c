import type { Blobs, Draft } from '../../platform/files/blobs.ts';
import { type Incoming, mustBeAwaited } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { Renderer } from '../../platform/images/renderer.ts';
import { asClaimed, claimedKind, type Kind } from './kind.ts';
import { longestGiven, safeName } from './name.ts';

export interface IntakeDeps {
  blobs: Blobs;
  renderer: Renderer;
}

/** How much may come, and from whom. */
export interface Bounds {
  fileBytes: number;
  /** Is told of each piece before it is written, and may refuse. */
  grow(bytes: number): void;
  /** Whose turn it takes where only so much can be done at once. */
  asker: string;
}

/** A file that is on the disk, and what it is; not stored yet. */
export interface Arrival {
  draft: Draft;
  name: string;
  mediaType: string;
  /** Bytes, as they will be stored. */
  size: number;
  isRedrawn: boolean;
}

export const thumbnail = 'thumbnail';
const thumbnailSide = 256;
/** A picture written anew may be larger than it was. */
const growth = 2;

/** Takes files in: checked while they come, pictures drawn anew without what their camera wrote into them. */
export function intake({ blobs, renderer }: IntakeDeps) {
  async function redrawn(draft: Draft, kind: Kind, { fileBytes, asker }: Bounds): Promise<number> {
    const whole = { kind: 'same', path: draft.place('') } as const;
    const small = {
      kind: 'within',
      width: thumbnailSide,
      height: thumbnailSide,
      path: draft.place(thumbnail),
    } as const;
    const { format, sizes } = await renderer.render(
      { source: draft.path, renderings: [whole, small] },
      asker,
    );
    if (`image/${format}` !== kind.mediaType) notAsClaimed();
    const [size = 0] = sizes;
    if (size > growth * fileBytes) tooLarge(fileBytes);
    return size;
  }

  return {
    /** Refuses what has a wrong name, type or content, or is too large; then nothing is left of it. */
    async take(incoming: Incoming, bounds: Bounds): Promise<Arrival> {
      if (incoming.name.length > longestGiven) nameTooLong();
      const name = safeName(incoming.name);
      const kind = claimedKind(name, incoming.declaredType) ?? wrongType(incoming);
      const draft = await blobs.take(asClaimed(metered(incoming.bytes, bounds), kind, notAsClaimed));
      try {
        const isRedrawn = kind.mediaType.startsWith('image/');
        const size = isRedrawn ? await redrawn(draft, kind, bounds) : draft.size;
        mustBeAwaited(incoming);
        return { draft, name, mediaType: kind.mediaType, size, isRedrawn };
      } catch (error) {
        await draft.drop();
        throw error;
      }
    },

    /** Stores it and then its record: a record never leads to bytes that are not there. */
    async store({ draft, isRedrawn }: Arrival, remember: () => Promise<void>): Promise<void> {
      try {
        if (isRedrawn) await draft.keepRendered([thumbnail, '']);
        else await draft.keep();
        await remember();
      } catch (error) {
        await draft.drop();
        throw error;
      }
    },
  };
}

/** Refuses before anything is read what says itself that it is too large. */
export function refuseHuge({ announced = 0 }: Incoming, fileBytes: number) {
  if (announced > fileBytes + wrapping) tooLarge(fileBytes);
}

/** Bytes a multipart request holds beside its file: boundaries, headers, a long name. */
export const wrapping = 16 * 1024;

/** The bytes of a file, refused once they are too many, or were none. */
export async function* metered(bytes: AsyncIterable<Buffer>, { fileBytes, grow }: Omit<Bounds, 'asker'>) {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > fileBytes) tooLarge(fileBytes);
    grow(chunk.length);
    yield chunk;
  }
  if (size === 0) refuse('bad-input', 'This file is empty. Please choose another one.');
}

const documentSentence = 'Invalid file type. Please upload a PDF or text document.';
const mediaSentence = 'Invalid file type. Please upload an image or video file.';

function wrongType({ declaredType }: Incoming): never {
  const isMedia = /^(image|video)\//i.test(declaredType);
  return refuse('wrong-file-type', isMedia ? mediaSentence : documentSentence);
}

function nameTooLong(): never {
  return refuse('bad-input', 'The name of this file is too long. Please give it a shorter one.');
}

function notAsClaimed(): never {
  return refuse('wrong-file-type', 'Invalid file type. The content of this file is not what its name says.');
}

function tooLarge(fileBytes: number): never {
  const megabytes = fileBytes / 1024 / 1024;
  return refuse('too-large', `This file is larger than ${megabytes} MB. Please choose a smaller one.`);
}
