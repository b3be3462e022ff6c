import { frameOf } from './frames.ts';
import type { Delta } from './node-bus.ts';
import { feedKey, type watchedFeeds } from './watched-feeds.ts';

/** What is shown to the watchers of a feed on this node, and stored nowhere. */
export function transientFrames(feeds: Pick<ReturnType<typeof watchedFeeds>, 'byKey'>) {
  return {
    typing(key: string, user_id: string) {
      const feed = feeds.byKey(key);
      if (!feed) return;
      const frame = frameOf({ type: 'typing', feed: feed.name, user_id });
      for (const { userId, hidden, socket } of feed.watchers) {
        if (userId !== user_id && !hidden.has(user_id)) socket.sendIfIdle(frame);
      }
    },

    /** To everyone in the space who sees this person's questions. */
    delta(delta: Delta, askedBy: string) {
      const frame = frameOf(delta);
      for (const { hidden, socket } of feeds.byKey(feedKey('space', delta.feed))?.watchers ?? []) {
        if (!hidden.has(askedBy)) socket.sendIfIdle(frame);
      }
    },
  };
}

/** Pieces small enough for one bus entry, whatever their characters are. */
export function* piecesOf(delta: Delta): Generator<Delta> {
  const { text, offset } = delta;
  for (let at = 0; at < text.length; at += pieceLength) {
    yield { ...delta, offset: offset + at, text: text.slice(at, at + pieceLength) };
  }
}
const pieceLength = 1_000;
