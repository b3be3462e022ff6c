import type { Live } from '../../../lib/state/live.ts';
import type { ListedMessage } from './message.ts';

/** What is going on now. `loading`: from sending until the first text or reasoning of the reply. */
export type Pending =
  | { type: 'idle' }
  | {
      type: 'loading';
      isStillWaiting: boolean;
      /** The version being regenerated; it comes back if no new one arrives. */
      aside: object | null;
    }
  | { type: 'streaming'; isStillWaiting: boolean };

/**
 * The ways a conversation continues after one message, oldest first: what follows it, or null for the continuation on
 * screen.
 */
export type Fork<Kind = ListedMessage> = readonly (readonly Kind[] | null)[];

/** By the id of the message before the fork. A fork inside a hidden version is kept here until that is shown again. */
export type Forks<Kind = ListedMessage> = Readonly<Record<string, Fork<Kind>>>;

/** The data of a list. */
export interface ListState {
  /** The messages on screen. */
  messages: readonly ListedMessage[];
  forks: Forks;
  /** Id of the first message that is still sent; null, or an id that is not on screen, if all are sent. */
  sentFrom: string | null;
  pending: Pending;
}

/** The data of a list, as it changes. */
export type ListSource = Pick<Live<ListState>, 'read' | 'listen' | 'start'>;

/** The key of the fork at the start of the conversation. */
export const rootForkKey = 'start';

/** What comes before the message at `index`, as a key of forks. */
export function forkKey(messages: readonly ListedMessage[], index: number): string {
  return messages[index - 1]?.id ?? rootForkKey;
}

/** The fork that the message at `index` is a version of; null if it is the only one. */
export function forkAt(
  { messages, forks }: Pick<ListState, 'messages' | 'forks'>,
  index: number,
): Fork | null {
  return forks[forkKey(messages, index)] ?? null;
}

/** Whether a regenerated reply failed to arrive, so that the old one is back. */
export function hasFallenBack(before: Pick<ListState, 'pending'>, now: Pick<ListState, 'pending'>): boolean {
  return before.pending.type === 'loading' && before.pending.aside !== null && now.pending.type === 'idle';
}
