import { expect, test } from 'vitest';
import type { Block } from '../block.ts';
import { type ChunkedList, itemsOf } from '../chunked-list.ts';
import { nothingYet, read, readOn, treeSoFar } from '../read.ts';

const wordsOf = (list: ChunkedList<Block>): string[] =>
  [...itemsOf(list)].map((block) =>
    block.kind === 'paragraph' ? [...itemsOf(block.pieces)].join('') : block.kind,
  );
function of(text: string, isEnded = true) {
  const { blocks, notes } = isEnded ? read(text) : treeSoFar(readOn(nothingYet, text), false);
  const said = [...itemsOf(notes)].map(({ label, children }) => [label, ...wordsOf(children)]);
  return { blocks: wordsOf(blocks), notes: said };
}

test('a note is taken from wherever it stands', () => {
  const notes = [
    ['1', 'One.'],
    ['b', 'Two.'],
  ];
  expect(of('So[^1].\n\n[^1]: One.\n[^B]: Two.')).toEqual({ blocks: ['So[^1].'], notes });
  expect(of('[^1]: One.\n\n[^b]: Two.\n\nSo[^1].')).toEqual({ blocks: ['So[^1].'], notes });
  expect(of('> [^1]: One.\n\n- [^b]: Two.')).toEqual({ blocks: ['quote', 'list'], notes });
});

test('a note goes on in lines that are indented, or that only follow', () => {
  expect(of('[^1]: One\nmore.\n\n    Second.\n\n    - list\n\n  Third.\n\nAfter.')).toEqual({
    blocks: ['After.'],
    notes: [['1', 'One\nmore.', 'Second.', 'list', 'Third.']],
  });
});

test('a mark that may yet begin a note is not shown', () => {
  expect(of('So.\n\n[^1', false).blocks).toEqual(['So.']);
  expect(of('So.\n\n[^1]', false).blocks).toEqual(['So.']);
  expect(of('So.\n\n[^1]: On', false)).toEqual({ blocks: ['So.'], notes: [['1', 'On']] });
  expect(of('So it is[^', false).blocks).toEqual(['So it is']);
});

test('five thousand notes are read at once', () => {
  const started = process.cpuUsage();
  expect(read('[^1]: a\n\n'.repeat(5_000)).notes.length).toBe(5_000);
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
});
