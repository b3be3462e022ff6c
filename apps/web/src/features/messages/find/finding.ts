import { type Live, live } from '../../../lib/state/live.ts';

interface SearchState {
  isOpen: boolean;
  /** Increases with every request to search. */
  requests: number;
  /** What is sought: a text, or the words that led here. */
  sought: readonly string[];
  /** The message in which it is marked, and which has the focus; null: the field has. */
  markedIn: string | null;
}

/** Whether the conversation is being searched. */
export interface Finding extends Pick<Live<SearchState>, 'read' | 'listen' | 'start'> {
  open(): void;
  /** Marks words in a message without taking the focus from it. */
  mark(words: readonly string[], messageId: string): void;
  search(text: string): void;
  close(): void;
}

type Event = boolean | string | { words: readonly string[]; messageId: string };

function after(before: SearchState, event: Event): SearchState {
  if (typeof event === 'string') return { ...before, sought: [event], markedIn: null };
  const requests = before.requests + (event ? 1 : 0);
  if (typeof event === 'object') {
    return { isOpen: true, requests, sought: event.words, markedIn: event.messageId };
  }
  return { isOpen: event, requests, sought: event ? before.sought : [], markedIn: null };
}

export function openFinding(): Finding {
  const start: SearchState = { isOpen: false, requests: 0, sought: [], markedIn: null };
  const state = live<SearchState, Event>(start, after);
  const { dispatch } = state;
  return {
    read: state.read,
    listen: state.listen,
    start: state.start,
    open: () => dispatch(true),
    mark: (words, messageId) => dispatch({ words, messageId }),
    search: dispatch,
    close: () => dispatch(false),
  };
}
