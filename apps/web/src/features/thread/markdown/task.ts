import type { Block } from './block.ts';
import { firstOf, type Grown } from './grown.ts';

/** A task list's item begins with a paragraph that begins with a box: its words without the box. */
export function taskOf(first: Block): { isDone: boolean; pieces: Grown<string> } | null {
  if (first.kind !== 'paragraph') return null;
  const begun = firstOf(first.pieces) ?? '';
  const box = /^\[([ xX])\][ \t\n]/.exec(begun);
  if (box === null) return null;
  // Endless words stay in their pieces, each read once.
  const { length, stretches } = first.pieces;
  const [stretch = [], ...otherStretches] = stretches;
  const [run = [], ...otherRuns] = stretch;
  const words = [begun.slice(box[0].length), ...run.slice(1)];
  const pieces = { length, stretches: [[words, ...otherRuns], ...otherStretches] };
  return { isDone: box[1] !== ' ', pieces };
}
