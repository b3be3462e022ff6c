import type { ChunkedList } from './chunked-list.ts';

/** How a table's column is aligned; `null` if not specified. */
export type Alignment = 'left' | 'center' | 'right' | null;

/** A row's cells, each the markdown of one cell. There may be fewer than the table has columns. */
export type TableRow = readonly string[];

export interface Item {
  readonly children: ChunkedList<Block>;
}

/** A footnote's content: `[^label]: content`. */
export interface Note extends Item {
  readonly label: string;
}

/**
 * One block of a reply, immutable once it is settled. Text in it is raw inline markdown; a paragraph comes in
 * pieces, so that one endless paragraph is not read again from its start each frame.
 */
export type Block =
  | { readonly kind: 'paragraph'; readonly pieces: ChunkedList<string> }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | {
      readonly kind: 'code';
      readonly info: string;
      readonly pieces: ChunkedList<string>;
      readonly isOpen: boolean;
    }
  | { readonly kind: 'maths'; readonly tex: string; readonly isOpen: boolean }
  | { readonly kind: 'quote'; readonly children: ChunkedList<Block> }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly start: number;
      readonly isLoose: boolean;
      readonly items: ChunkedList<Item>;
    }
  | {
      readonly kind: 'table';
      readonly align: readonly Alignment[];
      readonly header: TableRow;
      readonly rows: ChunkedList<TableRow>;
    }
  | { readonly kind: 'rule' };

/** Where a `[label]` leads. */
export interface Definition {
  readonly href: string;
  readonly title: string | undefined;
}
export type Definitions = Readonly<Record<string, Definition>>;

/** A parsed text. */
export interface Tree {
  readonly blocks: ChunkedList<Block>;
  readonly definitions: Definitions;
  readonly notes: ChunkedList<Note>;
}
