/** A part of a line of text as it was read. What may yet be shown as it was written knows from where to where. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'maths'; tex: string; isDisplay: boolean; start: number; end: number }
  | { kind: 'note'; label: string; start: number; end: number }
  | Marked
  | Linked;

/** What markers stand around. */
export interface Marked {
  kind: 'strong' | 'em' | 'del';
  children: Piece[];
  start: number;
  end: number;
}

/** `target` is where it leads or what it shows; it has not been checked for safety yet. */
export interface Linked {
  kind: 'link' | 'image';
  target: string;
  title: string | undefined;
  children: Piece[];
  start: number;
  end: number;
}

export const textPiece = (text: string): Piece => ({ kind: 'text', text });
