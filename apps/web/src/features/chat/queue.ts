import { type Live, live } from '../../lib/state/live.ts';
import type { WaitingFile } from './files/shelf.ts';

/** A message that is sent when the answer before it has come. */
export interface Queued {
  id: string;
  /** As it was typed. */
  text: string;
  files: readonly WaitingFile[];
}

type Fact =
  | { type: 'message-queued'; message: Queued }
  | { type: 'message-left'; id: string }
  /** Taken out and put back where it was. */
  | { type: 'message-returned'; message: Queued; index: number };

export type Queue = Live<readonly Queued[], Fact>;

export const openQueue = (): Queue => live<readonly Queued[], Fact>([], after);

function after(queue: readonly Queued[], fact: Fact): readonly Queued[] {
  switch (fact.type) {
    case 'message-queued':
      return [...queue, fact.message];
    case 'message-left':
      return queue.filter(({ id }) => id !== fact.id);
    case 'message-returned':
      return queue.toSpliced(fact.index, 0, fact.message);
  }
}
