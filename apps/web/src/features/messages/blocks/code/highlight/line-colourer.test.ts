import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../../../../../lib/testing/connection.ts';
import type { Colouring } from './colouring.ts';
import { type ColouredLines, createLineColourer } from './line-colourer.ts';

const internet = connection();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A colouring that records what it was given; its grammar does not arrive before it may. */
function start() {
  const grammar = { mayCome: false, requests: 0 };
  const read: string[] = [];
  const forgotten: number[] = [];
  const colouring: Colouring = {
    async prepare() {
      grammar.requests += 1;
      if (!grammar.mayCome) throw new TypeError('Failed to fetch');
    },
    line(_, __, text, onProgress) {
      read.push(text);
      if (text === 'slow') onProgress?.();
      return [text.length, 1];
    },
    forget: (block) => void forgotten.push(block),
  };
  const sent: ColouredLines[] = [];
  const answer = createLineColourer(colouring, (coloured) => void sent.push(coloured));
  return { grammar, read, forgotten, sent, answer };
}

test('lines whose grammar failed to load get their own colours together with the next ones [CODE-14]', async () => {
  const { grammar, read, sent, answer } = start();
  await answer({ block: 1, language: 'rust', lines: ['one', 'second'] });
  expect(sent).toEqual([]);
  grammar.mayCome = true;
  await answer({ block: 2, language: 'rust', lines: ['other'] });
  await answer({ block: 1, language: 'rust', lines: ['3'] });
  await answer({ block: 1, language: 'rust', lines: ['fourth'] });
  expect(read).toEqual(['other', 'one', 'second', '3', 'fourth']);
  const mine = sent.filter(({ block }) => block === 1);
  expect(mine.flatMap(({ lines }) => lines)).toEqual([3, 6, 1, 6].map((length) => [length, 1]));
  expect(mine.map(({ remaining }) => remaining)).toEqual([2, 0, 1, 0, 1, 0]);
});

test('a grammar that failed to load is requested again, even for blocks that have ended [CODE-14]', async () => {
  const { grammar, read, answer } = start();
  await answer({ block: 1, language: 'rust', lines: ['one'] });
  await answer({ block: 2, language: 'rust', lines: ['two'] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([grammar.requests, read]).toEqual([3, []]);
  grammar.mayCome = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toEqual(['one', 'two']);
  expect(console.error).toHaveBeenCalledOnce();
});

test('it is requested as soon as the connection is back', async () => {
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
  await answer({ block: 1, isRemoved: true });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(grammar.requests).toBe(1);
});

test('a removed block is forgotten, with the lines owed to it', async () => {
  const { grammar, read, forgotten, answer } = start();
  await answer({ block: 1, language: 'rust', lines: ['one'] });
  await answer({ block: 1, isRemoved: true });
  grammar.mayCome = true;
  await answer({ block: 1, language: 'rust', lines: ['two'] });
  expect([forgotten, read]).toEqual([[1], ['two']]);
});

test('a line that takes long because its grammar is being compiled does not count as silence [CODE-15]', async () => {
  const { grammar, sent, answer } = start();
  grammar.mayCome = true;
  await answer({ block: 1, language: 'cpp', lines: ['slow', 'quick'] });
  expect(sent.map(({ lines, remaining }) => [lines.length, remaining])).toEqual([
    [0, 2],
    [0, 2],
    [2, 0],
  ]);
});
