import type { Blobs, DraftBlob } from '../../platform/files/blobs.ts';
import { dropUnlessRecorded } from '../../platform/files/orphans.ts';
import { type Incoming, mustBeConnected } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { Renderer } from '../../platform/images/renderer.ts';
import { asClaimed, claimedKind, type FileKind } from './kind.ts';
import { maxGivenLength, safeName } from './name.ts';
import type { FileStore } from './store.ts';

export interface IntakeDeps {
  blobs: Blobs;
  renderer: Renderer;
  store: Pick<FileStore, 'known'>;
}

/** How much may arrive, and from whom. */
export interface UploadLimits {
  fileBytes: number;
  /** Called with each piece before it is written, and with what re-encoding adds; may refuse. */
  grow(bytes: number): void | Promise<void>;
  /** The account or address in the queue for processing, which handles few files at a time. */
  requester: string;
}

/** A file on the disk with its kind; not stored yet. */
export interface ReceivedFile {
  draft: DraftBlob;
  name: string;
  mediaType: string;
  /** Size in the form to be stored (bytes). */
  size: number;
  isRedrawn: boolean;
}

export const thumbnail = 'thumbnail';
const thumbnailSide = 256;
/** A re-encoded picture may be larger than the original. */
const maxGrowth = 2;

/** Receives files: checked as they arrive, with pictures re-encoded without their metadata. */
export function intake({ blobs, renderer, store: records }: IntakeDeps) {
  async function redrawn(
    draft: DraftBlob,
    kind: FileKind,
    { fileBytes, requester }: UploadLimits,
  ): Promise<number> {
    const fullSize = { kind: 'same', path: draft.pathOf('') } as const;
    const small = {
      kind: 'within',
      width: thumbnailSide,
      height: thumbnailSide,
      path: draft.pathOf(thumbnail),
    } as const;
    const { format, sizes } = await renderer.render(
      { source: draft.path, renderings: [fullSize, small] },
      requester,
    );
    if (`image/${format}` !== kind.mediaType) notAsClaimed();
    const [size = 0] = sizes;
    if (size > maxGrowth * fileBytes) tooLarge(fileBytes);
    return size;
  }

  return {
    /** Refuses a wrong name, type or content, or a file that is too large; then nothing is left of it. */
    async take(incoming: Incoming, limits: UploadLimits): Promise<ReceivedFile> {
      if (incoming.name.length > maxGivenLength) nameTooLong();
      const name = safeName(incoming.name);
      const kind = claimedKind(name, incoming.declaredType) ?? wrongType(incoming);
      const draft = await blobs.take(asClaimed(metered(incoming.bytes, limits), kind, notAsClaimed));
      try {
        const isRedrawn = kind.mediaType.startsWith('image/');
        const size = isRedrawn ? await redrawn(draft, kind, limits) : draft.size;
        if (size > draft.size) await limits.grow(size - draft.size);
        mustBeConnected(incoming);
        return { draft, name, mediaType: kind.mediaType, size, isRedrawn };
      } catch (error) {
        await draft.drop();
        throw error;
      }
    },

    /** Stores the file and then its record: a record never points to missing bytes. */
    async store({ draft, isRedrawn }: ReceivedFile, addRecord: () => Promise<void>): Promise<void> {
      try {
        if (isRedrawn) await draft.storeRendered([thumbnail, '']);
        else await draft.store();
      } catch (error) {
        await draft.drop();
        throw error;
      }
      await addRecord().catch(async (error) => {
        await dropUnlessRecorded(draft, records.known);
        throw error;
      });
    },
  };
}

/** Refuses, before reading anything, a request that declares that it is too large. */
export function refuseTooLarge({ announced = 0 }: Incoming, fileBytes: number) {
  if (announced > fileBytes + multipartOverhead) tooLarge(fileBytes);
}

/** The bytes in a multipart request besides its file: boundaries, headers, a long name. */
export const multipartOverhead = 16 * 1024;

/** The bytes of a file, refused if there are too many, or none. */
export async function* metered(
  bytes: AsyncIterable<Buffer>,
  { fileBytes, grow }: Omit<UploadLimits, 'requester'>,
) {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > fileBytes) tooLarge(fileBytes);
    await grow(chunk.length);
    yield chunk;
  }
  if (size === 0) refuse('bad-input', 'This file is empty. Choose another one.');
}

const documentSentence = 'Invalid file type. Please upload a PDF or text document.';
const mediaSentence = 'Invalid file type. Please upload an image or video file.';

function wrongType({ declaredType }: Incoming): never {
  const isMedia = /^(image|video)\//i.test(declaredType);
  return refuse('wrong-file-type', isMedia ? mediaSentence : documentSentence);
}

function nameTooLong(): never {
  return refuse('bad-input', 'The name of this file is too long. Give it a shorter one.');
}

function notAsClaimed(): never {
  return refuse('wrong-file-type', 'Invalid file type. The content of this file does not match its name.');
}

function tooLarge(fileBytes: number): never {
  const megabytes = fileBytes / 1024 / 1024;
  return refuse('too-large', `This file is larger than ${megabytes} MB. Choose a smaller one.`);
}
