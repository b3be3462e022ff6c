import { type Live, live } from '../../../lib/state/live.ts';

interface SearchState {
  isOpen: boolean;
  /** Increases with every request to search. */
  requests: number;
  /** What is sought. */
  query: string;
  /** The message in which it is marked, and which has the focus; null: the field has. */
  markedIn: string | null;
}

/** Whether the conversation is being searched. */
export interface Finding extends Pick<Live<SearchState>, 'read' | 'listen' | 'start'> {
  open(): void;
  /** Marks a word in a message without taking the focus from it. */
  mark(word: string, messageId: string): void;
  search(query: string): void;
  close(): void;
}

type Event = boolean | string | { word: string; messageId: string };

function after(before: SearchState, event: Event): SearchState {
  if (typeof event === 'string') return { ...before, query: event };
  const requests = before.requests + (event ? 1 : 0);
  if (typeof event === 'object') {
    return { isOpen: true, requests, query: event.word, markedIn: event.messageId };
  }
  return { isOpen: event, requests, query: event ? before.query : '', markedIn: null };
}

export function openFinding(): Finding {
  const start: SearchState = { isOpen: false, requests: 0, query: '', markedIn: null };
  const state = live<SearchState, Event>(start, after);
  const { dispatch } = state;
  return {
    read: state.read,
    listen: state.listen,
    start: state.start,
    open: () => dispatch(true),
    mark: (word, messageId) => dispatch({ word, messageId }),
    search: dispatch,
    close: () => dispatch(false),
  };
}
