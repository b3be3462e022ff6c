import { connect, createServer, type Socket } from 'node:net';
import { vi } from 'vitest';
import { freshPlace } from './databases.ts';
import { afterwards } from './lifetime.ts';

/** A PostgreSQL behind a proxy that can change or drop its bytes. */
export async function proxiedPostgres(pass: (bytes: Buffer) => Buffer | undefined) {
  const { url = '' } = await freshPlace('postgres');
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const listener = createServer((caller) => {
    const server = connect(Number(port), hostname);
    for (const socket of [caller, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    caller.pipe(server);
    server.on('close', () => caller.destroy());
    server.on('data', (bytes: Buffer) => {
      const passed = pass(bytes);
      if (passed) caller.write(passed);
    });
  }).listen(0, '127.0.0.1');
  afterwards(() => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  });
  await vi.waitUntil(() => listener.listening);
  const address = listener.address();
  if (typeof address !== 'object' || !address) throw new Error('It has no port.');
  return Object.assign(new URL(url), { host: `127.0.0.1:${address.port}` }).href;
}

/** Makes up the process id with which a connection begins, as a pooler does: it is in a K of twelve bytes. */
export function asPooler(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from('K\0\0\0\u000c', 'latin1'));
  if (at >= 0) bytes.writeUInt32BE(7, at + 5);
  return bytes;
}
