import { expect, test } from 'vitest';
import { shelf, standingClock } from '../testing/keeping.ts';
import { keptWishes } from './kept-wishes.ts';
import { noWishes, openWishes } from './wishes.ts';

const entry = 'polylogue.chat_settings';

function start(tab = shelf()) {
  const { clock, pause } = standingClock();
  const wishes = openWishes();
  const kept = keptWishes({ wishes, tab, clock });
  return { wishes, kept, tab, pause };
}

const wished = { instructions: 'Be brief.', effort: 'low', temperature: 0, maxTokens: 500 } as const;

test('how a chat is to be answered survives a reload [COST-23]', () => {
  const { wishes, tab, pause } = start();
  wishes.tell({ type: 'wish-changed', change: wished });
  pause();
  expect(start(tab).wishes.read()).toEqual(wished);
});

test('leaving in the middle of a word keeps the word', () => {
  const { wishes, kept, tab } = start();
  wishes.tell({ type: 'wish-changed', change: { instructions: 'Be br' } });
  kept.flush();
  expect(start(tab).wishes.read().instructions).toBe('Be br');
});

test('a new chat forgets it at once, and undoing keeps it again', () => {
  const { wishes, tab, pause } = start();
  wishes.tell({ type: 'wish-changed', change: wished });
  pause();
  const undo = wishes.clear();
  expect(tab.kept.size).toBe(0);
  undo();
  pause();
  expect(start(tab).wishes.read()).toEqual(wished);
});

test.each([
  ['{', noWishes],
  ['null', noWishes],
  ['[1]', noWishes],
  ['"words"', noWishes],
  ['{"instructions":7,"effort":"toString","temperature":"1","maxTokens":-4}', noWishes],
  ['{"temperature":3,"maxTokens":1e400,"effort":"__proto__"}', noWishes],
  [
    '{"instructions":"Rhyme.","effort":"huge","temperature":1,"more":true}',
    { ...noWishes, instructions: 'Rhyme.', temperature: 1 },
  ],
])('of %s what can be read is taken', (text, expected) => {
  expect(start(shelf(false, { [entry]: text })).wishes.read()).toEqual(expected);
});
