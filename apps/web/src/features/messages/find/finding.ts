import { type Live, live } from '../../../lib/state/live.ts';

interface SearchState {
  isOpen: boolean;
  /** Increases with every request to search. */
  requests: number;
}

/** Whether the conversation is being searched. */
export interface Finding extends Pick<Live<SearchState>, 'read' | 'listen' | 'start'> {
  open(): void;
  close(): void;
}

export function openFinding(): Finding {
  const { read, listen, start, dispatch } = live<SearchState, boolean>(
    { isOpen: false, requests: 0 },
    (before, isOpen) => ({
      isOpen,
      requests: before.requests + (isOpen ? 1 : 0),
    }),
  );
  return { read, listen, start, open: () => dispatch(true), close: () => dispatch(false) };
}
