import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Passes everything on to a server until it is disconnected: what a browser sees of a server that is down. */
export interface ServerProxy {
  url: string;
  /** From now on every request is answered with this status, as by a proxy whose server is broken. */
  fail(status: number): void;
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
}

export async function startProxy(to: string): Promise<ServerProxy> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let failure: number | null = null;
  const server = createServer((near) => {
    if (failure !== null) {
      near.on('error', () => {});
      near.once('data', () =>
        near.end(`HTTP/1.1 ${failure} Failed\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`),
      );
      return;
    }
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${own}`,
    fail(status) {
      failure = status;
      for (const socket of sockets) socket.destroy();
    },
    async disconnect() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    reconnect: () => listen(own),
  };
}
