import type { Alignment, Block, Definitions, Item, Note, TableRow } from './block.ts';
import { append, type ChunkedList, emptyList } from './chunked-list.ts';

/** The state of parsing a text line by line. */
export interface Reading {
  /** From the document down to the block that was added to last. Never empty. */
  readonly open: readonly OpenBlock[];
  readonly definitions: Definitions;
  readonly notes: ChunkedList<Note>;
  /** How often some were added to them. */
  readonly defined: number;
  /** Whether the line before was blank in a way that makes a list loose. */
  readonly isAfterBlank: boolean;
  /** Whether blocks of markdown hold blocks of code, or end at the first fence as in CommonMark. */
  readonly nests: boolean;
  /** Whether a person typed it: their link definitions are shown, since nothing somebody wrote may vanish. */
  readonly isTyped: boolean;
}

/** A block that later lines may still add to. Frozen like the settled ones: adding makes a new one. */
export type OpenBlock =
  | { readonly kind: 'document'; readonly children: ChunkedList<Block> }
  | { readonly kind: 'quote'; readonly children: ChunkedList<Block> }
  | {
      readonly kind: 'list';
      readonly marker: string;
      readonly isOrdered: boolean;
      readonly start: number;
      readonly isLoose: boolean;
      readonly items: ChunkedList<Item>;
    }
  | { readonly kind: 'note'; readonly label: string; readonly children: ChunkedList<Block> }
  | { readonly kind: 'item'; readonly width: number; readonly children: ChunkedList<Block> }
  | { readonly kind: 'paragraph'; readonly pieces: ChunkedList<string>; readonly text: string }
  | OpenFence
  | { readonly kind: 'indented'; readonly pieces: ChunkedList<string>; readonly blanks: ChunkedList<string> }
  | OpenMaths
  | {
      readonly kind: 'table';
      readonly align: readonly Alignment[];
      readonly header: TableRow;
      readonly rows: ChunkedList<TableRow>;
    };

/** A block of code between fences. */
export interface OpenFence {
  readonly kind: 'fence';
  readonly marker: string;
  readonly length: number;
  readonly indent: number;
  readonly info: string;
  readonly pieces: ChunkedList<string>;
  /** Whether it holds blocks of code of its own. */
  readonly nests: boolean;
  /** Those that are open in it, from the inside out. */
  readonly inner: InnerFence | null;
  /** The text so far as CommonMark reads it, once it differs: used if the block never ends. */
  readonly otherwise: Reading | null;
}

interface InnerFence {
  readonly nests: boolean;
  readonly outer: InnerFence | null;
}

/**
 * A formula on lines of its own that has not ended yet. If it never does, it was not a formula, and its lines are read
 * again from where it began.
 */
export interface OpenMaths {
  readonly kind: 'maths';
  readonly closer: string;
  readonly isAlone: boolean;
  readonly tex: string;
  /** The state before it, and its lines as they arrived. */
  readonly before: Reading;
  readonly lines: readonly string[];
  /** Delimiters known to be missing from these lines. */
  readonly missing: string;
}

export type OpenList = Extract<OpenBlock, { kind: 'list' }>;

/** Whether an open block may contain such a child. */
export function holds(open: OpenBlock, kind: 'item' | 'other'): boolean {
  if (open.kind === 'list') return kind === 'item';
  const isContainer = ['document', 'quote', 'item', 'note'].includes(open.kind);
  return isContainer && kind !== 'item';
}

/** An open block as it would be if the text ended here. Items, notes and the document are not blocks. */
export function settled(open: Exclude<OpenBlock, { kind: 'document' | 'item' | 'note' }>): Block {
  switch (open.kind) {
    case 'quote':
      return { kind: 'quote', children: open.children };
    case 'list':
      return {
        kind: 'list',
        isOrdered: open.isOrdered,
        start: open.start,
        isLoose: open.isLoose,
        items: open.items,
      };
    case 'paragraph':
      return { kind: 'paragraph', pieces: open.text === '' ? open.pieces : append(open.pieces, open.text) };
    case 'fence':
      return { kind: 'code', info: open.info, pieces: open.pieces, isOpen: true };
    case 'indented':
      return { kind: 'code', info: '', pieces: open.pieces, isOpen: true };
    case 'maths':
      return { kind: 'maths', tex: open.tex, isOpen: true };
    case 'table':
      return { kind: 'table', align: open.align, header: open.header, rows: open.rows };
  }
}

/** A parent with one more child. */
export function withChild(parent: OpenBlock, child: Block | Item): OpenBlock {
  switch (parent.kind) {
    case 'document':
    case 'quote':
    case 'item':
    case 'note':
      return { ...parent, children: append(parent.children, child as Block) };
    case 'list':
      return { ...parent, items: append(parent.items, child as Item) };
    default:
      throw new Error(`a ${parent.kind} has no children`);
  }
}

export const emptyDocument: OpenBlock = { kind: 'document', children: emptyList };
