import type { Block, Item } from '@polylogue/markdown';
import { type ChunkedList, chunkLength, firstOf, isMathsFence, taskOf, textOf } from '@polylogue/markdown';
import { createContext, Fragment, memo, type ReactNode, useContext } from 'react';
import { type Box, ChunkedListView, type ListKind } from './chunked-list-view.tsx';
import { CodeBlock } from './code/code-block.tsx';
import { counts } from './counts.ts';
import { dirAttribute, directionOfBlocks, directionOfItems } from './direction.ts';
import { blockEstimate, itemEstimate, pieceEstimate } from './estimate.ts';
import { showInline } from './inline-view.tsx';
import styles from './markdown.module.css';
import { Formula } from './maths/formula.tsx';
import { TableView } from './tables/table-view.tsx';

// A chunk has its own element, so that laying out the page skips whole chunks rather than every block of a long reply.
const chunkOfBlocks = (children: ReactNode, box: Box) => (
  <div className={styles.chunk} {...box}>
    {children}
  </div>
);
const chunkOfItems = (children: ReactNode, start: number, box: Box) => (
  <ItemsView start={start} box={box}>
    {children}
  </ItemsView>
);
const blocks: ListKind<Block> = {
  show: (chunk, _, box) => chunkOfBlocks(chunk.map(showBlock), box),
  far: { show: (words, _, box) => chunkOfBlocks(words, box), estimate: blockEstimate },
};
const items: ListKind<Item> = {
  show: (chunk, start, box) => chunkOfItems(chunk.map(showItem), start, box),
  far: { show: (words, start, box) => chunkOfItems(<li>{words}</li>, start, box), estimate: itemEstimate },
};
// An endless paragraph breaks its line after every chunk, so that it can be windowed like everything else.
const chunkOfPieces = (children: ReactNode, box: Box) => (
  <span className={styles.pieces} {...box}>
    {children}
  </span>
);
const piecesOfText: ListKind<string> = {
  show: (chunk, _, box) => chunkOfPieces(chunk.map(showPiece), box),
  // A piece is as long as a page: two chunks of them take longer than a frame to lay out.
  far: { show: (words, _, box) => chunkOfPieces(words, box), estimate: pieceEstimate, short: chunkLength },
};
// biome-ignore-start lint/suspicious/noArrayIndexKey: grown items never change places
const showBlock = (block: Block, index: number) => <BlockView key={index} block={block} />;
const showItem = (item: Item, index: number) => <ItemView key={index} item={item} />;
const showPiece = (piece: string, index: number) => <Fragment key={index}>{showInline(piece)}</Fragment>;
// biome-ignore-end lint/suspicious/noArrayIndexKey: grown items never change places

// Most paragraphs are one piece and most items a block or two: they do without the components of a long list.
function pieces(list: ChunkedList<string>): ReactNode {
  const only = list.length === 1 ? firstOf(list) : undefined;
  return only === undefined ? <ChunkedListView list={list} kind={piecesOfText} /> : showInline(only);
}
const isShort = (list: ChunkedList<Block>) => list.length <= chunkLength;
const firstChunk = (list: ChunkedList<Block>) => list.groups[0]?.[0] ?? [];

export function Blocks({ list }: { list: ChunkedList<Block> }) {
  return <ChunkedListView list={list} kind={blocks} />;
}

/** For lists that are mostly one or two blocks: they do without what a long list needs. */
export function fewBlocks(list: ChunkedList<Block>): ReactNode {
  return isShort(list) ? firstChunk(list).map(showBlock) : <Blocks list={list} />;
}

/** One block. A settled block is the same object from one frame to the next, and so is never rendered again. */
const BlockView = memo(function BlockView({ block }: { block: Block }): ReactNode {
  counts.rendered++;
  switch (block.kind) {
    case 'paragraph':
      return <p dir={dirAttribute(firstOf(block.pieces))}>{pieces(block.pieces)}</p>;
    case 'heading': {
      // The page has its own first heading: those of a reply start one level below.
      const Heading = `h${Math.min(block.level + 1, 6)}` as 'h2';
      return (
        <Heading dir={dirAttribute(block.text)} data-level={block.level}>
          {showInline(block.text)}
        </Heading>
      );
    }
    case 'maths':
      return <FormulaBlock tex={block.tex} isOpen={block.isOpen} />;
    case 'code':
      if (isMathsFence(block.info)) return <FormulaBlock tex={textOf(block.pieces)} isOpen={block.isOpen} />;
      return <CodeBlock info={block.info} pieces={block.pieces} isOpen={block.isOpen} />;
    case 'quote':
      return (
        <blockquote dir={directionOfBlocks(block.children)}>
          <Blocks list={block.children} />
        </blockquote>
      );
    case 'list':
      return (
        <div className={block.isLoose ? styles.loose : styles.tight} dir={directionOfItems(block.items)}>
          <FirstNumber value={block.isOrdered ? block.start : null}>
            <ChunkedListView list={block.items} kind={items} />
          </FirstNumber>
        </div>
      );
    case 'table':
      // The widths of its columns are for this many.
      return (
        <TableView key={block.align.length} align={block.align} header={block.header} rows={block.rows} />
      );
    case 'rule':
      return <hr />;
  }
});

function FormulaBlock({ tex, isOpen }: { tex: string; isOpen: boolean }) {
  return (
    <div className={styles.formula}>
      <Formula tex={tex.trim()} isDisplay isOpen={isOpen} />
    </div>
  );
}

const FirstNumber = createContext<number | null>(null);

/**
 * A chunk of a list is a list of its own that continues the numbering: in one long list the browser would go through
 * all items each time the last one gets a word.
 */
function ItemsView({ start, box, children }: { start: number; box: Box; children: ReactNode }) {
  const first = useContext(FirstNumber);
  if (first === null) return <ul {...box}>{children}</ul>;
  const digits = String(first + start + chunkLength - 1).length;
  return (
    <ol start={first + start} data-digits={digits > 2 ? digits : undefined} {...box}>
      {children}
    </ol>
  );
}

const ItemView = memo(function ItemView({ item }: { item: Item }) {
  counts.rendered++;
  const first = firstOf(item.children);
  const task = first === undefined ? null : taskOf(first);
  if (task === null) {
    return <li>{fewBlocks(item.children)}</li>;
  }
  const [, ...others] = item.children.groups.flat(2);
  return (
    <li className={styles.task}>
      <span
        className={styles.box}
        role="img"
        aria-label={task.isDone ? 'Done:' : 'To do:'}
        data-done={task.isDone}
      />
      <div>
        <p dir={dirAttribute(firstOf(task.pieces))}>{pieces(task.pieces)}</p>
        {others.map(showBlock)}
      </div>
    </li>
  );
});
