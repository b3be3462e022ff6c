import { expect, test } from 'vitest';
import { extended, nothingSelected, pressed, selectedOf } from './selection.ts';

const shown = ['a', 'b', 'c', 'd', 'e'];

test('a press selects a row, another press deselects it', () => {
  const one = pressed(nothingSelected, 'b', shown, false);
  expect(selectedOf(one, shown)).toEqual(['b']);
  expect(selectedOf(pressed(one, 'b', shown, false), shown)).toEqual([]);
});

test('with Shift, all rows from the last one pressed follow, in both directions', () => {
  const down = pressed(pressed(nothingSelected, 'b', shown, false), 'd', shown, true);
  expect(selectedOf(down, shown)).toEqual(['b', 'c', 'd']);
  const up = pressed(pressed(nothingSelected, 'd', shown, false), 'a', shown, true);
  expect(selectedOf(up, shown)).toEqual(['a', 'b', 'c', 'd']);
  const out = pressed(down, 'c', shown, true);
  expect(selectedOf(out, shown)).toEqual(['b']);
});

test('with Shift and nothing pressed before, it is one row', () => {
  expect(selectedOf(pressed(nothingSelected, 'c', shown, true), shown)).toEqual(['c']);
});

test('hidden rows are not selected', () => {
  const two = pressed(pressed(nothingSelected, 'a', shown, false), 'e', shown, false);
  expect(selectedOf(two, ['b', 'e'])).toEqual(['e']);
});

test('with Shift and the arrows, what is selected goes from where that began to the focus, and back', () => {
  const down = extended(extended(nothingSelected, 'b', 'c', shown), 'c', 'd', shown);
  expect(selectedOf(down, shown)).toEqual(['b', 'c', 'd']);
  const back = extended(down, 'd', 'c', shown);
  expect(selectedOf(back, shown)).toEqual(['b', 'c']);
  const up = extended(extended(back, 'c', 'b', shown), 'b', 'a', shown);
  expect(selectedOf(up, shown)).toEqual(['a', 'b']);
  const both = extended(pressed(up, 'e', shown, false), 'e', 'd', shown);
  expect(selectedOf(both, shown)).toEqual(['a', 'b', 'd', 'e']);
});
