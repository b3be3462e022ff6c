import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { frameHtml, script } from './script.ts';
import { type Solved, siteverify, type Verified } from './siteverify.ts';

export interface TurnstileImitation {
  /** `http://127.0.0.1:PORT`, in place of challenges.cloudflare.com. */
  url: string;
  siteverify: string;
  /** The secret of a real site. */
  secret: string;
  /** A token as that site's widget would return it once solved. */
  issue(solved: Solved): string;
  /** The requests to siteverify so far. */
  requests(): Record<string, unknown>[];
  /** How it answers from now on: as documented, with its own error, with something else, or never. */
  behave(how: 'well' | 'failing' | 'strangely' | 'silently'): void;
  close(): Promise<void>;
}

/** Stands in for challenges.cloudflare.com: siteverify with the documented test keys, and a script with a widget. */
export async function startTurnstile({
  secret = '0x4AAAAAAAimitation-secret-key',
  now = Date.now,
} = {}): Promise<TurnstileImitation> {
  const check = siteverify(secret, now);
  const received: Record<string, unknown>[] = [];
  let how: Parameters<TurnstileImitation['behave']>[0] = 'well';

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    switch (`${request.method} ${pathname}`) {
      case 'POST /turnstile/v0/siteverify': {
        const body = await bodyOf(request);
        received.push(body);
        if (how === 'silently') return;
        if (how === 'strangely') return send(response, 502, 'text/html', '<h1>Bad gateway</h1>');
        if (how === 'failing')
          return sendJson(response, 500, { success: false, 'error-codes': ['internal-error'] });
        return sendJson(response, 200, check.verify(body));
      }
      case 'GET /turnstile/v0/api.js':
        return send(response, 200, 'text/javascript', script);
      case 'GET /turnstile/v0/frame':
        return send(response, 200, 'text/html', frameHtml(searchParams.get('asks') === 'true'));
      default:
        return send(response, 404, 'text/plain', 'Nothing here.');
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    siteverify: `${url}/turnstile/v0/siteverify`,
    secret,
    issue: check.issue,
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

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const isJson = request.headers['content-type']?.startsWith('application/json');
  return isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}

function sendJson(response: ServerResponse, status: number, body: Verified) {
  send(response, status, 'application/json', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, type: string, text: string) {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text);
}
