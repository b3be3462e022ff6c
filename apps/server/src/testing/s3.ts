import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { S3Bucket } from '../platform/files/s3-requests.ts';
import { afterwards } from './lifetime.ts';

/** What goes wrong: the store is too busy, never answers, or breaks off in the middle of a file. */
type StoreFault = 'busy' | 'silent' | 'breaks-off';

const bucket = 'polylogue';
const key = { accessKeyId: 'ada', secretAccessKey: 'secret/of+ada' };
const region = 'eu-test-1';

/** An imitation of a store that speaks S3: one bucket in memory, and signatures checked as the standard says. */
export async function s3Server({ pageLength = 1_000 } = {}) {
  const objects = new Map<string, { bytes: Buffer; at: Date }>();
  const requests: string[] = [];
  let fault: StoreFault | undefined;
  let left = 0;

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(`http://s3${request.url}`);
    const name = pathname.slice(`/${bucket}/`.length);
    requests.push(`${request.method} ${pathname}`);
    const bytes = await bodyOf(request);
    if (!bytes) return;
    if (fault && left > 0) {
      left -= 1;
      if (fault === 'busy') return refuse(response, 503, 'SlowDown');
      if (fault === 'silent') return;
    }
    if (!isSigned(request)) return refuse(response, 403, 'SignatureDoesNotMatch');
    if (`/${bucket}` !== pathname && !pathname.startsWith(`/${bucket}/`))
      return refuse(response, 404, 'NoSuchBucket');

    if (request.method === 'PUT') {
      objects.set(name, { bytes, at: new Date() });
      return response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return response.writeHead(204).end();
    }
    if (searchParams.get('list-type') === '2') return response.end(page(searchParams));
    if (name === '') return response.end();
    const found = objects.get(name);
    if (!found) return refuse(response, 404, 'NoSuchKey');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const wanted = first ? found.bytes.subarray(Number(first), Number(last) + 1) : found.bytes;
    response.writeHead(first ? 206 : 200, { 'content-length': wanted.length });
    if (request.method === 'HEAD') return response.end();
    if (fault !== 'breaks-off') return response.end(wanted);
    return response.write(wanted.subarray(0, wanted.length / 2), () => response.destroy());
  });

  function page(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? '';
    const names = [...objects.keys()].sort().filter((name) => name.startsWith(query.get('prefix') ?? ''));
    const rest = names.filter((name) => `"${name}&` > after);
    const some = rest.slice(0, Math.min(pageLength, Number(query.get('max-keys'))));
    const entries = some.map(
      (name) =>
        `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.at.toISOString()}</LastModified></Contents>`,
    );
    const next =
      some.length < rest.length
        ? `<NextContinuationToken>&quot;${some.at(-1)}&amp;</NextContinuationToken>`
        : '';
    return `<?xml version="1.0"?><ListBucketResult>${next}${entries.join('')}</ListBucketResult>`;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
  const given: S3Bucket = { endpoint, region, bucket, ...key };
  return {
    bucket: given,
    env: {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: key.accessKeyId,
      S3_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
    /** The names of everything in the bucket. */
    stored: () => [...objects.keys()].sort(),
    /** Puts something into the bucket that was written at this time. */
    place(name: string, at: number) {
      objects.set(name, { bytes: Buffer.from('placed'), at: new Date(at) });
    },
    lose: (name: string) => objects.delete(name),
    /** The requests so far. */
    requests,
    /** Fails the next requests in this way. */
    fail(next: StoreFault, times = Number.POSITIVE_INFINITY) {
      fault = next;
      left = times;
    },
    recover() {
      fault = undefined;
    },
  };
}

/** The body of a request; undefined if less arrived than was announced. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of request) pieces.push(piece as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(pieces);
}

function refuse(response: ServerResponse, status: number, code: string) {
  return response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

/** Whether a request carries the signature of the one key (AWS Signature Version 4). */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=ada\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [day = ''] = scope.split('/');
  const at = String(headers['x-amz-date']);
  const [path = '', query = ''] = url.split('?');
  const canonicalRequest = [
    method,
    path,
    [...new URLSearchParams(query)]
      .map((pair) => pair.map(encoded).join('='))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    at,
    scope,
    createHash('sha256').update(canonicalRequest).digest('hex'),
  ].join('\n');
  const hmac = (secret: string | Buffer, message: string) =>
    createHmac('sha256', secret).update(message).digest();
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${key.secretAccessKey}`,
  );
  const isNow = at.startsWith(day) && Math.abs(Date.now() - instant(at)) < 15 * 60_000;
  return (
    isNow && scope === `${day}/${region}/s3/aws4_request` && hmac(signing, text).toString('hex') === signature
  );
}

const instant = (at: string) =>
  Date.parse(at.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
