import type { ReactNode } from 'react';

/** What is being typed that something else can be put in place of. */
export interface Typed {
  /** Where it begins in the text. */
  from: number;
  query: string;
}

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
  /** What is being typed at the caret, if it is meant for this source. */
  typedAt(text: string, caret: number): Typed | null;
  find(query: string): readonly Suggestion[];
  /** Fetches more, which `find` has afterwards. */
  fetch?(query: string, signal: AbortSignal): Promise<void>;
}

/** The open list of suggestions; null: none is. */
export type Suggesting = {
  source: SuggestionSource;
  typed: Typed;
  /** Where the text ends that a suggestion replaces. */
  to: number;
  /** The suggestion that Enter chooses. */
  active: number;
} | null;

export type SuggestingEvent =
  /** `caret`: null while text is selected. */
  | { type: 'caret-moved'; text: string; caret: number | null; sources: readonly SuggestionSource[] }
  | { type: 'active-moved'; to: number }
  | { type: 'list-closed' };

export function afterSuggesting(now: Suggesting, event: SuggestingEvent): Suggesting {
  switch (event.type) {
    case 'caret-moved':
      return event.caret === null ? null : openAt(now, event.text, event.caret, event.sources);
    case 'active-moved':
      return now && { ...now, active: event.to };
    case 'list-closed':
      return null;
  }
}

function openAt(
  now: Suggesting,
  text: string,
  caret: number,
  sources: readonly SuggestionSource[],
): Suggesting {
  for (const source of sources) {
    const typed = source.typedAt(text, caret);
    if (!typed) continue;
    const isSame = now?.source === source && now.typed.query === typed.query;
    // What is written ends with a space: one that is there already is not doubled.
    const to = text[caret] === ' ' ? caret + 1 : caret;
    return { source, typed, to, active: isSame ? now.active : 0 };
  }
  return null;
}
