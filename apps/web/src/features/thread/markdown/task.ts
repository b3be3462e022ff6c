import type { Block } from './block.ts';
import { everyOf } from './grown.ts';

/** A task list's item begins with a paragraph that begins with a box. */
export function taskOf(first: Block): { isDone: boolean; text: string } | null {
  if (first.kind !== 'paragraph') return null;
  const text = [...everyOf(first.pieces)].join('');
  const box = /^\[([ xX])\][ \t\n]/.exec(text);
  return box === null ? null : { isDone: box[1] !== ' ', text: text.slice(box[0].length) };
}
