import { defaultLend, emptyLedger, type Ledger } from '@polylogue/sync/turns';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FeedWatcher } from '../../../api/live-frames.ts';
import { memory } from '../testing/lender.ts';
import { advertising } from './advertising.ts';
import { openLends } from './lends.ts';

const lend = { ...defaultLend, models: [{ provider: 'openai', model: 'gpt', price: null }] };
const lendTo = (space_id: string) => ({
  space_id,
  space_name: 'Physics',
  visibility: 'invited' as const,
  lend,
  origins: ['https://api.example'],
  lent_at: 500,
});

const entry = {
  space_id: 'space',
  turn_id: 't1',
  epoch: 1,
  asked_by: 'ada',
  at: 900,
  reserved: { usd: 0.1, tokens: 0 },
  settled: { usd: 0.02, tokens: 0 },
};

/** A tab of a member with a key, and what it advertises in its spaces. */
function tab({ hasKey = true, stored = { ledger: emptyLedger } as { ledger: Ledger | null } } = {}) {
  const watched: string[] = [];
  const watchers: FeedWatcher[] = [];
  const spaceChanged = vi.fn();
  const advertised = new Map<string, unknown>();
  const clock = { now: 1_000, ahead: 0 };
  const key = { isThere: hasKey, since: 0 };
  const budget = { isUsedUp: false };
  const lends = openLends('me', { tab: memory(), browser: memory() }, () => 1_000);
  const forSelf = openLends('me', { tab: memory(), browser: memory() }, () => 1_000, 'lent_to_self');
  const shown = advertising({
    me: 'me',
    forSelf,
    socket: {
      watch(feed, watcher) {
        watched.push(feed);
        watchers.push(watcher);
        return () => void watched.splice(watched.indexOf(feed), 1);
      },
      setPresence: (feed, { torch }) => void advertised.set(feed, torch),
    },
    lends,
    ledger: { read: async () => stored.ledger, ensure: async () => {}, change: async () => false },
    hasKey: () => key.isThere,
    isUsedUp: () => budget.isUsedUp,
    now: () => clock.now,
    serverNow: () => clock.now + clock.ahead,
    keySince: () => key.since,
    spaceChanged,
  });
  return {
    watched,
    watchers,
    spaceChanged,
    told: advertised,
    stored,
    clock,
    key,
    budget,
    lends,
    forSelf,
    shown,
  };
}

const ownOnly = { lend: null, lent_at: 0, spent_today: { usd: 0, tokens: 0 } };

test('a browser says whether it answers what its person asks on other devices, and what of that is spent', async () => {
  const { watched, told, stored, forSelf } = tab();
  stored.ledger = { entries: [{ ...entry, asked_by: 'me' }, entry] };
  forSelf.add(lendTo('space'));
  await vi.waitFor(() =>
    expect(told.get('space')).toEqual({
      ...ownOnly,
      lent_at: 500,
      for_self: { lend, spent_today: { usd: 0.02, tokens: 0 } },
    }),
  );
  expect(watched).toEqual(['space']);
  forSelf.end('space');
  expect(watched).toEqual([]);
  expect(told.get('space')).toBeUndefined();
});

test('a lender learns at once what else than messages changes in a space, such as that it is archived [LEND-02]', () => {
  const { watchers, spaceChanged, lends } = tab();
  lends.add(lendTo('space'));
  const [watcher] = watchers;
  const posts = (seq: number) => ({ type: 'feed' as const, feed: 'space', before: seq - 1, seq, rows: {} });
  const hint = (seq: number) => ({ type: 'hint' as const, feed: 'space', seq });
  for (const frame of [posts(7), hint(7)]) watcher?.onFrame(frame);
  expect(spaceChanged).not.toHaveBeenCalled();
  for (const frame of [hint(8), hint(8)]) watcher?.onFrame(frame);
  expect(spaceChanged).toHaveBeenCalledTimes(1);
  watcher?.onFrame({ type: 'resync', feed: 'space' });
  expect(spaceChanged).toHaveBeenCalledTimes(2);
});

test('a browser whose person’s own budget is used up lends nothing until it no longer is [BUDGET-02]', async () => {
  const { told, budget, lends, forSelf, shown } = tab();
  lends.add(lendTo('space'));
  forSelf.add(lendTo('space'));
  const lent = { lend, for_self: { lend } };
  await vi.waitFor(() => expect(told.get('space')).toMatchObject(lent));
  budget.isUsedUp = true;
  shown.check();
  await vi.waitFor(() => expect(told.get('space')).toEqual({ ...ownOnly, lent_at: 500 }));
  budget.isUsedUp = false;
  shown.check();
  await vi.waitFor(() => expect(told.get('space')).toMatchObject(lent));
});

test('a space is watched for as long as something is lent to it, though no page shows it', async () => {
  const { watched, told, lends } = tab();
  lends.add(lendTo('space'));
  await vi.waitFor(() => expect(told.get('space')).toMatchObject({ lend, lent_at: 500 }));
  expect(watched).toEqual(['space']);
  lends.end('space');
  expect(watched).toEqual([]);
  expect(told.get('space')).toBeUndefined();
});

test('what was spent today is advertised again whenever it changes', async () => {
  const { told, stored, lends, shown } = tab();
  lends.add(lendTo('space'));
  stored.ledger = { entries: [entry] };
  shown.check();
  await vi.waitFor(() => expect(told.get('space')).toMatchObject({ spent_today: { usd: 0.02, tokens: 0 } }));
});

test('what an answer in one tab cost is shown and advertised by every tab of the browser [LEND-02]', async () => {
  const one = tab();
  const other = tab({ stored: one.stored });
  for (const { lends, shown } of [one, other]) {
    onTestFinished(shown.close);
    lends.add(lendTo('space'));
  }
  await vi.waitFor(() =>
    expect(other.shown.used.read()).toEqual({ space: { lent: { usd: 0, tokens: 0, isBound: false } } }),
  );
  one.stored.ledger = { entries: [entry] };
  one.shown.spent();
  for (const { told, shown } of [one, other])
    await vi.waitFor(() => {
      expect(shown.used.read()).toMatchObject({ space: { lent: { usd: 0.02 } } });
      expect(told.get('space')).toMatchObject({ spent_today: { usd: 0.02, tokens: 0 } });
    });
});

test('on a new day, what was spent the day before is advertised no longer', async () => {
  const { told, stored, lends, shown, clock } = tab();
  lends.add(lendTo('space'));
  stored.ledger = { entries: [entry] };
  shown.check();
  await vi.waitFor(() =>
    expect(shown.used.read()).toEqual({ space: { lent: { usd: 0.02, tokens: 0, isBound: false } } }),
  );
  clock.now += 24 * 3_600_000;
  shown.checkDay();
  await vi.waitFor(() => expect(told.get('space')).toMatchObject({ spent_today: { usd: 0, tokens: 0 } }));
  expect(shown.used.read()).toEqual({ space: { lent: { usd: 0, tokens: 0, isBound: false } } });
});

test('until when a key is lent is said by the server’s clock, by which it is asked', async () => {
  const { told, clock, lends, forSelf } = tab();
  clock.ahead = 7_200_000;
  const timed = { ...lendTo('space'), lend: { ...lend, until: 5_000 } };
  lends.add(timed);
  forSelf.add(timed);
  const inTwoHours = { until: 7_205_000 };
  await vi.waitFor(() =>
    expect(told.get('space')).toMatchObject({ lend: inTwoHours, for_self: { lend: inTwoHours } }),
  );
});

test('a lender whose key is replaced lends anew', async () => {
  const { told, key, lends, shown } = tab();
  lends.add(lendTo('space'));
  await vi.waitFor(() => expect(told.get('space')).toMatchObject({ lent_at: 500 }));
  key.since = 900;
  shown.check();
  await vi.waitFor(() => expect(told.get('space')).toMatchObject({ lent_at: 900 }));
});

test('in a room that is open, a browser with a key answers its own person, and stops when the room is left', async () => {
  const { told, shown } = tab();
  const leave = shown.open('space');
  await vi.waitFor(() => expect(told.get('space')).toEqual(ownOnly));
  leave();
  expect(told.get('space')).toBeUndefined();
});

test('without a key nothing is advertised; a new key is advertised immediately', async () => {
  const { told, key, shown } = tab({ hasKey: false });
  shown.open('space');
  await vi.waitFor(() => expect(told.has('space')).toBe(true));
  expect(told.get('space')).toBeUndefined();
  key.isThere = true;
  shown.check();
  await vi.waitFor(() => expect(told.get('space')).toEqual(ownOnly));
});

test('a lend that ends while its room is open leaves a browser that answers its own person', async () => {
  const { told, lends, shown } = tab();
  shown.open('space');
  lends.add(lendTo('space'));
  await vi.waitFor(() => expect(told.get('space')).toMatchObject({ lend }));
  lends.end('space');
  await vi.waitFor(() => expect(told.get('space')).toEqual(ownOnly));
});

test('when the ledger is lost, every lend ends', async () => {
  const { stored, watched, lends, shown } = tab();
  for (const space of ['one', 'two']) lends.add(lendTo(space));
  stored.ledger = null;
  shown.check();
  await vi.waitFor(() => expect(lends.read()).toEqual({}));
  expect(watched).toEqual([]);
});
