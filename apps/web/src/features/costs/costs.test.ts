import type { UsageSum } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { noUsage, type UsageTotals } from '../usage/sums/index.ts';
import { barsOf, ticksFor } from './bars.ts';
import { type CostNames, type Dimension, linesOf } from './breakdown.ts';
import { costNotes, costWords } from './cost-words.ts';
import { csvOf, exactDollars } from './csv.ts';
import { costNames } from './names.ts';

const sum = (more: Partial<UsageSum>): UsageSum => ({ ...noUsage, answers: 1, ...more });
const day = (iso: string) => Date.parse(iso) / 86_400_000;

const names: CostNames = {
  month: (at) => new Date(at * 86_400_000).toISOString().slice(0, 7),
  day: (at) => new Date(at * 86_400_000).toISOString().slice(0, 10),
  provider: (provider) => provider,
  model: (_, model) => model.toUpperCase(),
  conversation: (id) => (id.startsWith('gone') ? undefined : { name: `Talk ${id}`, href: `/chat/${id}` }),
  folderOf: (id) => (id === 'a' ? { id: 'f', name: 'Baking' } : undefined),
  space: (id) => (id === 'gone' ? undefined : { name: `Space ${id}` }),
};

const openai = { provider: 'openai', host: 'api.openai.com' };
const grok = { provider: 'grok', host: 'api.x.ai' };
const usage: UsageTotals = {
  days: [
    { ...sum({ usd_micros: 10, input: 5 }), day: day('2026-11-02'), model: 'luna', ...openai },
    { ...sum({ usd_micros: 30 }), day: day('2026-11-01'), model: 'luna', ...openai },
    { ...sum({ usd_micros: 35, answers: 3 }), day: day('2026-11-01'), model: 'grok-5', ...grok },
  ],
  conversations: [
    { ...sum({ usd_micros: 10 }), conversation_id: 'a', is_space: false },
    { ...sum({ usd_micros: 20 }), conversation_id: 'gone 1', is_space: false },
    { ...sum({ usd_micros: 5 }), conversation_id: 'gone 2', is_space: false },
    { ...sum({ usd_micros: 30 }), conversation_id: 'b', is_space: true },
  ],
};
const shown = (dimension: Dimension, of = usage) =>
  linesOf(of, dimension, names)?.map(({ name, sum: { usd_micros } }) => [name, usd_micros]);

test('days come newest first; providers and models by what they cost', () => {
  expect(shown('day')).toEqual([
    ['2026-11-02', 10],
    ['2026-11-01', 65],
  ]);
  expect(shown('provider')).toEqual([
    ['openai', 40],
    ['grok', 35],
  ]);
  expect(shown('model')).toEqual([
    ['LUNA', 40],
    ['GROK-5', 35],
  ]);
});

test('the table of twelve months can have a line for each bar of the chart [COST-33]', () => {
  const before = { ...sum({ usd_micros: 7 }), day: day('2026-10-31'), model: 'luna', ...openai };
  const year = { ...usage, days: [before, ...usage.days] };
  expect(shown('month', year)).toEqual([
    ['2026-11', 75],
    ['2026-10', 7],
  ]);
  const bars = barsOf(year, { from: day('2025-12-01'), to: day('2026-11-30') });
  const spent = bars.filter(({ micros }) => micros > 0).map((bar) => [names.month(bar.day), bar.micros]);
  expect(spent.reverse()).toEqual(shown('month', year));
});

test('deleted conversations are one line, so is what the account did not list, and folders are those of today [COST-31]', () => {
  expect(shown('conversation')).toEqual([
    ['Talk a', 10],
    ['Deleted conversations', 25],
    ['All others', 10],
  ]);
  expect(shown('folder')).toEqual([
    ['In no folder', 35],
    ['Baking', 10],
  ]);
  expect(shown('space')).toEqual([['Space b', 30]]);
});

test('what has not come yet is neither deleted nor in no folder: there is no table until then [COST-31]', () => {
  const all = { conversations: [], folders: [], spaces: [] };
  const linesWith = (known: object, dimension: Dimension) =>
    linesOf(usage, dimension, costNames({ ...all, ...known, providerName: String, models: undefined }));
  expect(linesWith({ conversations: null }, 'conversation')).toBeNull();
  expect(linesWith({ conversations: null }, 'folder')).toBeNull();
  expect(linesWith({ folders: null }, 'folder')).toBeNull();
  expect(linesWith({ spaces: null }, 'space')).toBeNull();
  expect(linesWith({ conversations: null, folders: null, spaces: null }, 'model')).toHaveLength(2);
  expect(linesWith({}, 'space')).toMatchObject([{ name: 'Spaces you are no longer in' }]);
});

test('two folders of one name have a line each, and so has one that is called as what is in none [COST-31]', () => {
  const of = (...names: string[]) => names.map((name, at) => ({ id: `f${at}`, name }));
  const chats = ['a', 'gone 1'].map((id, at) => ({ id, title: id, href: '', folder: `f${at}` }));
  const linesIn = (folders: { id: string; name: string }[]) =>
    linesOf(
      usage,
      'folder',
      costNames({ conversations: chats, folders, spaces: [], providerName: String, models: undefined }),
    )?.map(({ name, sum: { usd_micros } }) => [name, usd_micros]);
  expect(linesIn(of('Work', 'Work'))).toEqual([
    ['Work', 20],
    ['In no folder', 15],
    ['Work', 10],
  ]);
  expect(linesIn(of('In no folder', 'Work'))).toEqual([
    ['Work', 20],
    ['In no folder', 15],
    ['In no folder', 10],
  ]);
});

test('an unknown price is said, not guessed [COST-32]', () => {
  const words = (more: Partial<UsageSum>) => costWords(sum(more), 'en-US');
  expect(words({ usd_micros: 4_200 })).toBe('$0.0042');
  expect(words({ usd_micros: 4_200, estimates: 1 })).toBe('≈ $0.0042');
  expect(words({ unpriced: 1 })).toBe('price not known');
  expect(words({ answers: 2, unpriced: 1, usd_micros: 12_345_678 })).toBe('$12.35 and more');
  expect(words({ usd_micros: 584_700 })).toBe('$0.58');
  expect(words({ usd_micros: 0 })).toBe('$0.00');
  expect(words({ usd_micros: 4_200, unknown_fees: 1 })).toBe('$0.0042 plus fees');
  expect(words({ fee_usd_micros: 10_000 })).toBe('$0.01');
  expect(costNotes(sum({ answers: 3, unpriced: 1 }))).toEqual([
    '1 of 3 answers came from models whose price is not known. They are not in the total.',
  ]);
  expect(costNotes(sum({ usd_micros: 1 }))).toEqual([]);
});

test('the file has exact money, and no title becomes a formula [COST-33]', () => {
  const lines = [{ key: 'a', name: '=cmd("x"), y', sum: sum({ usd_micros: 1_000_001, fee_usd_micros: 10 }) }];
  const [head, row, end] = csvOf('Conversation', lines).split('\r\n');
  expect(head).toMatch(/^\uFEFFConversation,Answers,Tokens in,/);
  expect(row).toBe('"\'=cmd(""x""), y",1,0,0,0,0,1.000001,0.000010,0,0,0,0,0,0');
  expect(end).toBe('');
  expect(exactDollars(0)).toBe('0.000000');
});

test('every day of a month has a bar, and a year has twelve', () => {
  const month = { from: day('2026-11-01'), to: day('2026-11-30') };
  const bars = barsOf(usage, month);
  expect(bars).toHaveLength(30);
  expect(bars.slice(0, 3).map(({ micros }) => micros)).toEqual([65, 10, 0]);
  const year = barsOf(usage, { from: day('2025-12-01'), to: day('2026-11-30') });
  expect(year.map((bar) => names.day(bar.day))).toEqual([
    '2025-12-01',
    ...['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'].map((one) => `2026-${one}-01`),
  ]);
  expect(year.at(-1)?.micros).toBe(75);
});

test('the lines across the chart are at round amounts, and none is above the next one', () => {
  expect(ticksFor(0)).toEqual([]);
  expect(ticksFor(3_000_000)).toEqual([1_000_000, 2_000_000, 3_000_000]);
  expect(ticksFor(1)).toEqual([1]);
  for (const most of [1, 7, 65, 999, 12_345, 987_654, 31_000_000]) {
    const ticks = ticksFor(most);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThanOrEqual(4);
  }
});
