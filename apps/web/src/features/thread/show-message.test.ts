import { expect, test } from 'vitest';
import { rootForkKey } from '../messages/index.ts';
import type { Message } from './message.ts';
import { showMessage } from './show-message.ts';
import type { ThreadState } from './thread-state.ts';
import { switched } from './versions.ts';

/** The beginning of a conversation: only ids matter. */
function threadOf(messages: string[], forks: Record<string, (string[] | null)[]>) {
  const of = (ids: string[]) => ids.map((id) => ({ id }) as Message);
  let state = {
    messages: of(messages),
    forks: Object.fromEntries(
      Object.entries(forks).map(([key, fork]) => [key, fork.map((tail) => tail && of(tail))]),
    ),
  };
  return {
    read: () => state as unknown as ThreadState,
    show(id: string, version: number) {
      state = switched(
        state,
        state.messages.findIndex((one) => one.id === id),
        version,
      ) as typeof state;
    },
    ids: () => state.messages.map(({ id }) => id),
  };
}

test('a message in a branch that is not shown is brought onto the screen, also in a branch of a branch', () => {
  const start = () =>
    threadOf(['a', 'b', 'c'], {
      [rootForkKey]: [['x', 'y', 'w'], null],
      a: [null, ['d', 'e']],
      d: [['f'], null],
      y: [null, ['z']],
    });
  const thread = start();
  expect(showMessage(thread, 'e')).toBe(true);
  expect(thread.ids()).toEqual(['a', 'd', 'e']);
  const other = start();
  expect(showMessage(other, 'y')).toBe(true);
  expect(other.ids()).toEqual(['x', 'y', 'w']);
  expect(showMessage(other, 'z')).toBe(true);
  expect(other.ids()).toEqual(['x', 'y', 'z']);
});

test('a message that is shown stays, and one that is nowhere changes nothing', () => {
  const thread = threadOf(['a', 'b'], { a: [null, ['c']] });
  expect(showMessage(thread, 'b')).toBe(true);
  expect(showMessage(thread, 'nowhere')).toBe(false);
  expect(thread.ids()).toEqual(['a', 'b']);
});

test('versions that lead to each other are not followed for ever', () => {
  expect(showMessage(threadOf(['a'], { b: [['c']], c: [['b']] }), 'c')).toBe(false);
});
