import { expect, test } from 'vitest';
import { asQuestion, hasWishes, noWishes, openWishes } from './wishes.ts';

test('nothing is wished for to begin with, and nothing is sent', () => {
  const wishes = openWishes();
  expect(hasWishes(wishes.read())).toBe(false);
  expect(asQuestion(wishes.read())).toEqual({});
});

test('what is wished for goes along with the next question, spaces around it do not', () => {
  const wishes = openWishes();
  wishes.tell({ type: 'wish-changed', change: { instructions: '  Be brief.\n', effort: 'low' } });
  wishes.tell({ type: 'wish-changed', change: { temperature: 0, maxTokens: 500 } });
  expect(asQuestion(wishes.read())).toEqual({
    instructions: 'Be brief.',
    effort: 'low',
    temperature: 0,
    maxTokens: 500,
  });
});

test('a new chat forgets them, and undoing brings them back, once [COST-15]', () => {
  const wishes = openWishes();
  wishes.tell({ type: 'wish-changed', change: { instructions: 'Be brief.' } });
  const undo = wishes.clear();
  expect(wishes.read()).toEqual(noWishes);
  undo();
  expect(wishes.read().instructions).toBe('Be brief.');
});

test('undoing does not overwrite what was wished for since', () => {
  const wishes = openWishes();
  wishes.tell({ type: 'wish-changed', change: { instructions: 'Be brief.' } });
  const undo = wishes.clear();
  wishes.tell({ type: 'wish-changed', change: { instructions: 'Rhyme.' } });
  undo();
  expect(wishes.read().instructions).toBe('Rhyme.');
});
