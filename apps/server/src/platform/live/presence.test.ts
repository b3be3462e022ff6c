import { liveLimits, ServerFrame, type Torch } from '@polylogue/contract';
import { defaultLend } from '@polylogue/sync/turns';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../testing/server.ts';
import type { FeedSource } from './feed-source.ts';
import { presence } from './presence.ts';
import type { BrowserSocket } from './socket.ts';
import type { WatchedFeed, Watching } from './watched-feeds.ts';

const torch: Torch = {
  lend: { ...defaultLend, to: 'members', models: [{ provider: 'openai', model: 'gpt', price: null }] },
  lent_at: 1,
  spent_today: { usd: 0, tokens: 0 },
};

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
  } as BrowserSocket;
  const [name, key] = ['garden', 'space garden'];
  const source = {} as FeedSource;
  const feed: WatchedFeed = { source, id: name, name, key, watchers: new Set(), head: 0, isSending: false };
  const watching: Watching = {
    connection: '1',
    userId: 'ada',
    socket,
    feed,
    sentUpTo: 0,
    hidden: new Set(),
    mayWrite: true,
  };
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

test('of what is lent by name each learns only whether it is lent to them, and readers who see the same share a text', async () => {
  const frames = new Map<string, string>();
  const watchers = ['ada', 'ben', 'eve', 'joe', 'olga'].map((userId) => ({
    userId,
    hidden: new Set(userId === 'joe' ? ['nobody who is here'] : []),
    socket: { sendIfIdle: (frame: string) => !!frames.set(userId, frame) },
  }));
  const feed = { key: 'space', name: 'garden', watchers: new Set(watchers) } as unknown as WatchedFeed;
  const here = presence({
    feed: () => feed,
    torchChanged() {},
    publish() {},
    now: () => 0,
    times: { presence: 1, renew: 60_000 },
  });
  onTestFinished(here.close);
  const lend = { ...defaultLend, models: [{ provider: 'openai', model: 'gpt', price: null }] };
  const lent = (to: 'members' | 'named', named: string[]) => ({ ...torch, lend: { ...lend, to, named } });
  const present = { key: 'space', is_visible: true };
  here.set({ ...present, connection: '1', user_id: 'ada', torch: lent('named', ['ben', 'joe']) });
  here.set({ ...present, connection: '2', user_id: 'olga', torch: lent('members', ['eve', 'ben']) });
  await eventually(async () => expect(frames.size).toBe(5));
  const seenBy = (reader: string) =>
    JSON.parse(frames.get(reader) ?? '').people.map(
      ({ user_id, torch }: { user_id: string; torch?: Torch }) => [user_id, torch?.lend?.named ?? null],
    );
  const sorted = (reader: string) => Object.fromEntries(seenBy(reader));
  expect(sorted('ben')).toEqual({ ada: ['ben'], olga: ['ben'] });
  expect(sorted('joe')).toEqual({ ada: ['joe'], olga: [] });
  expect(sorted('eve')).toEqual({ ada: null, olga: ['eve'] });
  expect(sorted('ada')).toEqual({ ada: ['ben', 'joe'], olga: [] });
  expect(sorted('olga')).toEqual({ ada: null, olga: ['eve', 'ben'] });
  for (const frame of frames.values()) expect(frame).not.toContain('nobody');
});

test('a phone in view does not hide that the laptop which lends is not, and what answers oneself is shown to oneself alone [LEND-05]', async () => {
  const frames = new Map<string, string>();
  const [ada, ben] = [crypto.randomUUID(), crypto.randomUUID()];
  const watchers = [ada, ben].map((userId) => ({
    userId,
    hidden: new Set<string>(),
    socket: { sendIfIdle: (frame: string) => !!frames.set(userId, frame) },
  }));
  const feed = { key: 'space', name: crypto.randomUUID(), watchers: new Set(watchers) };
  const here = presence({
    feed: () => feed as unknown as WatchedFeed,
    torchChanged() {},
    publish() {},
    now: () => 0,
    times: { presence: 1, renew: 60_000 },
  });
  onTestFinished(here.close);
  const adaSeenBy = (reader: string) => {
    const frame = ServerFrame.parse(JSON.parse(frames.get(reader) ?? '{}'));
    return frame.type === 'presence' && frame.people.find(({ user_id }) => user_id === ada);
  };
  const self = {
    for_self: { lend: torch.lend as NonNullable<Torch['lend']>, spent_today: torch.spent_today },
  };
  const person = { user_id: ada, is_visible: true };
  const laptop = { key: 'space', connection: 'laptop', user_id: ada, is_visible: false };
  here.set({ key: 'space', connection: 'phone', user_id: ada, is_visible: true });
  here.set({ ...laptop, torch: { ...torch, ...self } });
  await eventually(async () => expect(adaSeenBy(ben)).toEqual({ ...person, torch, is_torch_visible: false }));
  expect(adaSeenBy(ada)).toEqual({ ...person, torch: { ...torch, ...self }, is_torch_visible: false });
  here.set({ ...laptop, torch: { ...torch, lend: null, ...self } });
  await eventually(async () => expect(adaSeenBy(ben)).toEqual(person));
  expect(adaSeenBy(ada)).toMatchObject({ torch: { lend: null, ...self }, is_torch_visible: false });
  here.set({ ...laptop, is_visible: true, torch });
  await eventually(async () => expect(adaSeenBy(ben)).toEqual({ ...person, torch }));
});

test('however many people are in a space, those who lend there are shown', async () => {
  const frames: string[] = [];
  const socket = { sendIfIdle: (frame: string) => frames.push(frame) > 0 };
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
