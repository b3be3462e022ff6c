import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CloudflareImagesImitation {
  /** In place of https://api.cloudflare.com/client/v4. */
  api: string;
  accountId: string;
  token: string;
  hash: string;
  /** Ids of the pictures, and of the upload slots that are still empty. */
  pictures(): string[];
  /** The requests so far, as "METHOD /path", with their form fields. */
  requests(): { what: string; fields: Record<string, string> }[];
  /** How its API answers from now on: as documented, with an error, with something else, or never. */
  behave(how: 'well' | 'failing' | 'strangely' | 'silently'): void;
  close(): Promise<void>;
}

/**
 * Stands in for Cloudflare Images: upload slots, uploads by browsers, deletion; the reference is
 * developers.cloudflare.com/images.
 */
export async function startCloudflareImages(): Promise<CloudflareImagesImitation> {
  const accountId = '023e105f4ecef8ad9ca31a8372d0c353';
  const token = 'imitation-token-of-cloudflare-images-0001';
  const hash = 'Vi7wi5KSItxGFsWRG2Us6Q';
  const pictures = new Map<string, 'place' | 'picture'>();
  const received: { what: string; fields: Record<string, string> }[] = [];
  let how: Parameters<CloudflareImagesImitation['behave']>[0] = 'well';
  let url = '';

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, id = ''] = /\/([^/]+)$/.exec(pathname) ?? [];
    if (pathname.startsWith(`/upload/${hash}/`)) return upload(id, request, response);

    received.push({ what: `${request.method} ${pathname}`, fields: await fieldsOf(request) });
    if (how === 'silently') return;
    if (how === 'strangely') return send(response, 502, '<h1>Bad gateway</h1>');
    if (how === 'failing') return sendJson(response, 500, refused(5500, 'Internal error'));
    if (request.headers.authorization !== `Bearer ${token}`) {
      return sendJson(response, 403, refused(10000, 'Authentication error'));
    }
    const images = `/client/v4/accounts/${accountId}/images`;
    if (request.method === 'POST' && pathname === `${images}/v2/direct_upload`) {
      const fresh = randomUUID();
      pictures.set(fresh, 'place');
      return sendJson(response, 200, succeeded({ id: fresh, uploadURL: `${url}/upload/${hash}/${fresh}` }));
    }
    if (request.method === 'DELETE' && pathname === `${images}/v1/${id}`) {
      if (!pictures.delete(id)) return sendJson(response, 404, refused(5404, 'Image not found'));
      return sendJson(response, 200, succeeded({}));
    }
    return sendJson(response, 404, refused(7003, 'Could not route'));
  }

  async function upload(id: string, request: IncomingMessage, response: ServerResponse) {
    response.setHeader('access-control-allow-origin', '*');
    const fields = await fieldsOf(request);
    if (pictures.get(id) !== 'place' || !('file' in fields)) {
      return sendJson(response, 409, refused(5409, 'Resource already exists'));
    }
    pictures.set(id, 'picture');
    const variants = ['small', 'public'].map(
      (variant) => `https://imagedelivery.net/${hash}/${id}/${variant}`,
    );
    return sendJson(response, 200, succeeded({ id, uploaded: new Date().toISOString(), variants }));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    api: `${url}/client/v4`,
    accountId,
    token,
    hash,
    pictures: () => [...pictures.keys()],
    requests: () => [...received],
    behave: (next) => {
      how = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const succeeded = (result: object) => ({ result, success: true, errors: [], messages: [] });
const refused = (code: number, message: string) => ({
  result: null,
  success: false,
  errors: [{ code, message }],
  messages: [],
});

async function fieldsOf(request: IncomingMessage): Promise<Record<string, string>> {
  const type = request.headers['content-type'] ?? '';
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!type.startsWith('multipart/form-data')) return {};
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  );
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function send(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { 'content-type': 'text/html' }).end(text);
}
