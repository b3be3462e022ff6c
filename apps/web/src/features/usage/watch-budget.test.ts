import { newId } from '@polylogue/sync';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Browser, holdBackOpening } from '../sync/testing/browser.ts';
import { noUsage } from './sums/index.ts';
import { usedUp, usedUpEntry } from './used-up/index.ts';

const dollars = (usd: number) => usd * 1_000_000;
const soon = <Result>(work: () => Result | Promise<Result>) => vi.waitFor(work, { timeout: 5_000 });

/** A page, of a guest unless someone has signed in. */
async function open(browser = new Browser()) {
  const { openedStore } = await browser.open();
  const budget = await import('./watch-budget.ts');
  const store = await openedStore();
  return {
    ...budget,
    blocked: () => usedUp(browser.entries.get(usedUpEntry) ?? null, Date.now()),
    async spend(usd: number, usage_id = newId()) {
      await store.addUsage({
        ...{ usage_id, conversation_id: newId(), message_id: newId(), created_at: Date.now() },
        ...{ provider: 'openai', model: 'gpt-4o', host: 'api.openai.com' },
        ...{ input: 1, output: 1, cached: 0, reasoning: 0, usd_micros: dollars(usd), is_estimate: false },
      });
    },
  };
}

test('after each answer the budget knows what the month has cost, and stops the next question once it is used up [BUDGET-02]', async () => {
  const { watchBudget, setBudget, refreshBudget, budgetStatus, spend, blocked } = await open();
  watchBudget();
  await setBudget({ micros: dollars(10), stops: true });
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: 0 }));
  await spend(9);
  await refreshBudget();
  expect(budgetStatus.read()).toMatchObject({ spent: dollars(9) });
  expect(blocked()).toBeNull();
  await spend(1);
  await refreshBudget();
  expect(budgetStatus.read()).toMatchObject({ spent: dollars(10) });
  expect(blocked()?.text).toMatch(/^\$10.00 of \$10.00 spent/);

  await setBudget(null);
  await soon(() => expect([budgetStatus.read(), blocked()]).toEqual([null, null]));
});

test('what is spent while the month is being added up is in the sum, too', async () => {
  const { watchBudget, setBudget, refreshBudget, budgetStatus, spend } = await open();
  watchBudget();
  await setBudget({ micros: dollars(10), stops: false });
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: 0 }));
  const first = refreshBudget();
  await spend(3);
  await refreshBudget();
  await first;
  expect(budgetStatus.read()).toMatchObject({ spent: dollars(3) });
});

/** A browser of a member whose answers have cost 12 dollars this month. */
function spentBrowser() {
  const browser = new Browser();
  browser.signIn('ada');
  const model = { provider: 'openai', model: 'gpt-4o', host: 'api.openai.com' };
  browser.usage = [{ ...noUsage, ...model, day: 0, answers: 1, usd_micros: dollars(12) }];
  return browser;
}

test('a budget that is raised while the account cannot be asked lets the next question go at once [BUDGET-02]', async () => {
  const browser = spentBrowser();
  const { watchBudget, setBudget, budgetStatus, blocked } = await open(browser);
  watchBudget();
  await setBudget({ micros: dollars(10), stops: true });
  await soon(() => expect(blocked()).not.toBeNull());
  browser.isOffline = true;
  await setBudget({ micros: dollars(20), stops: true });
  await soon(() => expect(budgetStatus.read()).toMatchObject({ budget: { micros: dollars(20) } }));
  expect(budgetStatus.read()).toMatchObject({ spent: dollars(12) });
  expect(blocked()).toBeNull();
});

test('so does one that is raised or removed in a page that was opened while the account cannot be asked [BUDGET-02]', async () => {
  const browser = spentBrowser();
  const first = await open(browser);
  first.watchBudget();
  await first.setBudget({ micros: dollars(10), stops: true });
  await soon(() => expect(first.blocked()).not.toBeNull());
  await soon(() => expect(browser.server.records.size).toBe(1));
  browser.isOffline = true;
  const { watchBudget, setBudget, budgetStatus, blocked } = await open(browser);
  watchBudget();
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: dollars(12) }));
  expect(blocked()).not.toBeNull();
  await setBudget({ micros: dollars(20), stops: true });
  await soon(() => expect(blocked()).toBeNull());
  await setBudget({ micros: dollars(11), stops: true });
  await soon(() => expect(blocked()).not.toBeNull());
  await setBudget(null);
  await soon(() => expect([budgetStatus.read(), blocked()]).toEqual([null, null]));
});

test('a page that added up the month before another one does not let the next question go while the account cannot be asked [BUDGET-02]', async () => {
  const browser = spentBrowser();
  const [spent] = browser.usage;
  browser.usage = [{ ...spent, usd_micros: dollars(8) }];
  const asleep = await open(browser);
  asleep.watchBudget();
  await asleep.setBudget({ micros: dollars(10), stops: true });
  await soon(() => expect(asleep.budgetStatus.read()).toMatchObject({ spent: dollars(8) }));
  await soon(() => expect(browser.server.records.size).toBe(1));
  browser.usage = [{ ...spent, usd_micros: dollars(12) }];
  const other = await open(browser);
  other.watchBudget();
  await soon(() => expect(other.blocked()).not.toBeNull());
  browser.isOffline = true;
  await asleep.refreshBudget();
  expect(asleep.blocked()).not.toBeNull();
});

test('a budget is known before the month has been added up', async () => {
  const browser = spentBrowser();
  const first = await open(browser);
  await first.setBudget({ micros: dollars(20), stops: true });
  browser.isOffline = true;
  const { watchBudget, budgetStatus, blocked } = await open(browser);
  watchBudget();
  await soon(() =>
    expect(budgetStatus.read()).toEqual({ budget: { micros: dollars(20), stops: true }, spent: null }),
  );
  expect(blocked()).toBeNull();
});

test('a budget that stops also stops where the clock is in another month than the server [BUDGET-02]', async () => {
  const browser = spentBrowser();
  // The clock of this device is more than a month ahead.
  browser.entries.set('polylogue.clock_offset', String(-40 * 86_400_000));
  const { watchBudget, setBudget, blocked } = await open(browser);
  watchBudget();
  await setBudget({ micros: dollars(10), stops: true });
  await soon(() => expect(blocked()).not.toBeNull());
});

test('an answer that the account has counts once, even before this browser knows that it has arrived', async () => {
  const browser = spentBrowser();
  const { watchBudget, setBudget, refreshBudget, budgetStatus, spend } = await open(browser);
  watchBudget();
  await setBudget({ micros: dollars(100), stops: true });
  await soon(() => expect(browser.server.records.size).toBe(1));
  browser.isUnacknowledged = true;
  const usage_id = newId();
  await spend(3, usage_id);
  await soon(() => expect(browser.server.usage).toContain(usage_id));
  browser.usage = [...browser.usage, { ...browser.usage[0], usage_id, usd_micros: dollars(3) }];
  await refreshBudget();
  expect(budgetStatus.read()).toMatchObject({ spent: dollars(15) });
});

test('a budget that was raised on another device stops no longer, once a page looks', async () => {
  const browser = spentBrowser();
  const first = await open(browser);
  first.watchBudget();
  await first.setBudget({ micros: dollars(10), stops: true });
  await soon(() => expect(first.blocked()).not.toBeNull());
  await soon(() => expect(browser.server.records.size).toBe(1));
  const elsewhere = new Map(browser.entries);
  await first.setBudget({ micros: dollars(20), stops: true });
  await soon(() => expect(first.blocked()).toBeNull());
  // As this browser still has it.
  for (const [name, value] of elsewhere) browser.entries.set(name, value);
  const { watchBudget, blocked } = await open(browser);
  expect(blocked()).not.toBeNull();
  watchBudget();
  await soon(() => expect(blocked()).toBeNull());
});

test('a budget that stops does so while the browser takes its time to open what it stores, and is known once it has [BUDGET-02]', async () => {
  const browser = new Browser();
  const first = await open(browser);
  first.watchBudget();
  await first.setBudget({ micros: dollars(10), stops: true });
  await first.spend(12);
  await first.refreshBudget();
  expect(first.blocked()).not.toBeNull();
  const opening = holdBackOpening();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const opened = open(browser);
  await opening.wasAsked;
  vi.advanceTimersByTime(10_000);
  const { watchBudget, refreshBudget, setBudget, budgetStatus, blocked } = await opened;
  watchBudget();
  await refreshBudget();
  expect(blocked()).not.toBeNull();
  opening.goOn();
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: dollars(12) }));
  expect(blocked()).not.toBeNull();
  await setBudget(null);
  await soon(() => expect(blocked()).toBeNull());
});

test('in a browser that stores nothing, too, a budget that is removed stops nobody', async () => {
  const browser = new Browser();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('No.', 'UnknownError');
  });
  const { watchBudget, setBudget, refreshBudget, spend, blocked } = await open(browser);
  watchBudget();
  await setBudget({ micros: dollars(10), stops: true });
  await spend(12);
  await refreshBudget();
  expect(blocked()).not.toBeNull();
  await setBudget(null);
  await soon(() => expect(blocked()).toBeNull());
});

test('a page that is open at the end of the month stops saying that the budget is used up, even offline', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    now: Date.UTC(2026, 10, 30, 23, 59, 30),
  });
  onTestFinished(() => void vi.useRealTimers());
  const browser = spentBrowser();
  const { watchBudget, setBudget } = await open(browser);
  watchBudget();
  await setBudget({ micros: dollars(10), stops: true });
  await soon(() => expect(browser.entries.has(usedUpEntry)).toBe(true));
  browser.isOffline = true;
  vi.advanceTimersByTime(31_000);
  await soon(() => expect(browser.entries.has(usedUpEntry)).toBe(false));
});

test('what a temporary conversation has cost is in the budget [BUDGET-02]', async () => {
  const { watchBudget, setBudget, refreshBudget, countUnrecorded, budgetStatus, spend, blocked } =
    await open();
  watchBudget();
  await setBudget({ micros: dollars(10), stops: true });
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: 0 }));
  countUnrecorded('temporary', dollars(3));
  countUnrecorded('temporary', dollars(4));
  countUnrecorded('another', dollars(5));
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: dollars(9) }));
  await spend(1);
  await refreshBudget();
  expect(blocked()).not.toBeNull();
});

test('another page, which has none of it, does not lift a budget that a temporary conversation has used up [BUDGET-02]', async () => {
  const browser = spentBrowser();
  const first = await open(browser);
  first.watchBudget();
  await first.setBudget({ micros: dollars(13), stops: true });
  first.countUnrecorded('temporary', dollars(2));
  await soon(() => expect(first.blocked()).not.toBeNull());
  await soon(() => expect(browser.server.records.size).toBe(1));
  const { watchBudget, refreshBudget, budgetStatus, blocked } = await open(browser);
  watchBudget();
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: dollars(14) }));
  await refreshBudget();
  expect(blocked()).not.toBeNull();
});

test('in the next month only what a temporary conversation costs from then on is in the budget', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 30, 12) });
  onTestFinished(() => void vi.useRealTimers());
  const { watchBudget, setBudget, countUnrecorded, refreshBudget, budgetStatus } = await open();
  watchBudget();
  await setBudget({ micros: dollars(10), stops: true });
  countUnrecorded('temporary', dollars(9));
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: dollars(9) }));
  vi.setSystemTime(Date.UTC(2026, 11, 1, 12));
  await refreshBudget();
  expect(budgetStatus.read()).toMatchObject({ spent: 0 });
  countUnrecorded('temporary', dollars(11));
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: dollars(2) }));
});

test('what a guest has spent in a temporary conversation is in the budget of the account they sign in to', async () => {
  const browser = spentBrowser();
  browser.write('access_token', null);
  const { watchBudget, setBudget, countUnrecorded, budgetStatus } = await open(browser);
  watchBudget();
  countUnrecorded('temporary', dollars(3));
  browser.signIn('ada');
  await setBudget({ micros: dollars(20), stops: true });
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: dollars(15) }));
  countUnrecorded('temporary', dollars(4));
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: dollars(16) }));
  browser.signIn('eve');
  await setBudget({ micros: dollars(20), stops: true });
  await soon(() => expect(budgetStatus.read()).toMatchObject({ spent: dollars(12) }));
});
