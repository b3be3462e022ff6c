import type { Block } from './block.ts';
import { type ChunkedList, firstOf } from './chunked-list.ts';

/** If a list item begins with a checkbox, its state and the paragraph without it; else null. */
export function taskOf(first: Block): { isDone: boolean; pieces: ChunkedList<string> } | null {
  if (first.kind !== 'paragraph') return null;
  const begun = firstOf(first.pieces) ?? '';
  const box = /^\[([ xX])\][ \t\n]/.exec(begun);
  if (box === null) return null;
  // A very long text stays in its pieces, so that each is read once.
  const { length, groups } = first.pieces;
  const [group = [], ...otherGroups] = groups;
  const [chunk = [], ...otherChunks] = group;
  const words = [begun.slice(box[0].length), ...chunk.slice(1)];
  const pieces = { length, groups: [[words, ...otherChunks], ...otherGroups] };
  return { isDone: box[1] !== ' ', pieces };
}
