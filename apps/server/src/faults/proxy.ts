import { connect, createServer, type Socket } from 'node:net';

/** What the proxy does with answers: passes them on, or lets the server answer but drops the answer. */
export type Behaviour = 'honest' | 'loses-answers';

/** A TCP proxy in front of a server on this computer. */
export async function proxy(target: string) {
  const { hostname, port } = new URL(target);
  let behaviour: Behaviour = 'honest';
  let lost = 0;
  const sockets = new Set<Socket>();

  const listener = createServer((caller) => {
    const server = connect(Number(port), hostname);
    for (const [socket, other] of [
      [caller, server],
      [server, caller],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    caller.pipe(server);
    server.on('data', (bytes) => {
      if (behaviour === 'honest') {
        caller.write(bytes);
        return;
      }
      // The server has done its work; the answer is lost.
      lost += 1;
      caller.resetAndDestroy();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    behave(next: Behaviour) {
      behaviour = next;
    },
    lost: () => lost,
    stop() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
