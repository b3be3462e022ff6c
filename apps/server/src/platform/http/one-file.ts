import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { RefusedError, refuse } from './refuse.ts';

/** A file on its way in. */
export interface Incoming {
  name: string;
  /** What the sender says it is, without parameters. */
  declaredType: string;
  /** What the sender says the whole request weighs, in bytes; unknown when it comes in chunks. */
  announced: number | undefined;
  /** Ends only when the request held this file and nothing else; throws a refusal otherwise. */
  bytes: AsyncIterable<Buffer>;
  /** False once the sender has hung up, and will not hear that it arrived. */
  isAwaited(): boolean;
}

/** The one file of a multipart request; anything else in it is refused, at the latest when the bytes end. */
export async function oneFile(request: FastifyRequest, field: string): Promise<Incoming> {
  if (!request.isMultipart()) refuse('wrong-content-type', 'Send the file as multipart/form-data.');
  const parts = request.parts({ limits: { parts: 1, fileSize: Number.POSITIVE_INFINITY } });
  const { value: part } = await parts.next().catch(unreadable);
  if (part?.type !== 'file' || part.fieldname !== field) {
    return refuse('bad-input', `Send one file, in the field "${field}".`);
  }
  const length = Number(request.headers['content-length']);
  return {
    // The one letter of a name that browsers escape.
    name: part.filename.replaceAll('%22', '"'),
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
    isAwaited: () => request.raw.socket.writable,
  };
}

/** For what takes its time after the last byte: an upload that was called off meanwhile is not to be stored. */
export function mustBeAwaited({ isAwaited }: Incoming) {
  if (!isAwaited()) brokeOff();
}

/**
 * Lets what is still coming of a refused upload come and go: a browser reads our answer only when it has sent
 * everything, and a closed socket would show it a broken connection in place of the sentence.
 */
export function letGo(request: IncomingMessage) {
  let left = 64 * 1024 * 1024;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  // unpipe has paused it.
  request.resume();
}

function unreadable(error: unknown): never {
  if (error instanceof RefusedError) throw error;
  if ((error as { code?: string }).code === 'FST_PARTS_LIMIT')
    return refuse('bad-input', 'Send one file at a time.');
  return brokeOff();
}

function brokeOff(): never {
  return refuse('bad-input', 'The upload broke off or could not be read. Please try again.');
}
