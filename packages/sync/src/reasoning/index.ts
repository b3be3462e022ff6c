export { type SortedReply, sortReply } from './sort-finished.ts';
export { beforeReply, heldPieces, type Sorting, sortMore } from './sort-growing.ts';
