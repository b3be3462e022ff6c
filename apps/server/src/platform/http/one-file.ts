import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { RefusedError, refuse } from './refuse.ts';

/** A file that is arriving. */
export interface Incoming {
  name: string;
  /** The type that the sender declares, without parameters. */
  declaredType: string;
  /** The size of the whole request that the sender declares (bytes); unknown if it is chunked. */
  announced: number | undefined;
  /** Ends only if the request contained this file and nothing else; otherwise throws a refusal. */
  bytes: AsyncIterable<Buffer>;
  /** False once the sender has hung up, and will not see the answer. */
  isConnected(): boolean;
}

/** The one file in a multipart request; anything else in it is refused, at the latest at the end. */
export async function oneFile(request: FastifyRequest, field: string): Promise<Incoming> {
  if (!request.isMultipart()) refuse('wrong-content-type', 'Send the file as multipart/form-data.');
  const parts = request.parts({ limits: { parts: 1, fileSize: Number.POSITIVE_INFINITY } });
  const { value: part } = await parts.next().catch(unreadable);
  // A part of type application/octet-stream counts as a file even without a name, whatever the types say.
  if (part?.type !== 'file' || part.fieldname !== field || typeof part.filename !== 'string') {
    return refuse('bad-input', `Send one file, in the field "${field}".`);
  }
  const length = Number(request.headers['content-length']);
  return {
    // The only characters in a name that browsers escape: quotes and line breaks.
    name: part.filename.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n'),
    declaredType: part.mimetype,
    announced: Number.isNaN(length) ? undefined : length,
    bytes: (async function* () {
      try {
        yield* part.file;
        await parts.next();
      } catch (error) {
        unreadable(error);
      }
    })(),
    isConnected: () => request.raw.socket.writable,
  };
}

/** Call after slow work on an upload: if the sender has cancelled it meanwhile, it must not be stored. */
export function mustBeConnected({ isConnected }: Incoming) {
  if (!isConnected()) brokeOff();
}

/**
 * Reads and discards the rest of a refused upload: a browser reads our answer only after sending everything, and a
 * closed socket would show a broken connection instead of the sentence.
 */
export function drain(request: IncomingMessage) {
  let left = 64 * 1024 * 1024;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  // unpipe has paused the request.
  request.resume();
}

function unreadable(error: unknown): never {
  if (error instanceof RefusedError) throw error;
  if ((error as { code?: string }).code === 'FST_PARTS_LIMIT')
    return refuse('bad-input', 'Send one file at a time.');
  return brokeOff();
}

function brokeOff(): never {
  return refuse('bad-input', 'The upload was interrupted or could not be read. Try again.');
}
