import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { ByteRange } from '../http/range.ts';
import { refuse } from '../http/refuse.ts';

/** A bucket of a store that speaks S3, and a key that may list, read, write and delete in it. */
export interface S3Bucket {
  /** The origin of the store. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

interface RequestOptions {
  query?: Record<string, string>;
  body?: Blob;
  range?: ByteRange | undefined;
}

/** The pauses before repeating a failed request (milliseconds): a store may be busy for a moment. */
const pauses = [100, 500];
/** An upload may be this slow (bytes per millisecond). */
const slowest = 256;

/** Signed requests to a bucket. A failure of the store is logged for the operator, and refused as `not-ready`. */
export function s3Requests({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
  log,
  timeout = 10_000,
}: S3Bucket & {
  /** Receives messages for the operator. */
  log(message: string): void;
  /** The time limit for the beginning of an answer (milliseconds). */
  timeout?: number;
}) {
  const cache = new Map<string, ArrayBuffer>();

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

  /** Repeats a request to a busy store. */
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

  return { request, unexpected };
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

/** What stands between two texts, the first time they are a pair. */
export function between(text: string, opening: string, closing: string): string | undefined {
  const start = text.indexOf(opening) + opening.length;
  const end = text.indexOf(closing, start);
  if (start < opening.length || end < 0) return undefined;
  return text.slice(start, end).replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
