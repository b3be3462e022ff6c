import { type Live, live } from '../../lib/state/live.ts';
import type { Queued } from './queue.ts';

/** Something that was done and can be taken back, also when its toast is gone. */
export interface Undoable {
  /** What taking it back is called. */
  words: string;
  undo(): void;
  /** What waited to be sent and went along; until it is back it is sent by nobody. */
  queued: readonly Queued[];
}

type Fact = { type: 'done' | 'undone'; what: Undoable };

/** The newest last: what was done last is undone first. */
export type Undoables = Live<readonly Undoable[], Fact>;

/** Each may hold a whole conversation with its files. */
const most = 20;

export const openUndoables = (): Undoables =>
  live<readonly Undoable[], Fact>([], (all, { type, what }) =>
    type === 'done' ? [...all, what].filter(isKept) : all.filter((other) => other !== what),
  );

/** What was written and never sent is kept, however old it is. */
const isKept = ({ queued }: Undoable, index: number, all: readonly Undoable[]) =>
  queued.length > 0 || index >= all.length - most;
