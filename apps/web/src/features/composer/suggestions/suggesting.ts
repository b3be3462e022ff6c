import type { ReactNode } from 'react';

export interface Suggestion {
  id: string;
  /** Written in place of what was typed. */
  text: string;
  /** A command: what it does once it is chosen. */
  act?(): void;
  shown: ReactNode;
}

/** Where suggestions come from: people after an @, commands after a slash. */
export interface SuggestionSource {
  /** What screen readers call the list. */
  label: string;
  /** What is being typed at the caret and where that begins, if it is meant for this source. */
  typedAt(text: string, caret: number): { from: number; query: string } | null;
  find(query: string): readonly Suggestion[];
  /** Fetches more, which `find` has afterwards. */
  fetch?(query: string, signal: AbortSignal): Promise<void>;
}

/** The open list of suggestions, and the part of the text that one of them replaces. */
export interface Suggesting {
  source: SuggestionSource;
  query: string;
  from: number;
  to: number;
  isBeforeSpace: boolean;
  /** The suggestion that Enter chooses. */
  active: number;
}

/** The list for what is being typed at the caret; null: no source has one. */
export function suggestingAt(
  sources: readonly SuggestionSource[],
  text: string,
  caret: number,
  before: Suggesting | null,
): Suggesting | null {
  for (const source of sources) {
    const typed = source.typedAt(text, caret);
    if (!typed) continue;
    const isSame = before?.source === source && before.query === typed.query;
    const isBeforeSpace = text[caret] === ' ';
    return { source, ...typed, to: caret, isBeforeSpace, active: isSame ? before.active : 0 };
  }
  return null;
}

/** The end of what a suggestion replaces: a space that is there already is not doubled. */
export const endReplacedBy = (
  { text }: Pick<Suggestion, 'text'>,
  { to, isBeforeSpace }: Suggesting,
): number => (isBeforeSpace && text.endsWith(' ') ? to + 1 : to);
