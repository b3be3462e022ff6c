import { expect, test, vi } from 'vitest';
import { answering, type ColouredLines } from './answering.ts';
import type { Colouring } from './colouring.ts';

/** A colouring that tells what it was given; its grammar does not come before it may. */
function start() {
  const grammar = { mayCome: false };
  const read: string[] = [];
  const gone: number[] = [];
  const colouring: Colouring = {
    async prepare() {
      if (!grammar.mayCome) throw new TypeError('Failed to fetch');
    },
    line(_, __, text) {
      read.push(text);
      return [text.length, 1];
    },
    forget: (block) => void gone.push(block),
  };
  const said: ColouredLines[] = [];
  const answer = answering(Promise.resolve(colouring), (coloured) => void said.push(coloured));
  return { grammar, read, gone, said, answer };
}

test('lines whose grammar did not come have their colours with the next ones, each its own [CODE-14]', async () => {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { grammar, read, said, answer } = start();
  await answer({ block: 1, language: 'rust', lines: ['one', 'second'] });
  expect([said, complained.mock.calls.length]).toEqual([[], 1]);
  grammar.mayCome = true;
  await answer({ block: 2, language: 'rust', lines: ['other'] });
  await answer({ block: 1, language: 'rust', lines: ['3'] });
  await answer({ block: 1, language: 'rust', lines: ['fourth'] });
  expect(read).toEqual(['other', 'one', 'second', '3', 'fourth']);
  const mine = said.filter(({ block }) => block === 1);
  expect(mine.flatMap(({ lines }) => lines)).toEqual([3, 6, 1, 6].map((length) => [length, 1]));
  expect(mine.map(({ left }) => left)).toEqual([3, 0, 1, 0]);
});

test('a block that is gone is forgotten, with what was owed to it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { grammar, read, gone, answer } = start();
  await answer({ block: 1, language: 'rust', lines: ['one'] });
  await answer({ block: 1, isGone: true });
  grammar.mayCome = true;
  await answer({ block: 1, language: 'rust', lines: ['two'] });
  expect([gone, read]).toEqual([[1], ['two']]);
});
