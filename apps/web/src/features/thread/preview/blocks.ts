import type { Block, Item } from '../markdown/block.ts';
import { directionOfBlocks, directionOfItems, turnOf } from '../markdown/direction.ts';
import { everyOf, firstOf, type Grown, type Run, runLength, textOf } from '../markdown/grown.ts';
import styles from '../markdown/markdown.module.css';
import { isMaths } from '../markdown/maths/source.ts';
import { taskOf } from '../markdown/task.ts';
import { drawCode } from './code.ts';
import { type Child, element } from './element.ts';
import { drawFormula, drawInline, type Text } from './inline.ts';
import { drawTable } from './table.ts';

/** What block-view.tsx shows, in the same elements: a test compares the two. */
export const drawBlocks = (list: Grown<Block>, text: Text): Child[] =>
  runsOf(list).map((run) => element('div', { class: styles.run }, ...drawRun(run, text)));

const drawFew = (list: Grown<Block>, text: Text): Child[] =>
  list.length <= runLength ? drawRun([...everyOf(list)], text) : drawBlocks(list, text);

const drawRun = (run: Run<Block>, text: Text) => run.map((block) => drawBlock(block, text));

const runsOf = <T>(list: Grown<T>): readonly Run<T>[] => list.stretches.flat();

function drawBlock(block: Block, text: Text): HTMLElement {
  switch (block.kind) {
    case 'paragraph':
      return drawParagraph(block.pieces, text);
    case 'heading': {
      const attributes = { dir: turnOf(block.text), 'data-level': block.level };
      return element(`h${Math.min(block.level + 1, 6)}`, attributes, ...drawInline(block.text, text));
    }
    case 'maths':
      return drawFormulaBlock(block.tex);
    case 'code':
      return isMaths(block.info)
        ? drawFormulaBlock(textOf(block.chunks))
        : drawCode(block.info, block.chunks);
    case 'quote': {
      const dir = directionOfBlocks(block.children);
      return element('blockquote', { dir }, ...drawBlocks(block.children, text));
    }
    case 'list':
      return drawList(block, text);
    case 'table':
      return drawTable(block, text);
    case 'rule':
      return element('hr', {});
  }
}

function drawParagraph(pieces: Grown<string>, text: Text): HTMLElement {
  const first = firstOf(pieces) ?? '';
  const words =
    pieces.length === 1
      ? drawInline(first, text)
      : runsOf(pieces).map((run) =>
          element('span', { class: styles.pieces }, ...run.flatMap((piece) => drawInline(piece, text))),
        );
  return element('p', { dir: turnOf(first) }, ...words);
}

const drawFormulaBlock = (tex: string) =>
  element('div', { class: styles.formula }, drawFormula(tex.trim(), true));

function drawList({ isLoose, isOrdered, items, start }: Block & { kind: 'list' }, text: Text): HTMLElement {
  const runs = runsOf(items).map((run, index) => {
    const shown = run.map((item) => drawItem(item, text));
    if (!isOrdered) return element('ul', {}, ...shown);
    const first = start + index * runLength;
    const digits = String(first + runLength - 1).length;
    return element('ol', { start: first, 'data-digits': digits > 2 ? digits : undefined }, ...shown);
  });
  const name = isLoose ? styles.loose : styles.tight;
  return element('div', { class: name, dir: directionOfItems(items) }, ...runs);
}

function drawItem({ children }: Item, text: Text): HTMLElement {
  const first = firstOf(children);
  const task = first === undefined ? null : taskOf(first);
  if (task === null) return element('li', {}, ...drawFew(children, text));
  const [, ...others] = everyOf(children);
  const box = {
    class: styles.box,
    role: 'img',
    'aria-label': task.isDone ? 'Done:' : 'To do:',
    'data-done': String(task.isDone),
  };
  return element(
    'li',
    { class: styles.task },
    element('span', box),
    element('div', {}, drawParagraph(task.pieces, text), ...drawRun(others, text)),
  );
}
