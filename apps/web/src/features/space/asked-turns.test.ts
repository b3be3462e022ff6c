import { expect, test } from 'vitest';
import type { SafeStorage } from '../../lib/state/storage.ts';
import { askedTurns } from './asked-turns.ts';

function memory(before: string | null = null) {
  const stored = { text: before };
  const storage: SafeStorage = {
    read: () => stored.text,
    write(_, text) {
      stored.text = text;
      return true;
    },
    remove: () => {},
    listen: () => () => {},
  };
  return { stored, turns: () => askedTurns(storage, 'me') };
}

test('a turn that was asked here begins once for each epoch, also after a reload', () => {
  const { turns } = memory();
  turns().add('t1');
  expect(turns().begin('t2', 1)).toBe(false);
  expect(turns().begin('t1', 2)).toBe(true);
  for (const epoch of [1, 2]) expect(turns().begin('t1', epoch)).toBe(false);
  expect(turns().begin('t1', 3)).toBe(true);
});

test('a turn that has been answered was never asked', () => {
  const { turns } = memory();
  for (const id of ['t1', 't2']) turns().add(id);
  turns().end('t1');
  expect(turns().begin('t1', 1)).toBe(false);
  expect(turns().begin('t2', 1)).toBe(true);
});

test('turns that an earlier version of the app remembered count, and garbage does not', () => {
  const { turns } = memory('t1 t2:x');
  expect(turns().begin('t1', 1)).toBe(true);
  expect(turns().begin('t2', 1)).toBe(false);
});

test('a hundred turns are remembered', () => {
  const { turns, stored } = memory();
  for (let turn = 1; turn <= 101; turn++) turns().add(`t${turn}`);
  expect(turns().begin('t1', 1)).toBe(false);
  expect(turns().begin('t2', 1)).toBe(true);
  expect(stored.text?.split(' ')).toHaveLength(100);
});
