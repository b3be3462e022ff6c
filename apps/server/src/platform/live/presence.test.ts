import { expect, onTestFinished, test, vi } from 'vitest';
import type { FeedSource } from './feed-source.ts';
import { presence } from './presence.ts';
import type { LiveSocket } from './socket.ts';
import type { WatchedFeed, Watching } from './watched-feeds.ts';

test('a reader who was too slow is shown who is there once it reads again', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: string[] = [];
  let isSlow = true;
  const socket = {
    sendIfIdle(frame: string) {
      if (!isSlow) sent.push(frame);
      return !isSlow;
    },
  } as LiveSocket;
  const [name, key] = ['garden', 'space garden'];
  const source = {} as FeedSource;
  const feed: WatchedFeed = { source, id: name, name, key, watchers: new Set(), head: 0, isSending: false };
  const watching: Watching = { connection: '1', userId: 'ada', socket, feed, sentUpTo: 0, hidden: new Set() };
  feed.watchers.add(watching);
  const here = presence({
    feed: () => feed,
    torchChanged() {},
    publish() {},
    now: () => Date.now(),
    times: { presence: 1_000, renew: 10_000 },
  });
  onTestFinished(here.close);
  here.set({ key, connection: '2', user_id: 'ben', is_visible: true });
  vi.advanceTimersByTime(3_000);
  expect(sent).toEqual([]);
  isSlow = false;
  vi.advanceTimersByTime(60_000);
  expect(sent.map((frame) => JSON.parse(frame))).toMatchObject([{ people: [{ user_id: 'ben' }], count: 1 }]);
});
