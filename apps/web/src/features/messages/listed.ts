import type { Live } from '../../lib/state/live.ts';
import type { Message } from './message/message.ts';

/** What is going on now. `loading`: from sending until the first text or reasoning of the reply. */
export type Pending =
  | { type: 'idle' }
  | {
      type: 'loading';
      isStillWaiting: boolean;
      /** The version being asked for again; it comes back if no new one arrives. */
      aside: object | null;
    }
  | { type: 'streaming'; isStillWaiting: boolean };

/**
 * The ways a conversation continues after one message, oldest first: what follows it, or null for the continuation on
 * screen.
 */
export type Fork<Kind = Message> = readonly (readonly Kind[] | null)[];

/** By the id of the message before the fork. A fork inside a hidden version is kept here until that is shown again. */
export type Forks<Kind = Message> = Readonly<Record<string, Fork<Kind>>>;

/** The data of a list. */
export interface Listed {
  /** The messages on screen. */
  messages: readonly Message[];
  forks: Forks;
  /** Id of the first message that is still sent; null, or an id that is not on screen, if all are sent. */
  sentFrom: string | null;
  pending: Pending;
}

/** The data of a list, as it changes. */
export type Source = Pick<Live<Listed>, 'read' | 'listen' | 'start'>;

/** The key of the fork at the start of the conversation. */
export const beginning = 'start';

/** What comes before the message at `index`, as a key of forks. */
export function forkKey(messages: readonly Message[], index: number): string {
  return messages[index - 1]?.id ?? beginning;
}

/** The fork that the message at `index` is a version of; null if it is the only one. */
export function forkAt({ messages, forks }: Pick<Listed, 'messages' | 'forks'>, index: number): Fork | null {
  return forks[forkKey(messages, index)] ?? null;
}

/** Whether another reply was asked for and did not arrive: the old one is back. */
export function hasComeBack(before: Pick<Listed, 'pending'>, now: Pick<Listed, 'pending'>): boolean {
  return before.pending.type === 'loading' && before.pending.aside !== null && now.pending.type === 'idle';
}
