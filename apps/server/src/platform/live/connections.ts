import { randomUUID } from 'node:crypto';
import type { FeedName, HolderFrame, OwnMarks } from '@polylogue/contract';
import type { SignedIn } from '../http/serve.ts';
import { frameOf } from './frames.ts';
import type { PersonNews } from './news.ts';
import type { BrowserSocket } from './socket.ts';
import type { Tickets } from './tickets.ts';
import { socketLimits } from './times.ts';
import type { Watching } from './watched-feeds.ts';

/** A socket whose owner is known. */
export interface SocketConnection extends SignedIn {
  id: string;
  socket: BrowserSocket;
  watched: Map<FeedName, Watching>;
  /** When this person was last shown as typing, by feed. */
  typed: Map<FeedName, number>;
  /** How often this person's rights have changed. */
  changes: number;
}

export interface TicketDeps {
  tickets: Pick<Tickets, 'use'>;
  /** Which of these sign-ins are still valid. */
  validSignIns(signInIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Notes that the devices of these sign-ins are connected. */
  noteUse(signInIds: readonly string[]): Promise<void>;
}

export type Connections = ReturnType<typeof connections>;

/** The sockets of this node whose owners are known. */
export function connections({ tickets, validSignIns }: TicketDeps) {
  const byId = new Map<string, SocketConnection>();
  const byPerson = new Map<string, Set<SocketConnection>>();

  const of = (userId: string): SocketConnection[] => [...(byPerson.get(userId) ?? [])];
  /** A person's sockets that watch their account. */
  const listening = (userId: string) => of(userId).filter(({ watched }) => watched.has('account'));

  return {
    get: (id: string) => byId.get(id),
    has: (id: string) => byId.has(id),
    all: () => [...byId.values()],
    of,
    isEmpty: () => byId.size === 0,

    /** Whether a person has a page open that does not watch this space. */
    isListening: (userId: string, spaceId: string) =>
      listening(userId).some(({ watched }) => !watched.has(spaceId)),

    sendNews(userId: string, { unread, requests }: PersonNews) {
      for (const { socket, watched } of listening(userId)) {
        // Who watches a space sees for themselves.
        const others = Object.entries(unread).filter(([id]) => !watched.has(id));
        if (others.length === 0 && !requests) continue;
        socket.sendIfIdle(
          frameOf({ type: 'news', feed: 'account', unread: Object.fromEntries(others), requests }),
        );
      }
    },

    /** To those of a person's sockets that watch the space. */
    sendOwn(userId: string, spaceId: string, own: OwnMarks) {
      for (const { socket, watched } of of(userId)) {
        if (watched.has(spaceId)) socket.send(frameOf({ type: 'own', feed: spaceId, ...own }));
      }
    },

    /** To one browser, while it watches the space; returns whether it does. */
    sendTo(connectionId: string, frame: HolderFrame): boolean {
      const connection = byId.get(connectionId);
      if (!connection?.watched.has(frame.feed)) return false;
      connection.socket.send(frameOf(frame));
      return true;
    },

    /** Finds out whose socket it is; ends it if that cannot be. @param isHere whether it is still open */
    async greet(
      socket: BrowserSocket,
      ticket: string,
      isHere: () => boolean,
    ): Promise<SocketConnection | undefined> {
      const signedIn = await tickets.use(ticket);
      const isAlive = signedIn && (await validSignIns([signedIn.signInId])).has(signedIn.signInId);
      if (!signedIn || !isAlive || !isHere()) {
        socket.end('signed-out');
        return undefined;
      }
      const own = byPerson.get(signedIn.userId) ?? new Set();
      if (own.size >= socketLimits.sockets) {
        socket.end('too-many');
        return undefined;
      }
      const [watched, typed] = [new Map(), new Map()];
      const connection = { ...signedIn, id: randomUUID(), socket, watched, typed, changes: 0 };
      byPerson.set(signedIn.userId, own.add(connection));
      byId.set(connection.id, connection);
      socket.send(frameOf({ type: 'welcome', connection: connection.id }));
      return connection;
    },

    remove(connection: SocketConnection) {
      byId.delete(connection.id);
      const own = byPerson.get(connection.userId);
      own?.delete(connection);
      if (own?.size === 0) byPerson.delete(connection.userId);
    },
  };
}
