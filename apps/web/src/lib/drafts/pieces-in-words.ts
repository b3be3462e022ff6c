import type { SavablePiece } from './savable.ts';

/** How much it is: "2 conversations, 1 folder, and instructions". */
export function piecesInWords(pieces: readonly SavablePiece[]): string {
  const groups = Map.groupBy(pieces, ({ noun }) => noun);
  return new Intl.ListFormat('en').format([...groups].map(([noun, { length }]) => counted(noun, length)));
}

function counted(noun: string, count: number): string {
  if (noun.endsWith('s')) return noun;
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun}${noun.endsWith('h') ? 'es' : 's'}`;
}
