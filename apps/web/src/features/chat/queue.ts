import { type Live, live } from '../../lib/state/live.ts';
import type { Choice } from '../keys/index.ts';
import type { ChatFile } from './files/preparing.ts';

/** A message to be sent when the answer before it is complete. */
export interface Queued {
  id: string;
  /** As it was typed. */
  text: string;
  files: readonly ChatFile[];
  /** What the composer showed, and what is asked if another chat is shown by then. */
  choice: Choice | null;
}

type StoreEvent =
  | { type: 'message-queued'; message: Queued }
  | { type: 'message-removed'; id: string }
  /** Taken out and put back where it was. */
  | { type: 'message-returned'; message: Queued; index: number };

export type Queue = Live<readonly Queued[], StoreEvent>;

export const openQueue = (): Queue => live<readonly Queued[], StoreEvent>([], after);

function after(queue: readonly Queued[], event: StoreEvent): readonly Queued[] {
  switch (event.type) {
    case 'message-queued':
      return [...queue, event.message];
    case 'message-removed':
      return queue.filter(({ id }) => id !== event.id);
    case 'message-returned':
      return queue.toSpliced(event.index, 0, event.message);
  }
}
