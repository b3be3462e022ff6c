import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../../../../../lib/testing/connection.ts';
import { answering, type ColouredLines } from './answering.ts';
import type { Colouring } from './colouring.ts';

const internet = connection();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A colouring that records what it was given; its grammar does not arrive before it may. */
function start() {
  const grammar = { mayCome: false, asked: 0 };
  const read: string[] = [];
  const gone: number[] = [];
  const colouring: Colouring = {
    async prepare() {
      grammar.asked += 1;
      if (!grammar.mayCome) throw new TypeError('Failed to fetch');
    },
    line(_, __, text, onProgress) {
      read.push(text);
      if (text === 'slow') onProgress?.();
      return [text.length, 1];
    },
    forget: (block) => void gone.push(block),
  };
  const said: ColouredLines[] = [];
  const answer = answering(Promise.resolve(colouring), (coloured) => void said.push(coloured));
  return { grammar, read, gone, said, answer };
}

test('lines whose grammar failed to load get their own colours together with the next ones [CODE-14]', async () => {
  const { grammar, read, said, answer } = start();
  await answer({ block: 1, language: 'rust', lines: ['one', 'second'] });
  expect(said).toEqual([]);
  grammar.mayCome = true;
  await answer({ block: 2, language: 'rust', lines: ['other'] });
  await answer({ block: 1, language: 'rust', lines: ['3'] });
  await answer({ block: 1, language: 'rust', lines: ['fourth'] });
  expect(read).toEqual(['other', 'one', 'second', '3', 'fourth']);
  const mine = said.filter(({ block }) => block === 1);
  expect(mine.flatMap(({ lines }) => lines)).toEqual([3, 6, 1, 6].map((length) => [length, 1]));
  expect(mine.map(({ left }) => left)).toEqual([2, 0, 1, 0, 1, 0]);
});

test('a grammar that failed to load is requested again, even for blocks that have ended [CODE-14]', async () => {
  const { grammar, read, answer } = start();
  await answer({ block: 1, language: 'rust', lines: ['one'] });
  await answer({ block: 2, language: 'rust', lines: ['two'] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([grammar.asked, read]).toEqual([3, []]);
  grammar.mayCome = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toEqual(['one', 'two']);
  expect(console.error).toHaveBeenCalledOnce();
});

test('it is requested at once when the connection is back', async () => {
  const { grammar, read, answer } = start();
  await answer({ block: 1, language: 'rust', lines: ['one'] });
  grammar.mayCome = true;
  internet.comesBack();
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toEqual(['one']);
});

test('a grammar is not requested if all its blocks are gone', async () => {
  const { grammar, answer } = start();
  await answer({ block: 1, language: 'rust', lines: ['one'] });
  await answer({ block: 1, isGone: true });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(grammar.asked).toBe(1);
});

test('a removed block is forgotten, with the lines owed to it', async () => {
  const { grammar, read, gone, answer } = start();
  await answer({ block: 1, language: 'rust', lines: ['one'] });
  await answer({ block: 1, isGone: true });
  grammar.mayCome = true;
  await answer({ block: 1, language: 'rust', lines: ['two'] });
  expect([gone, read]).toEqual([[1], ['two']]);
});

test('a line that takes long because its grammar is being compiled does not count as silence [CODE-15]', async () => {
  const { grammar, said, answer } = start();
  grammar.mayCome = true;
  await answer({ block: 1, language: 'cpp', lines: ['slow', 'quick'] });
  expect(said.map(({ lines, left }) => [lines.length, left])).toEqual([
    [0, 2],
    [0, 2],
    [2, 0],
  ]);
});
