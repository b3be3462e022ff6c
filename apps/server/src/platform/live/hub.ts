import { randomUUID } from 'node:crypto';
import { setImmediate as others, setTimeout as wait } from 'node:timers/promises';
import { Cursors, type FeedName, type HolderFrame } from '@polylogue/contract';
import type { WebSocket } from 'ws';
import { pages } from '../batches/pages.ts';
import type { SignedIn } from '../http/serve.ts';
import type { FeedKind, FeedSource } from './feed-source.ts';
import { frameOf, type KnownFrame } from './frames.ts';
import { newsRounds } from './news.ts';
import type { BusEntry, Delta, NodeBus } from './node-bus.ts';
import { presence } from './presence.ts';
import { type LiveSocket, liveSocket } from './socket.ts';
import type { Tickets } from './tickets.ts';
import { type LiveTimes, pingSpread, socketLimits } from './times.ts';
import type { TurnListener } from './turn-frames.ts';
import { feedKey, type WatchedFeed, type Watching, watchedFeeds } from './watched-feeds.ts';

export interface HubDeps {
  tickets: Pick<Tickets, 'use'>;
  /** Which of these sign-ins are still valid. */
  validSignIns(signInIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The heads of these feeds, by owner. */
  heads(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  bus: Pick<NodeBus, 'publish' | 'epoch'>;
  /** Milliseconds on a monotonic clock. */
  now: () => number;
  log: (message: string, error: unknown) => void;
  times: LiveTimes;
}

/** A socket whose owner is known. */
interface Connection extends SignedIn {
  id: string;
  socket: LiveSocket;
  watched: Map<FeedName, Watching>;
  /** When this person was last shown as typing, by feed. */
  typed: Map<FeedName, number>;
  /** How often this person's rights have changed. */
  changes: number;
}

/** People of one query. */
const batch = 100;
/** Portions of a round of `heads` and pings. */
const portions = 250;
/** How much of the time until the next round a round of checks is spread over. */
const checkSpread = 0.8;

/** Yields to other work, for this many milliseconds. */
const rest = (pause: number) => (pause >= 1 ? wait(pause, undefined, { ref: false }) : others());

/** The sockets of this node: whose they are, what they watch, and what they are sent. */
export function hub({ tickets, validSignIns, heads, bus, now, log, times }: HubDeps) {
  const sources = new Map<FeedKind, FeedSource>();
  let turns: TurnListener | undefined;
  const sockets = new Set<LiveSocket>();
  const connections = new Map<string, Connection>();
  const people = new Map<string, Set<Connection>>();
  const feeds = watchedFeeds({ heads, log, pause: times.poll });
  const here = presence({
    feed: feeds.byKey,
    torchChanged: (key) => turns?.torchesChanged(key.slice(feedKey('space', '').length)),
    publish: (present) => bus.publish({ type: 'presence', ...present }),
    now,
    times,
  });
  const news = newsRounds({
    isListening: (userId, spaceId) => listening(userId).some(({ watched }) => !watched.has(spaceId)),
    send(userId, told) {
      for (const { socket, watched } of listening(userId)) {
        // Who watches a space sees for themselves.
        const unread = Object.entries(told.unread).filter(([id]) => !watched.has(id));
        if (unread.length === 0 && !told.requests) continue;
        const { requests } = told;
        socket.sendIfIdle(
          frameOf({ type: 'news', feed: 'account', unread: Object.fromEntries(unread), requests }),
        );
      }
    },
    log,
  });
  /** The bus epoch in which the heads were last read: everything written before it is known. */
  let polledEpoch: number | undefined;
  let isStopping = false;
  const empty = Promise.withResolvers<void>();

  const timers = [
    setInterval(() => logged(pingAll()), times.ping),
    setInterval(alone(checkAll), times.check),
    setInterval(alone(pollIfUncertain), times.poll),
    setInterval(alone(news.round), times.news),
  ];
  for (const timer of timers) timer.unref();
  const logged = (work: Promise<void>) => void work.catch((error) => log('live', error));

  /** Work that is skipped while it is still under way: a slow database is not asked more and more. */
  function alone(work: () => Promise<void>) {
    let isUnderWay = false;
    return () => {
      if (isUnderWay) return;
      isUnderWay = true;
      const ended = () => {
        isUnderWay = false;
      };
      logged(work().finally(ended));
    };
  }

  /** A person's sockets that watch their account. */
  const listening = (userId: string) =>
    [...(people.get(userId) ?? [])].filter(({ watched }) => watched.has('account'));

  function feedChanged(kind: FeedKind, id: string, seq: number) {
    feeds.changed(kind, id, seq);
    // With no one here, there is no one to look for.
    if (kind === 'space' && connections.size > 0) news.spaceChanged(id);
  }

  async function pingAll() {
    // Finds changes that no node announced.
    await feeds.pollHeads().catch((error) => log('live', error));
    const heads = new Map([...connections.values()].map(({ socket, watched }) => [socket, watched]));
    const size = Math.ceil(sockets.size / portions);
    const pause = (times.ping * pingSpread * size) / sockets.size;
    for (const page of pages([...sockets], size)) {
      for (const socket of page) {
        const watched = heads.get(socket);
        if (watched) socket.send(headsFrame(watched));
        socket.ping();
      }
      // Serving thousands of sockets without a pause would delay posts for too long.
      await wait(pause, undefined, { ref: false });
      if (isStopping) return;
    }
  }

  async function pollIfUncertain() {
    const epoch = bus.epoch();
    if (epoch !== undefined && epoch === polledEpoch) return;
    await feeds.pollHeads();
    polledEpoch = epoch;
  }

  /** All sockets, spread over the time until the next round: checking thousands in one go would delay posts. */
  async function checkAll() {
    const all = [...connections.values()];
    const steps = Math.ceil(all.length / batch) + feeds.size();
    await check(all, (times.check * checkSpread) / steps);
  }

  /**
   * Ends sockets whose sign-in has ended, and stops showing feeds that people may no longer watch.
   * @param pause milliseconds between two queries
   */
  async function check(some: readonly Connection[], pause = 0) {
    const failures: unknown[] = [];
    /** One that fails leaves the others their turn. */
    async function checking(work: () => Promise<void>) {
      if (isStopping) return;
      await work().catch((error) => failures.push(error));
      await rest(pause);
    }
    for (const page of pages(some, batch)) {
      await checking(async () => {
        const alive = await validSignIns([...new Set(page.map(({ signInId }) => signInId))]);
        for (const { socket, signInId } of page) if (!alive.has(signInId)) socket.end('signed-out');
      });
    }
    const watched = Map.groupBy(
      some.flatMap((connection) => [...connection.watched.values()]),
      ({ feed }) => feed,
    );
    for (const [feed, watching] of watched) await checking(() => checkRights(feed, watching));
    if (failures.length > 0) throw failures[0];
  }

  async function checkRights({ source, id, name }: WatchedFeed, watching: readonly Watching[]) {
    const may = await source.watchers(id, [...new Set(watching.map(({ userId }) => userId))]);
    for (const one of watching) {
      const watcher = may.get(one.userId);
      if (!watcher) leave(connections.get(one.connection), name);
      one.mayType = watcher?.mayType ?? false;
      const hidden = watcher?.hidden;
      // Rows sent earlier may have become hidden, or visible again.
      if (hidden && isSame(hidden, one.hidden)) continue;
      one.hidden = hidden ?? one.hidden;
      one.socket.send(frameOf({ type: 'resync', feed: name }));
      here.show(one.feed.key);
    }
  }

  /** On this node, and on all others. */
  function everywhere(entry: BusEntry) {
    receive(entry);
    bus.publish(entry);
  }

  function receive(entry: BusEntry) {
    switch (entry.type) {
      case 'feed':
        return feedChanged(entry.kind, entry.id, entry.seq);
      case 'person':
        return personChanged(entry.user_id);
      case 'presence':
        return here.setRemote(entry);
      case 'typing':
        return showTyping(entry.key, entry.user_id);
      case 'turn':
        return turns?.changedElsewhere(entry.space_id, entry.turn_id);
      case 'delta':
        return showDelta(entry.delta, entry.asked_by);
      case 'read':
        return news.hasRead(entry.user_id, entry.space_id);
      case 'requests':
        return news.requestsChanged(entry.user_id);
    }
  }

  function personChanged(userId: string) {
    const own = [...(people.get(userId) ?? [])];
    for (const connection of own) connection.changes += 1;
    logged(check(own));
  }

  function showTyping(key: string, user_id: string) {
    const feed = feeds.byKey(key);
    if (!feed) return;
    const frame = frameOf({ type: 'typing', feed: feed.name, user_id });
    for (const { userId, hidden, socket } of feed.watchers) {
      if (userId !== user_id && !hidden.has(user_id)) socket.sendIfIdle(frame);
    }
  }

  function showDelta(delta: Delta, askedBy: string) {
    const frame = frameOf(delta);
    for (const { hidden, socket } of feeds.byKey(feedKey('space', delta.feed))?.watchers ?? []) {
      if (!hidden.has(askedBy)) socket.sendIfIdle(frame);
    }
  }

  async function greet(socket: LiveSocket, ticket: string): Promise<Connection | undefined> {
    const signedIn = await tickets.use(ticket);
    const isAlive = signedIn && (await validSignIns([signedIn.signInId])).has(signedIn.signInId);
    if (!signedIn || !isAlive || !sockets.has(socket)) {
      socket.end('signed-out');
      return undefined;
    }
    const own = people.get(signedIn.userId) ?? new Set();
    if (own.size >= socketLimits.sockets) {
      socket.end('too-many');
      return undefined;
    }
    const connection = {
      ...signedIn,
      id: randomUUID(),
      socket,
      watched: new Map(),
      typed: new Map(),
      changes: 0,
    };
    people.set(signedIn.userId, own.add(connection));
    connections.set(connection.id, connection);
    socket.send(frameOf({ type: 'welcome', connection: connection.id }));
    return connection;
  }

  async function watch(connection: Connection, name: FeedName, after: number) {
    const wasWatched = unwatch(connection, name);
    try {
      await begin(connection, name, after);
    } finally {
      // A browser that watches again, from another cursor, keeps the turns that it answers.
      if (wasWatched && !connection.watched.has(name)) watcherLeft(connection, name, false);
    }
  }

  async function begin(connection: Connection, name: FeedName, after: number) {
    const { id: connectionId, userId, socket, watched, changes } = connection;
    const kind = name === 'account' ? 'account' : 'space';
    const id = name === 'account' ? userId : name;
    const source = sources.get(kind);
    const watcher = (await source?.watchers(id, [userId]))?.get(userId);
    // The same for feeds that do not exist and feeds of others: fetching either gets the same answer.
    if (!source || !watcher) return socket.send(frameOf({ type: 'resync', feed: name }));
    if (!connections.has(connectionId)) return;
    const wanted = { connection: connectionId, userId, socket, sentUpTo: after, ...watcher };
    const watching = await feeds.add(source, id, wanted);
    watched.set(name, watching);
    // The socket closed meanwhile.
    if (!connections.has(connectionId)) return leave(connection, name);
    // The check that followed did not include this feed.
    if (connection.changes !== changes) await checkRights(watching.feed, [watching]);
    if (kind === 'space') here.show(feedKey(kind, id));
  }

  function leave(connection: Connection | undefined, name: FeedName, isLeft = false) {
    if (connection && unwatch(connection, name)) watcherLeft(connection, name, isLeft);
  }

  /** Returns whether it was watched. */
  function unwatch(connection: Connection, name: FeedName): boolean {
    const watching = connection.watched.get(name);
    if (!watching) return false;
    connection.watched.delete(name);
    feeds.remove(watching);
    here.leave(watching.feed.key, connection.id);
    return true;
  }

  function watcherLeft(connection: Connection, name: FeedName, isLeft: boolean) {
    if (name !== 'account') turns?.watcherLeft(name, connection.id, isLeft);
  }

  async function act(connection: Connection, frame: KnownFrame) {
    const watching = 'feed' in frame ? connection.watched.get(frame.feed) : undefined;
    switch (frame.type) {
      case 'watch':
        return watch(connection, frame.feed, frame.after);
      case 'leave':
        return leave(connection, frame.feed);
      case 'presence':
        if (!watching) return;
        return here.set({
          key: watching.feed.key,
          connection: connection.id,
          user_id: connection.userId,
          sign_in: connection.signInId,
          is_visible: frame.is_visible,
          torch: frame.torch,
        });
      case 'typing': {
        const last = connection.typed.get(frame.feed) ?? Number.NEGATIVE_INFINITY;
        if (!watching?.mayType || now() - last < times.typing) return;
        connection.typed.set(frame.feed, now());
        showTyping(watching.feed.key, connection.userId);
        return bus.publish({ type: 'typing', key: watching.feed.key, user_id: connection.userId });
      }
      default:
        if (watching) turns?.frameReceived(frame, { connection: connection.id, userId: connection.userId });
    }
  }

  function forget(connection: Connection, isLeft: boolean) {
    for (const name of [...connection.watched.keys()]) leave(connection, name, isLeft);
    connections.delete(connection.id);
    const own = people.get(connection.userId);
    own?.delete(connection);
    if (own?.size === 0) people.delete(connection.userId);
  }

  return {
    /** Makes a kind of feed available for watching. */
    register: (source: FeedSource) => void sources.set(source.kind, source),

    /** Connects what is told of spaces that are not watched. */
    registerNews: news.register,

    /** A person has read something of a space: their other browsers are told. */
    hasRead: (user_id: string, space_id: string) => everywhere({ type: 'read', user_id, space_id }),

    /** A person's friend requests have changed: their browsers are told. */
    requestsChanged: (user_id: string) => everywhere({ type: 'requests', user_id }),

    /** Connects the turns that browsers answer. */
    registerTurns(listener: TurnListener) {
      turns = listener;
    },

    /** The browsers that can answer in a space, on all nodes; `isHere`: on this one. */
    torches: (spaceId: string) => here.torches(feedKey('space', spaceId)),

    /** How many people are in a space at the moment, without these; counts up to `most`. */
    countPeople: (spaceId: string, without: ReadonlySet<string>, most: number) =>
      here.countPeople(feedKey('space', spaceId), without, most),

    /** Whether the person has a space in view. */
    isLooking: (spaceId: string, userId: string) => here.isLooking(feedKey('space', spaceId), userId),

    /** How many sockets of this node watch a space. */
    watcherCount: (spaceId: string) => feeds.byKey(feedKey('space', spaceId))?.watchers.size ?? 0,

    isConnected: (connectionId: string) => connections.has(connectionId),

    /** To one browser on this node, while it watches the space; returns whether it does. */
    sendTo(connectionId: string, frame: HolderFrame): boolean {
      const connection = connections.get(connectionId);
      if (!connection?.watched.has(frame.feed)) return false;
      connection.socket.send(frameOf(frame));
      return true;
    },

    /** To everyone in the space, on all nodes, who sees this person's questions. */
    showDelta(delta: Delta, askedBy: string) {
      showDelta(delta, askedBy);
      for (const piece of piecesOf(delta)) bus.publish({ type: 'delta', asked_by: askedBy, delta: piece });
    },

    /** Notifies the other nodes that a turn has changed. */
    turnChanged: (space_id: string, turn_id: string) => bus.publish({ type: 'turn', space_id, turn_id }),

    /** Call after the commit: there is something new in a feed. */
    changed(kind: FeedKind, id: string, seq: number) {
      feedChanged(kind, id, seq);
      bus.publish({ type: 'feed', kind, id, seq });
    },

    /** A person's sign-ins or rights have changed: every node checks them immediately. */
    personChanged: (user_id: string) => everywhere({ type: 'person', user_id }),

    /** Handles an entry from another node. */
    receive,

    /** Takes a new socket. `onIdentified` is called when its owner is known, and again when it closes. */
    accept(ws: WebSocket, onIdentified: () => void) {
      let connection: Connection | undefined;
      const helloTimeout = setTimeout(() => socket.end('no-hello'), times.hello);
      const socket: LiveSocket = liveSocket({
        ws,
        now,
        times,
        isKnown: () => connection !== undefined,
        async onGreeting({ ticket, after }) {
          clearTimeout(helloTimeout);
          connection = await greet(socket, ticket);
          if (!connection) return;
          onIdentified();
          const cursors = Cursors.safeParse(after).data;
          if (!cursors) return socket.end('bad-frames');
          for (const [name, seq] of Object.entries(cursors)) await watch(connection, name as FeedName, seq);
        },
        onFrame: (frame) => (connection ? act(connection, frame) : undefined),
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
          if (connection) forget(connection, isLeft);
        },
      });
      sockets.add(socket);
      if (isStopping) socket.end('stopping');
    },

    size: () => sockets.size,

    /** Closes the sockets one by one, so that the browsers do not all reconnect at the same moment. */
    async close() {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      here.close();
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
const headsFrame = (watched: ReadonlyMap<FeedName, Watching>) =>
  frameOf({
    type: 'heads',
    heads: Object.fromEntries([...watched].map(([name, { sentUpTo }]) => [name, sentUpTo])),
  });

/** Pieces small enough for one bus entry, whatever their characters are. */
function* piecesOf(delta: Delta): Generator<Delta> {
  const { text, offset } = delta;
  for (let at = 0; at < text.length; at += pieceLength) {
    yield { ...delta, offset: offset + at, text: text.slice(at, at + pieceLength) };
  }
}
const pieceLength = 1_000;

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((id) => other.has(id));

export type Hub = ReturnType<typeof hub>;
