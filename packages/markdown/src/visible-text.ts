import type { Block, Definitions, Item, TableRow, Tree } from './block.ts';
import { type Chunk, type ChunkedList, firstOf, itemsOf, textOf } from './chunked-list.ts';
import { type Inline, parseInline } from './inline/inline.ts';
import { formulaSource, isMathsFence } from './maths/source.ts';
import { numbersOf } from './notes/numbers.ts';
import { taskOf } from './task.ts';

/** Separates two texts, so that no search matches across them. */
export const textSeparator = '\0';

/** A text as it appears on the page, by block and by footnote. */
export interface VisibleText {
  blocks: Generator<string>;
  notes: Generator<string>;
}

/**
 * Extracts the visible text of markdown that may grow: without markers and URLs, formulas as their source. Each is put
 * through `transform`, which must give the same for a text whole and in pieces; unchanged parts are not read again.
 */
export function visibleTextReader(breaks: boolean, transform: (text: string) => string = (text) => text) {
  let known = new WeakMap<object, string>();
  let definitions: Definitions = Object.create(null);
  let labels = '';
  let numbers: ReadonlyMap<string, number> = new Map();

  const line = (text: string) => transform(wordsOf(parseInline(text, definitions, breaks)));
  const lines = (text: string) =>
    text
      .split(/<br\s*\/?>/i)
      .map(line)
      .join(textSeparator);

  /** A chunk of a list is the same object until something in it changes. */
  const inChunks = <T>(list: ChunkedList<T>, words: (one: T) => string, between: string): string =>
    list.groups
      .flatMap((group) => group.map((chunk) => remembered(chunk, () => chunk.map(words).join(between))))
      .join(between);

  function remembered(part: Chunk<unknown> | Block, read: () => string): string {
    const words = known.get(part) ?? read();
    known.set(part, words);
    return words;
  }

  const blocks = (list: ChunkedList<Block>) => inChunks(list, wordsOfBlock, textSeparator);
  const wordsOfNote = ({ children }: Item) => blocks(children);
  /** Without the checkbox of a task, which is drawn. */
  function wordsOfItem({ children }: Item): string {
    const first = firstOf(children);
    const task = first && taskOf(first);
    if (!task) return blocks(children);
    const [, ...others] = itemsOf(children);
    return [inChunks(task.pieces, line, ''), ...others.map(wordsOfBlock)].join(textSeparator);
  }
  const wordsOfRow = (row: TableRow) => row.map(lines).join(textSeparator);

  function wordsOfBlock(block: Block): string {
    switch (block.kind) {
      case 'paragraph':
        return inChunks(block.pieces, line, '');
      case 'heading':
        return remembered(block, () => line(block.text));
      case 'code':
        return isMathsFence(block.info)
          ? transform(formulaSource(textOf(block.pieces).trim(), true))
          : inChunks(block.pieces, transform, '');
      case 'maths':
        return transform(formulaSource(block.tex.trim(), true));
      case 'quote':
        return blocks(block.children);
      case 'list':
        return inChunks(block.items, wordsOfItem, textSeparator);
      case 'table':
        return [
          wordsOfRow(block.header),
          ...(block.rows.length > 0 ? [inChunks(block.rows, wordsOfRow, textSeparator)] : []),
        ].join(textSeparator);
      case 'rule':
        return '';
    }
  }

  function wordsOf(parts: readonly Inline[]): string {
    return parts.map(wordsOfOne).join('');
  }

  function wordsOfOne(part: Inline): string {
    switch (part.kind) {
      case 'text':
      case 'code':
        return part.text;
      case 'strong':
      case 'em':
      case 'del':
      case 'link':
        return wordsOf(part.children);
      case 'image':
        return `${part.alt === '' ? 'Image' : part.alt} from ${part.host}`;
      case 'maths':
        return formulaSource(part.tex, part.isDisplay);
      case 'note':
        // Its number is not part of the text.
        return numbers.has(part.label) ? '' : `[^${part.label}]`;
      case 'break':
        return ' ';
    }
  }

  return (tree: Tree): VisibleText => {
    const now = Array.from(itemsOf(tree.notes), ({ label }) => label).join('\n');
    // References and links may now appear differently anywhere.
    if (now !== labels || tree.definitions !== definitions) known = new WeakMap();
    numbers = now === labels ? numbers : numbersOf(now);
    labels = now;
    definitions = tree.definitions;
    return { blocks: each(tree.blocks, wordsOfBlock), notes: each(tree.notes, wordsOfNote) };
  };
}

function* each<T>(list: ChunkedList<T>, words: (one: T) => string): Generator<string> {
  for (const one of itemsOf(list)) yield words(one);
}
