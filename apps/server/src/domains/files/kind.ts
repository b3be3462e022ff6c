import { fileTypeFromBuffer } from 'file-type';

/** A kind of file we accept: its name, its declared type and its content must all match. */
export interface FileKind {
  mediaType: string;
  extensions: string[];
  declared: string[];
  /** The types that its first bytes are recognised as; text has none. */
  signatures: string[] | 'text';
}

const kinds: FileKind[] = [
  kind('application/pdf', ['pdf']),
  {
    mediaType: 'text/plain',
    extensions: ['txt', 'text', 'md', 'markdown', 'csv', 'tsv', 'log'],
    declared: [
      'text/plain',
      'text/markdown',
      'text/x-markdown',
      'text/csv',
      'text/tab-separated-values',
      'text/x-log',
      // Windows' type for .csv once a spreadsheet program is installed.
      'application/vnd.ms-excel',
    ],
    signatures: 'text',
  },
  kind('image/png', ['png'], ['image/apng']),
  kind('image/jpeg', ['jpg', 'jpeg'], ['image/jpg', 'image/pjpeg']),
  kind('image/webp', ['webp']),
  kind('image/gif', ['gif']),
  kind('video/mp4', ['mp4', 'm4v'], ['video/x-m4v']),
  kind('video/webm', ['webm']),
  kind('video/quicktime', ['mov']),
];

function kind(mediaType: string, extensions: string[], alsoKnownAs: string[] = []): FileKind {
  const names = [mediaType, ...alsoKnownAs];
  return { mediaType, extensions, declared: names, signatures: names };
}

// For unknown extensions, browsers declare nothing, or this.
const unspecified = ['', 'application/octet-stream'];

/** The kind a file claims to be, by its name and declared type; undefined if they disagree or we do not accept it. */
export function claimedKind(name: string, declaredType: string): FileKind | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = declaredType.toLowerCase();
  return kinds.find(
    (one) => one.extensions.includes(extension) && [...unspecified, ...one.declared].includes(type),
  );
}

/** How many of the first bytes the recogniser needs. */
const sampleSize = 4100;

/** Passes the bytes on as long as they match the kind; otherwise calls `onMismatch` (which throws). */
export async function* asClaimed(
  bytes: AsyncIterable<Buffer>,
  { signatures }: FileKind,
  onMismatch: () => never,
): AsyncIterable<Buffer> {
  const check = signatures === 'text' ? textCheck(onMismatch) : signatureCheck(signatures, onMismatch);
  for await (const chunk of bytes) {
    await check(chunk);
    yield chunk;
  }
  await check(undefined);
}

/** Receives each chunk, then undefined at the end. */
type ChunkCheck = (chunk: Buffer | undefined) => Promise<void>;

function signatureCheck(signatures: string[], onMismatch: () => never): ChunkCheck {
  let sample: Buffer | undefined = Buffer.alloc(0);
  return async (chunk) => {
    if (!sample) return;
    if (chunk) sample = Buffer.concat([sample, chunk.subarray(0, sampleSize)]);
    if (chunk && sample.length < sampleSize) return;
    const found = await fileTypeFromBuffer(sample.subarray(0, sampleSize)).catch(() => undefined);
    if (!found || !signatures.includes(found.mime)) onMismatch();
    sample = undefined;
  };
}

function textCheck(onMismatch: () => never): ChunkCheck {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return async (chunk) => {
    try {
      if (decoder.decode(chunk, { stream: chunk !== undefined }).includes('\0')) onMismatch();
    } catch {
      onMismatch();
    }
  };
}
