import { setTimeout as wait } from 'node:timers/promises';
import { Cursors, type FeedName } from '@polylogue/contract';
import type { WebSocket } from 'ws';
import type { Connections, SocketConnection } from './connections.ts';
import type { KnownFrame } from './frames.ts';
import { type BrowserSocket, browserSocket } from './socket.ts';
import type { LiveTimes } from './times.ts';

interface OpenSocketsDeps {
  connected: Pick<Connections, 'greet'>;
  watch(connection: SocketConnection, name: FeedName, after: number): Promise<void>;
  onFrame(connection: SocketConnection, frame: KnownFrame): Promise<void> | void;
  onClose(connection: SocketConnection, isLeft: boolean): void;
  now: () => number;
  log: (message: string, error: unknown) => void;
  times: LiveTimes;
}

/** All sockets of this node, from the moment each is opened. */
export function openSockets({ connected, watch, onFrame, onClose, now, log, times }: OpenSocketsDeps) {
  const sockets = new Set<BrowserSocket>();
  const empty = Promise.withResolvers<void>();
  let isStopping = false;

  return {
    all: () => [...sockets],
    size: () => sockets.size,
    isStopping: () => isStopping,

    /** Takes a new socket. `onIdentified` is called when its owner is known, and again when it closes. */
    accept(ws: WebSocket, onIdentified: () => void) {
      let connection: SocketConnection | undefined;
      const helloTimeout = setTimeout(() => socket.end('no-hello'), times.hello);
      const socket: BrowserSocket = browserSocket({
        ws,
        now,
        times,
        isKnown: () => connection !== undefined,
        async onGreeting({ ticket, after }) {
          clearTimeout(helloTimeout);
          connection = await connected.greet(socket, ticket, () => sockets.has(socket));
          if (!connection) return;
          onIdentified();
          const cursors = Cursors.safeParse(after).data;
          if (!cursors) return socket.end('bad-frames');
          for (const [name, seq] of Object.entries(cursors)) await watch(connection, name as FeedName, seq);
        },
        onFrame: (frame) => (connection ? onFrame(connection, frame) : undefined),
        onError(error) {
          log('live', error);
          // The browser fetches what it missed when it reconnects.
          socket.end('unavailable');
        },
        onClose(isLeft) {
          clearTimeout(helloTimeout);
          sockets.delete(socket);
          if (sockets.size === 0 && isStopping) empty.resolve();
          onIdentified();
          if (connection) onClose(connection, isLeft);
        },
      });
      sockets.add(socket);
      if (isStopping) socket.end('stopping');
    },

    /** Closes the sockets one by one, so that the browsers do not all reconnect at the same moment. */
    async close() {
      isStopping = true;
      const all = [...sockets];
      const between = Math.min(times.between, times.stopping / Math.max(1, all.length));
      const began = performance.now();
      for (const [index, socket] of all.entries()) {
        const early = began + index * between - performance.now();
        if (early > 1) await wait(early);
        socket.end('stopping');
      }
      if (sockets.size > 0) await Promise.race([empty.promise, wait(times.closing)]);
      for (const socket of sockets) socket.terminate();
    },
  };
}
