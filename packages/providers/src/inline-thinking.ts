import type { Piece } from './wire.ts';

/**
 * The position in a text that may begin with `<think>…</think>`: before the tag, inside, in the blank lines after it,
 * or past it all. `held` is text that may turn out to be a tag split between two chunks.
 */
export interface Thinking {
  at: 'start' | 'inside' | 'behind' | 'past';
  held: string;
}

export const beforeThinking: Thinking = { at: 'start', held: '' };

const opening = '<think>';
const closing = '</think>';

/** Sorts the next piece of text into reasoning and text. */
export function splitThinking(thinking: Thinking, more: string): { thinking: Thinking; pieces: Piece[] } {
  const text = thinking.held + more;
  if (thinking.at === 'past') return { thinking, pieces: pieceOf('text', text) };
  if (thinking.at === 'start') {
    const begun = text.trimStart();
    if (begun.startsWith(opening))
      return splitThinking({ at: 'inside', held: '' }, begun.slice(opening.length));
    if (opening.startsWith(begun)) return { thinking: { at: 'start', held: text }, pieces: [] };
    return { thinking: { at: 'past', held: '' }, pieces: pieceOf('text', text) };
  }
  if (thinking.at === 'behind') {
    const begun = text.trimStart();
    return { thinking: begun ? { at: 'past', held: '' } : thinking, pieces: pieceOf('text', begun) };
  }
  const end = text.indexOf(closing);
  if (end >= 0) {
    const rest = splitThinking({ at: 'behind', held: '' }, text.slice(end + closing.length));
    return { ...rest, pieces: [...pieceOf('reasoning', text.slice(0, end)), ...rest.pieces] };
  }
  const held = heldBack(text);
  return {
    thinking: { at: 'inside', held },
    pieces: pieceOf('reasoning', text.slice(0, text.length - held.length)),
  };
}

/** What is still held back when the text is over. */
export const heldPieces = ({ at, held }: Thinking): Piece[] =>
  pieceOf(at === 'inside' ? 'reasoning' : 'text', held);

/** The end of a text that may be the start of the closing tag. */
function heldBack(text: string): string {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length--) {
    const end = text.slice(-length);
    if (closing.startsWith(end)) return end;
  }
  return '';
}

const pieceOf = (type: 'text' | 'reasoning', text: string): Piece[] => (text ? [{ type, text }] : []);
