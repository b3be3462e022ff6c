import { defaultLend } from '@polylogue/sync/turns';
import { expect, test } from 'vitest';
import { memory } from '../testing/lender.ts';
import { lendNotices } from './lend-notices.ts';
import { hasKeyFor, lendLost, type OwnLend, openLends } from './lends.ts';

const lendTo = (space_id: string, until: number | null = null): OwnLend => ({
  space_id,
  space_name: 'Physics',
  visibility: 'invited',
  lend: { ...defaultLend, models: [{ provider: 'openai', model: 'gpt', price: null }], until },
  origins: ['https://api.example'],
  lent_at: 0,
});

/** A browser whose tabs share one storage and have one each. */
function browser() {
  const shared = memory();
  const clock = { now: 1_000 };
  const tab = (own = memory(), account = 'me') =>
    openLends(account, { tab: own, browser: shared }, () => clock.now);
  return { shared, clock, tab };
}

const spaces = (lends: { read(): object }) => Object.keys(lends.read());

test('what is lent until the page is closed is lent in this tab, and survives a reload', () => {
  const { tab, shared } = browser();
  const own = memory();
  tab(own).add(lendTo('space'));
  expect(spaces(tab(own))).toEqual(['space']);
  expect(spaces(tab())).toEqual([]);
  expect(shared.read('polylogue.lent.me')).toBeNull();
});

test('a limit that was stored with a part of a token is a whole number of them', () => {
  const { tab } = browser();
  const lends = tab();
  const one = lendTo('space', 2_000);
  lends.add({ ...one, lend: { ...one.lend, per_turn: { usd: 0, tokens: 20_000.5 } } });
  expect(lends.read().space?.lend.per_turn).toEqual({ usd: 0, tokens: 20_001 });
});

test('what is lent until the page is closed does not come back with a tab that was closed', () => {
  const { tab, clock } = browser();
  const own = memory();
  const lends = tab(own);
  lends.add(lendTo('space'));
  lends.add(lendTo('other', 500_000));
  clock.now += 300_000;
  // While the page is there, it may sleep for any time.
  lends.check();
  expect(spaces(lends)).toEqual(['other', 'space']);
  clock.now += 60_000;
  expect(spaces(tab(own))).toEqual(['other', 'space']);
  clock.now += 60_001;
  expect(spaces(tab(own))).toEqual(['other']);
});

test('what is lent until a time is lent in every tab, until that time', () => {
  const { tab, clock } = browser();
  const [one, other] = [tab(), tab()];
  one.add(lendTo('space', 2_000));
  expect(spaces(other)).toEqual(['space']);
  clock.now = 2_000;
  for (const lends of [one, other]) {
    lends.check();
    expect(spaces(lends)).toEqual([]);
  }
  expect(spaces(tab())).toEqual([]);
});

test('what is lent again in one tab is told of as over in none [LEND-02]', () => {
  const { tab } = browser();
  const one = tab();
  const other = tab();
  const notices = lendNotices(memory(), 'me');
  notices.follow(other);
  const over = { space_name: 'Physics', because: 'time' as const };
  for (const space_id of ['space', 'elsewhere']) notices.add({ ...over, space_id, own: lendTo(space_id) });
  one.add(lendTo('space', 2_000));
  expect(notices.read().map(({ space_id }) => space_id)).toEqual(['elsewhere']);
  // Nor in a page that is loaded anew.
  const reloaded = lendNotices(memory(), 'me');
  reloaded.add({ ...over, space_id: 'space', own: lendTo('space') });
  reloaded.follow(tab());
  expect(reloaded.read()).toEqual([]);
});

test('what was lent with a key can be lent again while there is a key for its provider and place [LEND-01]', () => {
  const own = lendTo('space');
  const saved = (origin: string, provider = 'openai', model = 'gpt') => ({ provider, origin, model });
  expect(hasKeyFor(own, [saved('https://other.example'), saved('https://api.example')])).toBe(true);
  // The chat may use another model by now.
  expect(hasKeyFor(own, [saved('https://api.example', 'openai', 'gpt-mini')])).toBe(true);
  expect(hasKeyFor(own, [])).toBe(false);
  expect(hasKeyFor(own, [saved('https://other.example'), saved('https://api.example', 'grok')])).toBe(false);
});

test('a lend that is ended in one tab is ended in all, and those to other spaces stay', () => {
  const { tab } = browser();
  const [one, other] = [tab(), tab()];
  one.add(lendTo('space', 2_000));
  one.add(lendTo('other', 2_000));
  other.end('space');
  expect(spaces(one)).toEqual(['other']);
});

test('a lend ends when its space is left, in every tab, and does not come back with it', () => {
  const { tab } = browser();
  const [one, other] = [tab(), tab()];
  one.add(lendTo('space'));
  one.add({ ...lendTo('other', 2_000), lent_at: 500 });
  one.add({ ...lendTo('joined', 2_000), lent_at: 900 });
  // A list asked for at 700 has neither of them.
  one.endWhere(({ space_id, lent_at }) => lent_at < 700 && space_id !== 'space');
  expect(spaces(one)).toEqual(['joined', 'space']);
  expect(spaces(other)).toEqual(['joined']);
  expect(spaces(tab())).toEqual(['joined']);
});

test('a lend that is replaced is never seen as ended, whichever way its time changes', () => {
  const { tab } = browser();
  const lends = tab();
  lends.add(lendTo('space'));
  const seen: string[][] = [];
  lends.listen(() => seen.push(spaces(lends)));
  for (const until of [2_000, null, 3_000, 4_000, null]) lends.add(lendTo('space', until));
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.flat()).toEqual(seen.map(() => 'space'));
  expect(lends.read().space?.lend.until).toBeNull();
});

test('another account in the same browser does not lend what the first one lends', () => {
  const { tab } = browser();
  tab().add(lendTo('space', 2_000));
  expect(spaces(tab(memory(), 'ben'))).toEqual([]);
});

test.each(['{', '[]', 'null', '{"space":null}', '{"space":{"lend":{"per_turn":{"usd":"1"}}}}'])(
  'garbage in the storage, such as %s, is nothing lent',
  (text) => {
    const { tab, shared } = browser();
    shared.write('polylogue.lent.me', text);
    expect(spaces(tab())).toEqual([]);
  },
);

test('each page tells once of a lend whose time has come, and one that opens later does not [LEND-02]', () => {
  const shared = memory();
  const clock = { now: 1_000 };
  const told: string[] = [];
  const tab = (name: string) =>
    openLends(
      'me',
      {
        tab: memory(),
        browser: shared,
        onOver: ({ space_id }, because) => told.push(`${name} ${space_id} ${because}`),
      },
      () => clock.now,
    );
  const [one, other] = [tab('one'), tab('other')];
  one.add(lendTo('space', 2_000));
  one.add(lendTo('later', 9_000));
  clock.now = 2_000;
  for (let time = 0; time < 2; time++) for (const lends of [one, other]) lends.check();
  tab('third');
  expect(told.sort()).toEqual(['one space time', 'other space time']);
  expect(spaces(one)).toEqual(['later']);
});

test('a page that was closed or discarded tells that it no longer lends, one that was reloaded lends on [LEND-02]', () => {
  const clock = { now: 1_000 };
  const told: string[] = [];
  const own = memory();
  const stores = { tab: own, browser: memory(), onOver: (_: OwnLend, because: string) => told.push(because) };
  const open = () => openLends('me', stores, () => clock.now);
  open().add(lendTo('space'));
  clock.now += 30_000;
  open();
  expect(told).toEqual([]);
  clock.now += 61_000;
  expect(spaces(open())).toEqual([]);
  expect(told).toEqual(['closed']);
});

test('whoever signs out while they lend reads what ends with it [LEND-06]', () => {
  expect(lendLost('Physics', 'lent')).toBe(
    'what you lend to Physics: questions there will wait for another key',
  );
  expect(lendLost('Physics', 'lent_to_self')).toContain('what you ask in Physics on other devices');
});
