import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

/** Serves the bare page, and nothing else, on a free port. */
export async function serveFloor(): Promise<{ url: string; stop: () => Promise<void> }> {
  const page = readFileSync(join(import.meta.dirname, 'index.html'));
  const server = createServer((request, response) => {
    if (request.url !== '/') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
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
