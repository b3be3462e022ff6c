import { expect, test } from 'vitest';
import type { Block } from '../block.ts';
import { type ChunkedList, itemsOf } from '../chunked-list.ts';
import { initialProgress, parse, parseMore, treeSoFar } from '../parse.ts';

const wordsOf = (list: ChunkedList<Block>): string[] =>
  [...itemsOf(list)].map((block) =>
    block.kind === 'paragraph' ? [...itemsOf(block.pieces)].join('') : block.kind,
  );
function of(text: string, isEnded = true) {
  const { blocks, notes } = isEnded ? parse(text) : treeSoFar(parseMore(initialProgress, text), false);
  const said = [...itemsOf(notes)].map(({ label, children }) => [label, ...wordsOf(children)]);
  return { blocks: wordsOf(blocks), notes: said };
}

test('a footnote is found wherever it is defined', () => {
  const notes = [
    ['1', 'One.'],
    ['b', 'Two.'],
  ];
  expect(of('So[^1].\n\n[^1]: One.\n[^B]: Two.')).toEqual({ blocks: ['So[^1].'], notes });
  expect(of('[^1]: One.\n\n[^b]: Two.\n\nSo[^1].')).toEqual({ blocks: ['So[^1].'], notes });
  expect(of('> [^1]: One.\n\n- [^b]: Two.')).toEqual({ blocks: ['quote', 'list'], notes });
});

test('a footnote continues in indented lines, and in lines that directly follow', () => {
  expect(of('[^1]: One\nmore.\n\n    Second.\n\n    - list\n\n  Third.\n\nAfter.')).toEqual({
    blocks: ['After.'],
    notes: [['1', 'One\nmore.', 'Second.', 'list', 'Third.']],
  });
});

test('a marker that may still become a footnote is not shown', () => {
  expect(of('So.\n\n[^1', false).blocks).toEqual(['So.']);
  expect(of('So.\n\n[^1]', false).blocks).toEqual(['So.']);
  expect(of('So.\n\n[^1]: On', false)).toEqual({ blocks: ['So.'], notes: [['1', 'On']] });
  expect(of('So it is[^', false).blocks).toEqual(['So it is']);
});

test('five thousand footnotes take no time', () => {
  const started = process.cpuUsage();
  expect(parse('[^1]: a\n\n'.repeat(5_000)).notes.length).toBe(5_000);
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
});
