import type { Piece } from './wire.ts';

/**
 * Where a text is that may begin with `<think>…</think>`: before the tag, inside, in the blank lines behind
 * it, or past it all. `held` is what may yet turn out to be a tag, cut between two chunks.
 */
export interface Thinking {
  at: 'start' | 'inside' | 'behind' | 'past';
  held: string;
}

export const beforeThinking: Thinking = { at: 'start', held: '' };

const opening = '<think>';
const closing = '</think>';

/** Sorts the next piece of text into reasoning and text. */
export function sorted(thinking: Thinking, more: string): { thinking: Thinking; pieces: Piece[] } {
  const text = thinking.held + more;
  if (thinking.at === 'past') return { thinking, pieces: said('text', text) };
  if (thinking.at === 'start') {
    const begun = text.trimStart();
    if (begun.startsWith(opening)) return sorted({ at: 'inside', held: '' }, begun.slice(opening.length));
    if (opening.startsWith(begun)) return { thinking: { at: 'start', held: text }, pieces: [] };
    return { thinking: { at: 'past', held: '' }, pieces: said('text', text) };
  }
  if (thinking.at === 'behind') {
    const begun = text.trimStart();
    return { thinking: begun ? { at: 'past', held: '' } : thinking, pieces: said('text', begun) };
  }
  const end = text.indexOf(closing);
  if (end >= 0) {
    const rest = sorted({ at: 'behind', held: '' }, text.slice(end + closing.length));
    return { ...rest, pieces: [...said('reasoning', text.slice(0, end)), ...rest.pieces] };
  }
  const held = heldBack(text);
  return {
    thinking: { at: 'inside', held },
    pieces: said('reasoning', text.slice(0, text.length - held.length)),
  };
}

/** What was held back when no more text comes. */
export const released = ({ at, held }: Thinking): Piece[] =>
  said(at === 'inside' ? 'reasoning' : 'text', held);

/** The end of a text that may be the beginning of the closing tag. */
function heldBack(text: string): string {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length--) {
    const end = text.slice(-length);
    if (closing.startsWith(end)) return end;
  }
  return '';
}

const said = (type: 'text' | 'reasoning', text: string): Piece[] => (text ? [{ type, text }] : []);
