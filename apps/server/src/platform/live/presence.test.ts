import { liveLimits, ServerFrame, type Torch } from '@polylogue/contract';
import { defaultLend } from '@polylogue/sync/turns';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../testing/server.ts';
import { presence } from './presence.ts';
import type { WatchedFeed, Watching } from './watched-feeds.ts';

const torch: Torch = {
  lend: { ...defaultLend, to: 'members', models: [{ provider: 'openai', model: 'gpt', price: null }] },
  lent_at: 1,
  spent_today: { usd: 0, tokens: 0 },
};

test('however many people are in a space, those who lend there are shown', async () => {
  const frames: string[] = [];
  const socket = { sendIfIdle: (frame: string) => void frames.push(frame) };
  const watching = { hidden: new Set<string>(), socket } as unknown as Watching;
  const feed = {
    key: 'space',
    name: crypto.randomUUID(),
    watchers: new Set([watching]),
  } as unknown as WatchedFeed;
  const here = presence({
    feed: () => feed,
    torchChanged() {},
    publish() {},
    now: () => 0,
    times: { presence: 1, renew: 60_000 },
  });
  onTestFinished(here.close);
  const ids = Array.from({ length: liveLimits.people + 1 }, () => crypto.randomUUID());
  for (const [at, user_id] of ids.entries()) {
    const lends = at === liveLimits.people && { torch };
    here.set({ key: 'space', connection: `c${at}`, user_id, is_visible: true, ...lends });
  }
  await eventually(async () => expect(frames).toHaveLength(1));
  const frame = ServerFrame.parse(JSON.parse(frames[0] ?? ''));
  if (frame.type !== 'presence') throw new Error('This is not who is there.');
  expect(frame.count).toBe(ids.length);
  expect(frame.people).toHaveLength(liveLimits.people);
  expect(frame.people[0]).toMatchObject({ user_id: ids.at(-1), torch });
});
