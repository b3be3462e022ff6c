import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { ByteRange } from '../http/range.ts';
import { refuse } from '../http/refuse.ts';
import { batchSize, type ListedObject, type ObjectStore } from './object-store.ts';

/** A bucket of a store that speaks S3, and a key that may list, read, write and delete in it. */
export interface S3Bucket {
  /** The origin of the store. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

interface S3Deps extends S3Bucket {
  /** What the names of these files begin with in the bucket, without the slash. */
  folder: string;
  /** Receives messages for the operator. */
  log(message: string): void;
  /** The time limit for the beginning of an answer (milliseconds). */
  timeout?: number;
}

interface RequestOptions {
  query?: Record<string, string>;
  body?: Blob;
  range?: ByteRange | undefined;
}

/** The pauses before repeating a failed request (milliseconds): a store may be busy for a moment. */
const pauses = [100, 500];
/** How long a check counts (milliseconds): anyone may ask whether the server is ready. */
const checkedFor = 1_000;
/** An upload may be this slow (bytes per millisecond). */
const slowest = 256;

/** The files of one folder in a bucket. A failure is logged and refused as `not-ready`. */
export function s3Store(deps: S3Deps): ObjectStore {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, folder, log, timeout = 10_000 } = deps;
  const cache = new Map<string, ArrayBuffer>();
  let checked: { at: number; outcome: Promise<void> } | undefined;

  async function once(
    method: string,
    key: string,
    { query, body, range }: RequestOptions,
  ): Promise<Response> {
    const url = `${endpoint}/${bucket}${key && `/${key}`}${query ? `?${new URLSearchParams(query)}` : ''}`;
    const keys = { region, accessKeyId, secretAccessKey, cache };
    const { headers } = await new AwsV4Signer({ url, method, service: 's3', ...keys }).sign();
    // Not signed: a proxy may change it. Compressed, the bytes would not be those of the range.
    headers.set('accept-encoding', 'identity');
    if (range) headers.set('range', `bytes=${range.start}-${range.end}`);
    const stop = new AbortController();
    const limit = setTimeout(
      () => stop.abort(new DOMException('', 'TimeoutError')),
      timeout + (body?.size ?? 0) / slowest,
    );
    try {
      const sent = { method, headers, redirect: 'manual', signal: stop.signal } as const;
      return await fetch(url, body ? { ...sent, body } : sent);
    } finally {
      // The answer itself may take longer.
      clearTimeout(limit);
    }
  }

  /** Repeats a request to a busy store; a failure of the store is logged for the operator and refused. */
  async function request(method: string, key: string, options: RequestOptions = {}): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const pause = pauses[attempt];
      const answer = await once(method, key, options).catch((error: Error) => error);
      if (answer instanceof Error) {
        if (pause === undefined || answer.name === 'TimeoutError') return unreachable(answer);
      } else if (answer.status < 500 && answer.status !== 429) return answer;
      else if (pause === undefined) return await unexpected(method, answer);
      else await answer.body?.cancel();
      await wait(pause);
    }
  }

  function unreachable(error: Error): never {
    const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
    log(`The file store at S3_ENDPOINT could not be reached (${code ?? error.name}).`);
    return unavailable();
  }

  /** Logs the status and code of the answer, but not the name of the file. */
  async function unexpected(method: string, answer: Response): Promise<never> {
    const code = between(await answer.text().catch(() => ''), '<Code>', '</Code>') ?? '';
    const why = hints[answer.status] ?? '';
    log(`The file store answered ${method} with ${[answer.status, code].join(' ').trim()}${why}.`);
    return unavailable();
  }

  async function list(query: Record<string, string>): Promise<string> {
    const answer = await request('GET', '', { query: { 'list-type': '2', ...query } });
    return answer.ok ? await answer.text() : await unexpected('GET', answer);
  }

  async function headBucket(): Promise<void> {
    const answer = await request('HEAD', '');
    if (!answer.ok) await unexpected('HEAD', answer);
  }

  return {
    async put(files) {
      for (const { name, path } of files) {
        const answer = await request('PUT', `${folder}/${name}`, { body: await openAsBlob(path) });
        if (!answer.ok) await unexpected('PUT', answer);
        await answer.body?.cancel();
      }
      for (const { path } of files) await rm(path, { force: true });
    },

    async find(name) {
      const key = `${folder}/${name}`;
      const found = await request('HEAD', key);
      if (found.status === 404) return undefined;
      if (!found.ok) return await unexpected('HEAD', found);
      return {
        size: Number(found.headers.get('content-length')),
        async open(range) {
          const answer = await request('GET', key, { range });
          if (answer.status === 404) throw await notFound(answer);
          if (answer.status !== (range ? 206 : 200) || !answer.body) return await unexpected('GET', answer);
          const bytes = Readable.fromWeb(answer.body as ReadableStream);
          return bytes.once('error', () => log('The file store broke off in the middle of a file.'));
        },
      };
    },

    async remove(name) {
      const answer = await request('DELETE', `${folder}/${name}`);
      if (answer.ok) return await answer.body?.cancel();
      // Some stores say so of a missing file; a missing bucket is another matter.
      const text = await answer.clone().text();
      if (!text.includes('<Code>NoSuchKey<')) await unexpected('DELETE', answer);
    },

    async *all() {
      let token: string | undefined;
      do {
        const page = await list({
          prefix: `${folder}/`,
          'max-keys': String(batchSize),
          ...(token && { 'continuation-token': token }),
        });
        yield listedIn(page, folder.length + 1);
        token = between(page, '<NextContinuationToken>', '</NextContinuationToken>');
      } while (token);
    },

    check() {
      const at = performance.now();
      if (!checked || at > checked.at + checkedFor) checked = { at, outcome: headBucket() };
      return checked.outcome;
    },
  };
}

const hints: Record<number, string> = {
  301: ': S3_REGION or S3_ENDPOINT is not that of S3_BUCKET',
  403: ': S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY do not allow it',
  404: ': there is no bucket of the name in S3_BUCKET',
};

function unavailable(): never {
  return refuse('not-ready', 'Files are unavailable right now. Try again in a moment.', {
    'retry-after': '10',
  });
}

async function notFound(answer: Response): Promise<Error> {
  await answer.body?.cancel();
  return Object.assign(new Error('The file is not in the store.'), { code: 'ENOENT' });
}

/** The entries on a page of a listing; names of ours have no character that XML writes differently. */
function listedIn(page: string, from: number): ListedObject[] {
  return page
    .split('<Contents>')
    .slice(1)
    .map((entry) => {
      const writtenAt = Date.parse(between(entry, '<LastModified>', '</LastModified>') ?? '');
      const key = between(entry, '<Key>', '</Key>') ?? '';
      return { name: key.slice(from), writtenAt: async () => writtenAt };
    });
}

function between(text: string, opening: string, closing: string): string | undefined {
  const start = text.indexOf(opening) + opening.length;
  const end = text.indexOf(closing, start);
  if (start < opening.length || end < 0) return undefined;
  return text.slice(start, end).replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
