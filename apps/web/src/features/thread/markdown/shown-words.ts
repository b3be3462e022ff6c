import type { Block, Definitions, Item, Row, Tree } from './block.ts';
import { everyOf, firstOf, type Grown, type Run, textOf } from './grown.ts';
import { type Inline, inline } from './inline/inline.ts';
import { isMaths, sourceOf } from './maths/source.ts';
import { numbersOf } from './notes/numbers.ts';
import { taskOf } from './task.ts';

/** Stands between two texts that are not one line of thought, so that no search goes across. */
export const apart = '\0';

/** The words of a text as they stand on the page, block by block and note by note. */
export interface ShownWords {
  blocks: Generator<string>;
  notes: Generator<string>;
}

/**
 * Reads the words of a text that may grow: without marks and addresses, formulas as their source. Each is put through
 * `as`, which must make the same of a text whole and in pieces; what has not changed since is not read again.
 */
export function wordsReader(breaks: boolean, as: (text: string) => string = (text) => text) {
  let known = new WeakMap<object, string>();
  let definitions: Definitions = Object.create(null);
  let labels = '';
  let numbers: ReadonlyMap<string, number> = new Map();

  const line = (text: string) => as(wordsOf(inline(text, definitions, breaks)));
  const lines = (text: string) =>
    text
      .split(/<br\s*\/?>/i)
      .map(line)
      .join(apart);

  /** A run of a list is the same object until something in it changes. */
  const runs = <T>(list: Grown<T>, words: (one: T) => string, between: string): string =>
    list.stretches
      .flatMap((stretch) => stretch.map((run) => remembered(run, () => run.map(words).join(between))))
      .join(between);

  function remembered(part: Run<unknown> | Block, read: () => string): string {
    const words = known.get(part) ?? read();
    known.set(part, words);
    return words;
  }

  const blocks = (list: Grown<Block>) => runs(list, wordsOfBlock, apart);
  const wordsOfNote = ({ children }: Item) => blocks(children);
  /** Without the box of a task, which is drawn. */
  function wordsOfItem({ children }: Item): string {
    const first = firstOf(children);
    const task = first && taskOf(first);
    if (!task) return blocks(children);
    const [, ...others] = everyOf(children);
    return [runs(task.pieces, line, ''), ...others.map(wordsOfBlock)].join(apart);
  }
  const wordsOfRow = (row: Row) => row.map(lines).join(apart);

  function wordsOfBlock(block: Block): string {
    switch (block.kind) {
      case 'paragraph':
        return runs(block.pieces, line, '');
      case 'heading':
        return remembered(block, () => line(block.text));
      case 'code':
        return isMaths(block.info)
          ? as(sourceOf(textOf(block.chunks).trim(), true))
          : runs(block.chunks, as, '');
      case 'maths':
        return as(sourceOf(block.tex.trim(), true));
      case 'quote':
        return blocks(block.children);
      case 'list':
        return runs(block.items, wordsOfItem, apart);
      case 'table':
        return [
          wordsOfRow(block.header),
          ...(block.rows.length > 0 ? [runs(block.rows, wordsOfRow, apart)] : []),
        ].join(apart);
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
        return sourceOf(part.tex, part.isDisplay);
      case 'note':
        // Its number stands beside the words and is none of them.
        return numbers.has(part.label) ? '' : `[^${part.label}]`;
      case 'break':
        return ' ';
    }
  }

  return (tree: Tree): ShownWords => {
    const now = Array.from(everyOf(tree.notes), ({ label }) => label).join('\n');
    // What a reference or a link is shown as may be another anywhere.
    if (now !== labels || tree.definitions !== definitions) known = new WeakMap();
    numbers = now === labels ? numbers : numbersOf(now);
    labels = now;
    definitions = tree.definitions;
    return { blocks: each(tree.blocks, wordsOfBlock), notes: each(tree.notes, wordsOfNote) };
  };
}

function* each<T>(list: Grown<T>, words: (one: T) => string): Generator<string> {
  for (const one of everyOf(list)) yield words(one);
}
