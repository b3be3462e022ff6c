import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { conversation } from '../conversation.ts';

const bare = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');

/** Serves the bare page on a free port: empty at `/`, at `/200` with a conversation of 200 messages in it. */
export async function serveFloor(): Promise<{ url: string; stop: () => Promise<void> }> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const count = /^\/(\d{0,4})$/.exec(request.url ?? '')?.[1];
    if (count === undefined) return response.writeHead(404).end();
    const page = pages.get(count) ?? bareWith(Number(count));
    pages.set(count, page);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The floor found no port.');
  return {
    url: `http://localhost:${address.port}/`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function bareWith(count: number): string {
  const messages = conversation(count).map(
    ({ role, html }) => `<article data-role="${role}">${html}</article>`,
  );
  return bare.replace('<!-- conversation -->', () => messages.join('\n'));
}
