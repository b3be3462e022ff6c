import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

type Direction = 'requests' | 'answers';

/** What goes wrong on the way; by default, bytes pass without delay. */
export interface ProxyFaults {
  /** The server has done its work, but its answer is lost and the connection reset. */
  losesAnswers?: boolean;
  /**
   * Nothing passes in these directions, and neither side learns that the other has closed. Connections that were open
   * stay dead afterwards, as when a router has forgotten them.
   */
  swallows?: readonly Direction[];
  /** Bytes a second, in each direction, for all connections together. */
  rate?: number;
  /** The delay of each piece, and up to how much is added to it (milliseconds). */
  latency?: number;
  jitter?: number;
}

export const noFaults: ProxyFaults = {};
export const blackHole: ProxyFaults = { swallows: ['requests', 'answers'] };

interface Connection {
  caller: Socket;
  server: Socket;
  swallowed: Set<Direction>;
}

/** A TCP proxy in front of servers on this computer: each connection goes to the first that accepts it. */
export async function faultProxy(...targets: [string, ...string[]]) {
  let faults = noFaults;
  let lost = 0;
  const freeAt: Record<Direction, number> = { requests: 0, answers: 0 };
  const connections = new Set<Connection>();

  const listener = createServer(async (caller) => {
    caller.on('error', () => {});
    const server = await firstOf(targets);
    if (!server || caller.destroyed) {
      server?.destroy();
      return caller.resetAndDestroy();
    }
    const connection = { caller, server, swallowed: new Set(faults.swallows) };
    connections.add(connection);
    for (const [socket, other, direction] of [
      [caller, server, 'requests'],
      [server, caller, 'answers'],
    ] as const) {
      socket.on('error', () => {});
      socket.on('close', () => {
        if (connection.swallowed.has(direction)) return;
        connections.delete(connection);
        other.destroy();
      });
    }
    void carry(connection, 'requests');
    void carry(connection, 'answers');
  });

  async function carry(connection: Connection, direction: Direction) {
    const { caller, server, swallowed } = connection;
    const [from, to] = direction === 'requests' ? [caller, server] : [server, caller];
    try {
      for await (const bytes of from as AsyncIterable<Buffer>) {
        for (const piece of piecesOf(bytes)) {
          await delay(direction, piece.length);
          // Nothing more is read: the sender's own buffers fill.
          if (swallowed.has(direction)) return await new Promise<never>(() => {});
          if (faults.losesAnswers && direction === 'answers') {
            lost += 1;
            return caller.resetAndDestroy();
          }
          if (!to.write(piece)) await once(to, 'drain');
        }
      }
      if (!swallowed.has(direction)) to.end();
    } catch {
      // One of the two has closed, and its close handler destroys the other.
    }
  }

  function piecesOf(bytes: Buffer): Buffer[] {
    const size = faults.rate ? Math.max(1, Math.ceil(faults.rate / 10)) : bytes.length;
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
  }

  async function delay(direction: Direction, length: number) {
    const { rate, latency = 0, jitter = 0 } = faults;
    if (rate) {
      const now = performance.now();
      freeAt[direction] = Math.max(now, freeAt[direction]) + (length / rate) * 1_000;
      await wait(freeAt[direction] - now);
    }
    const ms = latency + Math.random() * jitter;
    if (ms > 0) await wait(ms);
  }

  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    setFaults(next: ProxyFaults) {
      faults = next;
      freeAt.requests = freeAt.answers = 0;
      for (const { swallowed } of connections)
        for (const direction of next.swallows ?? []) swallowed.add(direction);
    },
    /** Resets every connection, as a restarting router does. */
    reset() {
      for (const { caller, server } of connections) {
        caller.resetAndDestroy();
        server.resetAndDestroy();
      }
    },
    /** How many answers were lost. */
    lost: () => lost,
    stop() {
      listener.close();
      for (const { caller, server } of connections) {
        caller.destroy();
        server.destroy();
      }
    },
  };
}
export type FaultProxy = Awaited<ReturnType<typeof faultProxy>>;

async function firstOf(targets: readonly string[]): Promise<Socket | undefined> {
  for (const target of targets) {
    const { hostname, port } = new URL(target);
    const socket = connect(Number(port), hostname);
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isOpen) return socket;
  }
  return undefined;
}
