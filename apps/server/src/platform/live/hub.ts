import type { OwnMarks } from '@polylogue/contract';
import { browserFrames } from './browser-frames.ts';
import { entryReceiver } from './bus-entries.ts';
import { connections, type TicketDeps } from './connections.ts';
import type { FeedKind, FeedSource } from './feed-source.ts';
import { newsRounds } from './news.ts';
import type { BusEntry, Delta, NodeBus } from './node-bus.ts';
import { openSockets } from './open-sockets.ts';
import { presence } from './presence.ts';
import { startRounds } from './rounds.ts';
import type { LiveTimes } from './times.ts';
import { piecesOf, transientFrames } from './transient.ts';
import type { TurnListener } from './turn-frames.ts';
import { feedKey, watchedFeeds } from './watched-feeds.ts';
import { watches } from './watches.ts';

export interface HubDeps extends TicketDeps {
  /** The heads of these feeds, by owner. */
  heads(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  bus: Pick<NodeBus, 'publish' | 'epoch'>;
  /** Milliseconds on a monotonic clock. */
  now: () => number;
  log: (message: string, error: unknown) => void;
  times: LiveTimes;
}

/** The sockets of this node: whose they are, what they watch, and what they are sent. */
export function hub(deps: HubDeps) {
  const { heads, bus, now, log, times } = deps;
  const sources = new Map<FeedKind, FeedSource>();
  let turns: TurnListener | undefined;
  const connected = connections(deps);
  const feeds = watchedFeeds({ heads, log, pause: times.poll });
  const shown = transientFrames(feeds);
  const here = presence({
    feed: feeds.byKey,
    torchChanged: (key) => turns?.torchesChanged(key.slice(feedKey('space', '').length)),
    publish: (present) => bus.publish({ type: 'presence', ...present }),
    now,
    times,
  });
  const watching = watches({
    sources,
    connected,
    feeds,
    here,
    watcherLeft: (...left) => turns?.watcherLeft(...left),
  });
  const news = newsRounds({ isListening: connected.isListening, send: connected.sendNews, log });
  const sockets = openSockets({
    ...deps,
    connected,
    watch: watching.watch,
    onFrame: browserFrames({ watching, here, turns: () => turns, everywhere, now, times }),
    onClose(connection, isLeft) {
      for (const name of [...connection.watched.keys()]) watching.leave(connection, name, isLeft);
      connected.remove(connection);
    },
  });
  const rounds = startRounds({
    ...deps,
    sockets,
    connected,
    feeds,
    checkRights: watching.checkRights,
    tellNews: news.round,
  });

  const receive = entryReceiver({ connected, feeds, here, shown, news, rounds, turns: () => turns });

  /** On this node, and on all others. */
  function everywhere(entry: BusEntry) {
    receive(entry);
    bus.publish(entry);
  }

  return {
    /** Makes a kind of feed available for watching. */
    register: (source: FeedSource) => void sources.set(source.kind, source),

    /** Connects what is told of spaces that are not watched. */
    registerNews: news.register,

    /** Connects the turns that browsers answer. */
    registerTurns(listener: TurnListener) {
      turns = listener;
    },

    /** A person has read something of a space, or chosen something for it: their browsers are told. */
    ownChanged: (user_id: string, space_id: string, own: OwnMarks) =>
      everywhere({ type: 'read', user_id, space_id, own }),

    /** A person's friend requests have changed: their browsers are told. */
    requestsChanged: (user_id: string) => everywhere({ type: 'requests', user_id }),

    ...presentInSpaces(here, feeds),
    isConnected: connected.has,

    sendTo: connected.sendTo,

    /** To everyone in the space, on all nodes, who sees this person's questions. */
    showDelta(delta: Delta, askedBy: string) {
      shown.delta(delta, askedBy);
      for (const piece of piecesOf(delta)) bus.publish({ type: 'delta', asked_by: askedBy, delta: piece });
    },

    /** Notifies the other nodes that a turn has changed. */
    turnChanged: (space_id: string, turn_id: string) => bus.publish({ type: 'turn', space_id, turn_id }),

    /** Call after the commit: there is something new in a feed. */
    changed: (kind: FeedKind, id: string, seq: number) => everywhere({ type: 'feed', kind, id, seq }),

    /** A person's sign-ins or rights have changed: every node checks them immediately. */
    personChanged: (user_id: string) => everywhere({ type: 'person', user_id }),

    /** Handles an entry from another node. */
    receive,

    accept: sockets.accept,
    size: sockets.size,

    async close() {
      rounds.stop();
      here.close();
      await sockets.close();
    },
  };
}

/** Who is in a space. */
function presentInSpaces(
  here: ReturnType<typeof presence>,
  feeds: Pick<ReturnType<typeof watchedFeeds>, 'byKey'>,
) {
  const keyOf = (spaceId: string) => feedKey('space', spaceId);
  return {
    /** The browsers that can answer in a space, on all nodes; `isHere`: on this one. */
    torches: (spaceId: string) => here.torches(keyOf(spaceId)),

    /** A browser of this node let an offer lapse: it is offered nothing until it is heard from again. */
    passOver: (spaceId: string, connection: string) => here.passOver(keyOf(spaceId), connection),

    /** How many people are in a space at the moment, without these; counts up to `most`. */
    countPeople: (spaceId: string, without: ReadonlySet<string>, most: number) =>
      here.countPeople(keyOf(spaceId), without, most),

    /** Whether the person has a space in view. */
    isLooking: (spaceId: string, userId: string) => here.isLooking(keyOf(spaceId), userId),

    /** How many sockets of this node watch a space. */
    watcherCount: (spaceId: string) => feeds.byKey(keyOf(spaceId))?.watchers.size ?? 0,
  };
}

export type Hub = ReturnType<typeof hub>;
