import { expect, test } from 'vitest';
import { memory } from '../testing/lender.ts';
import { lendTroubles, troubledElsewhere } from './lend-troubles.ts';

const failed = {
  kind: 'failed' as const,
  failed: {
    failure: {
      kind: 'key' as const,
      message: 'Incorrect API key',
      retryable: false,
      details: '{"error":{}}',
    },
    connection: { provider: 'openai' as const, model: 'gpt-4o', endpoint: 'https://api.openai.com/v1' },
    lent_to: 's1',
  },
};
const asleep = { kind: 'asleep' as const, from: 1, to: 2 };

test('that a key failed is told on every page of the browser, until it works on one of them [LEND-02]', () => {
  const browser = memory();
  const [one, other] = [lendTroubles(browser, 'me', () => 0), lendTroubles(browser, 'me', () => 0)];
  one.set('s1', failed);
  expect(other.read()).toMatchObject({ s1: { kind: 'failed', failed: { failure: { kind: 'key' } } } });
  expect(lendTroubles(browser, 'me', () => 0).read()).toEqual(other.read());
  expect(browser.read('polylogue.lend_troubles.me')).not.toContain('details');
  other.clear('s1');
  expect(one.read()).toEqual({});
  expect(browser.read('polylogue.lend_troubles.me')).toBeNull();
});

test('a provider that accepts no more requests for a while is a trouble until then, and no longer [LEND-02]', () => {
  let now = 1_000;
  const browser = memory();
  const troubles = lendTroubles(browser, 'me', () => now);
  const heard: string[][] = [];
  troubles.listen(() => heard.push(Object.keys(troubles.read())));
  troubles.set('s1', { ...failed, failed: { ...failed.failed, until: 21_000 } });
  troubles.set('s2', failed);
  troubles.check({});
  now = 21_000;
  troubles.check({});
  expect(heard).toEqual([['s1'], ['s1', 's2'], ['s2']]);
  // Nor after a reload.
  expect(Object.keys(lendTroubles(browser, 'me', () => now).read())).toEqual(['s2']);
});

test('that a page was asleep concerns this page, and is over once it was seen', () => {
  const browser = memory();
  const [one, other] = [lendTroubles(browser, 'me', () => 0), lendTroubles(browser, 'me', () => 0)];
  one.set('s1', asleep);
  one.set('s2', failed);
  expect(other.read()).not.toHaveProperty('s1');
  one.clear('s1');
  expect(Object.keys(one.read())).toEqual(['s2']);
  one.clearAll();
  expect(one.read()).toEqual({});
});

test('a page whose lend was ended on another page says what failed there, not that it slept itself', () => {
  const troubles = { s1: asleep, s2: failed, s3: failed };
  expect(troubledElsewhere(troubles, { s3: {} })).toEqual(['s2']);
});

test('what failed on a page that was closed is told on no other page, unless that lends there, too', () => {
  let now = 1_000;
  const browser = memory();
  const [closed, other] = [lendTroubles(browser, 'me', () => now), lendTroubles(browser, 'me', () => now)];
  closed.set('s1', failed);
  closed.set('s2', failed);
  now += 120_000;
  closed.check({ s1: {} });
  now += 120_000;
  expect(Object.keys(lendTroubles(browser, 'me', () => now).read())).toEqual(['s1']);
  other.check({ s2: {} });
  expect(Object.keys(other.read())).toEqual(['s1', 's2']);
  now += 200_000;
  other.check({});
  expect(other.read()).toEqual({});
  now += 86_400_000;
  other.check({});
  expect(browser.read('polylogue.lend_troubles.me')).toBeNull();
});

test('what failed is still said on the page that lends after the browser slept, whichever page wakes first', () => {
  let now = 1_000;
  const browser = memory();
  const [lender, other] = [lendTroubles(browser, 'me', () => now), lendTroubles(browser, 'me', () => now)];
  lender.set('s1', failed);
  now += 3_600_000;
  other.check({});
  expect(other.read()).toEqual({});
  lender.check({ s1: {} });
  expect(Object.keys(lender.read())).toEqual(['s1']);
  expect(Object.keys(other.read())).toEqual(['s1']);
});

test('what is stored and no trouble counts as none', () => {
  for (const text of ['', 'null', '[]', '{"s1":1}', '{"s1":{"kind":"failed"}}', '{"s1":{"kind":"asleep"}}']) {
    const browser = memory();
    browser.write('polylogue.lend_troubles.me', text);
    expect(lendTroubles(browser, 'me', () => 0).read()).toEqual({});
  }
});
