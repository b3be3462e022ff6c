export type { Alignment, Block, Definition, Definitions, Item, Note, TableRow, Tree } from './block.ts';
export {
  beginningOf,
  beginWithSame,
  type Chunk,
  type ChunkedList,
  chunkLength,
  emptyList,
  firstOf,
  type Group,
  itemAt,
  itemsInGroup,
  itemsOf,
  textOf,
} from './chunked-list.ts';
export { type Inline, isPlainText, parseInline } from './inline/inline.ts';
export { formulaSource, isMathsFence } from './maths/source.ts';
export { numbersOf } from './notes/numbers.ts';
export {
  initialProgress,
  initialTyped,
  type Progress,
  parse,
  parseMore,
  treeSoFar,
} from './parse.ts';
export { taskOf } from './task.ts';
export { work } from './work.ts';
