import { manyOf } from '../text/counts.ts';
import type { SavablePiece } from './savable.ts';

/** How much it is: "2 conversations, 1 folder, and instructions". */
export function piecesInWords(pieces: readonly SavablePiece[]): string {
  const groups = Map.groupBy(pieces, ({ noun }) => noun);
  return new Intl.ListFormat('en').format([...groups].map(([noun, { length }]) => piecesOf(noun, length)));
}

function piecesOf(noun: string, count: number): string {
  if (noun.endsWith('s')) return noun;
  return manyOf(count, noun, noun.endsWith('h') ? `${noun}es` : undefined);
}
