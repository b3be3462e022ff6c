import { fileTypeFromBuffer } from 'file-type';

/** A kind of file we accept: its name, its declared type and its content must all match. */
export interface Kind {
  mediaType: string;
  extensions: string[];
  declared: string[];
  /** The types that its first bytes are recognised as; text has none. */
  marks: string[] | 'text';
}

const kinds: Kind[] = [
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
    marks: 'text',
  },
  kind('image/png', ['png'], ['image/apng']),
  kind('image/jpeg', ['jpg', 'jpeg'], ['image/jpg', 'image/pjpeg']),
  kind('image/webp', ['webp']),
  kind('image/gif', ['gif']),
  kind('video/mp4', ['mp4', 'm4v'], ['video/x-m4v']),
  kind('video/webm', ['webm']),
  kind('video/quicktime', ['mov']),
];

function kind(mediaType: string, extensions: string[], alsoKnownAs: string[] = []): Kind {
  const names = [mediaType, ...alsoKnownAs];
  return { mediaType, extensions, declared: names, marks: names };
}

// For unknown extensions, browsers declare nothing, or this.
const saysNothing = ['', 'application/octet-stream'];

/** The kind a file claims to be, by its name and declared type; undefined if they disagree or we do not accept it. */
export function claimedKind(name: string, declaredType: string): Kind | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = declaredType.toLowerCase();
  return kinds.find(
    (one) => one.extensions.includes(extension) && [...saysNothing, ...one.declared].includes(type),
  );
}

/** How many of the first bytes the recogniser needs. */
const sampleSize = 4100;

/** Passes the bytes on as long as they match the kind; otherwise calls `isNot` (which throws). */
export async function* asClaimed(
  bytes: AsyncIterable<Buffer>,
  { marks }: Kind,
  isNot: () => never,
): AsyncIterable<Buffer> {
  const see = marks === 'text' ? textReader(isNot) : markReader(marks, isNot);
  for await (const chunk of bytes) {
    await see(chunk);
    yield chunk;
  }
  await see(undefined);
}

/** Receives each chunk, then undefined at the end. */
type Reader = (chunk: Buffer | undefined) => Promise<void>;

function markReader(marks: string[], isNot: () => never): Reader {
  let sample: Buffer | undefined = Buffer.alloc(0);
  return async (chunk) => {
    if (!sample) return;
    if (chunk) sample = Buffer.concat([sample, chunk.subarray(0, sampleSize)]);
    if (chunk && sample.length < sampleSize) return;
    const found = await fileTypeFromBuffer(sample.subarray(0, sampleSize)).catch(() => undefined);
    if (!found || !marks.includes(found.mime)) isNot();
    sample = undefined;
  };
}

function textReader(isNot: () => never): Reader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return async (chunk) => {
    try {
      if (decoder.decode(chunk, { stream: chunk !== undefined }).includes('\0')) isNot();
    } catch {
      isNot();
    }
  };
}
