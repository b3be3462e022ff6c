import type { Block, Item } from '@polylogue/markdown';
import { type ChunkedList, firstOf } from '@polylogue/markdown';
import { type Direction, firstDirection, rightToLeft } from '../../../lib/text/direction.ts';

/** The direction of a text's first letter, ignoring code, which says nothing about the words around it. */
export const directionOf = (text: string): Direction =>
  firstDirection(text.slice(0, 500).replace(/`[^`]*`?/g, ''));

/**
 * `auto` if a text has right-to-left letters. Otherwise nothing: `auto` makes the browser look into every cell of a
 * long table, and the page runs left to right anyway; inside right-to-left blocks the style sheet sees to that.
 */
export const dirAttribute = (text: string | undefined): 'auto' | undefined =>
  text !== undefined && rightToLeft.test(text) ? 'auto' : undefined;

/**
 * For a list or quote: the side of its markers. The browser's own `dir=auto` does not look into paragraphs that have a
 * direction themselves.
 */
export function directionOfBlocks(list: ChunkedList<Block>): Direction {
  const first = firstOf(list);
  switch (first?.kind) {
    case 'paragraph':
      return directionOf(firstOf(first.pieces) ?? '');
    case 'heading':
      return directionOf(first.text);
    case 'quote':
      return directionOfBlocks(first.children);
    case 'list':
      return directionOfItems(first.items);
    case 'table':
      return directionOf(first.header.join(' '));
    default:
      return undefined;
  }
}

export function directionOfItems(items: ChunkedList<Item>): Direction {
  const first = firstOf(items);
  return first && directionOfBlocks(first.children);
}
