import type { Block, ChunkedList, Item, TableRow } from '@polylogue/markdown';
import { viewport } from './viewport.ts';

/** What a part of a text would be like on the page, estimated without layout. */
export interface Estimate<T> {
  /** Pixels, roughly. Stops counting beyond `most`. */
  heightOf(part: T, most: number): number;
  /** The words in it as they were written. */
  textOf(part: T): string;
}

/** Pixels, at the usual size of text. */
const line = 26.4;
const gap = 12;
const codeLine = 22.4;
const rowHeight = 40;
const formulaLine = 34;
/** The width of a letter, and the maximum width of a text. */
const letter = 8;
const widest = 630;

export const blockEstimate: Estimate<Block> = { heightOf: blockHeight, textOf: blockText };
export const itemEstimate: Estimate<Item> = {
  // An empty item is still a line, so that counting thousands of them soon reaches the end of a screen.
  heightOf: ({ children }, most) => Math.max(line, heightOf(children, blockEstimate, most) - gap),
  textOf: ({ children }) => textOf(children, blockEstimate),
};
export const rowEstimate: Estimate<TableRow> = {
  heightOf: () => rowHeight,
  textOf: (row) => row.join(' | '),
};
export const lineEstimate: Estimate<string> = {
  heightOf: () => codeLine,
  // A line starts with the line end before it.
  textOf: (piece) => piece.replace(/^\n/, ''),
};
export const pieceEstimate: Estimate<string> = {
  heightOf: (piece) => Math.ceil((piece.length * letter) / Math.min(widest, viewport.width * 0.8)) * line,
  textOf: (piece) => piece,
};

/** Counted from the end, so that only the end of a long list is visited. */
function heightOf<T>(list: ChunkedList<T>, estimate: Estimate<T>, most: number): number {
  let height = 0;
  for (let group = list.groups.length - 1; group >= 0; group--) {
    const chunks = list.groups[group] ?? [];
    for (let chunk = chunks.length - 1; chunk >= 0; chunk--) {
      height += heightOfChunk(chunks[chunk] ?? [], estimate, most - height);
      if (height > most) return height;
    }
  }
  return height;
}

export function heightOfChunk<T>(chunk: readonly T[], estimate: Estimate<T>, most: number): number {
  let height = 0;
  for (let index = chunk.length - 1; index >= 0 && height <= most; index--)
    height += estimate.heightOf(chunk[index] as T, most - height);
  return height;
}

function textOf<T>(list: ChunkedList<T>, estimate: Estimate<T>): string {
  return list.groups.flatMap((group) => group.map((chunk) => textOfChunk(chunk, estimate))).join('\n');
}

export function textOfChunk<T>(chunk: readonly T[], estimate: Estimate<T>): string {
  return chunk.map(estimate.textOf).join('\n');
}

const lineCount = (text: string) => text.split('\n').length;

function blockHeight(block: Block, most: number): number {
  switch (block.kind) {
    case 'paragraph':
      return heightOf(block.pieces, pieceEstimate, most) + gap;
    case 'heading':
      return 2 * line;
    case 'code':
      return heightOf(block.pieces, lineEstimate, most) + 5 * gap;
    case 'maths':
      return (lineCount(block.tex) + 1) * formulaLine + gap;
    case 'quote':
      return Math.max(gap, heightOf(block.children, blockEstimate, most));
    case 'list':
      return heightOf(block.items, itemEstimate, most) + gap * (block.isLoose ? block.items.length : 1);
    case 'table':
      return heightOf(block.rows, rowEstimate, most) + rowHeight + gap;
    case 'rule':
      return 4 * gap;
  }
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return textOf(block.pieces, pieceEstimate);
    case 'heading':
      return block.text;
    case 'code':
      return textOf(block.pieces, lineEstimate);
    case 'maths':
      return `$$${block.tex}$$`;
    case 'quote':
      return textOf(block.children, blockEstimate);
    case 'list':
      return textOf(block.items, itemEstimate);
    case 'table':
      return [rowEstimate.textOf(block.header), textOf(block.rows, rowEstimate)].join('\n');
    case 'rule':
      return '';
  }
}
