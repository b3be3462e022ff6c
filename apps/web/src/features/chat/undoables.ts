import { type Live, live } from '../../lib/state/live.ts';

/** Something that can be undone, even after its toast has closed. */
export interface Undoable {
  /** The label for undoing it. */
  words: string;
  undo(): void;
}

type StoreEvent = { type: 'done' | 'undone'; what: Undoable };

/** The newest last; the newest is undone first. */
export type Undoables = Live<readonly Undoable[], StoreEvent>;

const most = 20;

export const openUndoables = (): Undoables =>
  live<readonly Undoable[], StoreEvent>([], (all, { type, what }) =>
    type === 'done' ? [...all, what].slice(-most) : all.filter((other) => other !== what),
  );
