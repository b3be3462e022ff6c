import { expect, test } from 'vitest';
import { keptWishes } from './kept-wishes.ts';
import { noWishes, openWishes } from './wishes.ts';

const entry = 'polylogue.chat_settings';

function shelf(isFull = false, text?: string) {
  const kept = new Map<string, string>(text === undefined ? [] : [[entry, text]]);
  return {
    kept,
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, value: string) => (isFull ? false : kept.set(name, value) && true),
    remove: (name: string) => void kept.delete(name),
  };
}

function start(tab = shelf()) {
  let due: (() => void) | null = null;
  const clock = {
    now: () => 0,
    after(_: number, then: () => void) {
      due = then;
      return () => {
        due = null;
      };
    },
  };
  const wishes = openWishes();
  const kept = keptWishes({ wishes, tab, clock });
  return { wishes, kept, tab, pause: () => due?.() };
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

test('what was written by hand is at risk, since a closed tab takes it along', () => {
  const { wishes, kept, pause } = start(shelf(true));
  wishes.tell({ type: 'wish-changed', change: { temperature: 1 } });
  pause();
  expect(kept.isAtRisk()).toBe(false);
  wishes.tell({ type: 'wish-changed', change: { instructions: 'Be brief.' } });
  expect(kept.isAtRisk()).toBe(true);
  wishes.clear();
  expect(kept.isAtRisk()).toBe(false);
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
  expect(start(shelf(false, text)).wishes.read()).toEqual(expected);
});
