import { type Live, live } from '../../../lib/state/live.ts';

interface SearchState {
  isOpen: boolean;
  /** Increases with every request to search. */
  requests: number;
  /** What is sought. */
  query: string;
}

/** Whether the conversation is being searched. */
export interface Finding extends Pick<Live<SearchState>, 'read' | 'listen' | 'start'> {
  open(): void;
  search(query: string): void;
  close(): void;
}

export function openFinding(): Finding {
  const { read, listen, start, dispatch } = live<SearchState, boolean | string>(
    { isOpen: false, requests: 0, query: '' },
    (before, event) =>
      typeof event === 'string'
        ? { ...before, query: event }
        : { isOpen: event, requests: before.requests + (event ? 1 : 0), query: event ? before.query : '' },
  );
  return {
    read,
    listen,
    start,
    open: () => dispatch(true),
    search: dispatch,
    close: () => dispatch(false),
  };
}
