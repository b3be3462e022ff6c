import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Form = 'br' | 'gzip' | 'plain';

interface Asset {
  headers: Record<string, string>;
  bytes: Buffer;
}

const ends: Record<Form, string> = { br: '.br', gzip: '.gz', plain: '' };
const types: Record<string, string> = {
  js: 'application/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Bytes kept in memory; what goes beyond, as after many builds, is read from the disk. */
const most = 16 * 1024 * 1024;

/**
 * Scripts and style sheets from memory, each read once: its name holds the hash of its content, so that it never
 * changes. A page asks for eight of them at the same moment, and from the disk each takes several turns in a queue.
 */
export function assets(app: FastifyInstance, folder: string) {
  const kept = new Map<string, Asset>();
  let room = most;

  async function assetOf(file: string, form: Form): Promise<Asset | null> {
    const name = file + ends[form];
    const known = kept.get(name);
    if (known) return known;
    const path = join(folder, name);
    const read = await Promise.all([readFile(path), stat(path)]).catch(() => null);
    if (!read) return null;
    const [bytes, { size, mtime }] = read;
    const headers = {
      'content-type': types[file.slice(file.lastIndexOf('.') + 1)] ?? '',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
      'last-modified': mtime.toUTCString(),
      'accept-ranges': 'bytes',
      vary: 'accept-encoding',
      ...(form !== 'plain' && { 'content-encoding': form }),
    };
    const asset = { headers, bytes };
    if (bytes.length > room || kept.has(name)) return asset;
    room -= bytes.length;
    kept.set(name, asset);
    return asset;
  }

  app.get('/assets/:file(^\\w[\\w.-]*\\.(?:js|css)$)', async (request, reply) => {
    const { file } = request.params as { file: string };
    const form = formOf(request);
    const asset = form && (await assetOf(file, form));
    // Parts of a file, questions whether it has changed, and files that are not there.
    if (!asset) return reply.sendFile(file);
    return reply.headers(asset.headers).send(asset.bytes);
  });
}

/** The form in which a whole file is asked for; null when something rarer is. */
function formOf({ method, headers }: FastifyRequest): Form | null {
  if (method !== 'GET' || headers.range || headers['if-none-match'] || headers['if-modified-since'])
    return null;
  const accepted = String(headers['accept-encoding'] ?? '');
  if (accepted.includes(';')) return null;
  const names = accepted.split(',').map((name) => name.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'plain';
}
