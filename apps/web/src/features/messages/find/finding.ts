import { type Live, live } from '../../../lib/state/live.ts';

interface Wish {
  isOpen: boolean;
  /** Goes up with every wish to find something. */
  asked: number;
}

/** Whether somebody looks for words in a conversation. */
export interface Finding extends Pick<Live<Wish>, 'read' | 'listen' | 'start'> {
  open(): void;
  close(): void;
}

export function openFinding(): Finding {
  const { read, listen, start, dispatch } = live<Wish, boolean>(
    { isOpen: false, asked: 0 },
    (before, isOpen) => ({
      isOpen,
      asked: before.asked + (isOpen ? 1 : 0),
    }),
  );
  return { read, listen, start, open: () => dispatch(true), close: () => dispatch(false) };
}
