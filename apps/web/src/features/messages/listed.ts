import type { Live } from '../../lib/state/live.ts';
import type { Message } from './message/message.ts';

/** What is going on now. `loading`: from send to the first text or reasoning of the reply. */
export type Pending =
  | { type: 'idle' }
  | {
      type: 'loading';
      isStillWaiting: boolean;
      /** The version that is being asked for anew; it comes back when no other comes. */
      aside: object | null;
    }
  | { type: 'streaming'; isStillWaiting: boolean };

/**
 * The ways in which a conversation goes on after one message, oldest first: what follows it, and null for the one that
 * is on the screen.
 */
export type Fork<Kind = Message> = readonly (readonly Kind[] | null)[];

/** By the id of the message before the fork. A fork inside a version that is not shown waits here for its return. */
export type Forks<Kind = Message> = Readonly<Record<string, Fork<Kind>>>;

/** What a list shows. */
export interface Listed {
  /** What is on the screen. */
  messages: readonly Message[];
  forks: Forks;
  /** Id of the first message that is still sent; null, or an id that is not on the screen: all of them are. */
  sentFrom: string | null;
  pending: Pending;
}

/** What a list shows, as it changes. */
export type Source = Pick<Live<Listed>, 'read' | 'listen' | 'start'>;

/** The key of what begins the conversation. */
export const beginning = 'start';

/** What stands before the message at `index`, as a key of forks. */
export function forkKey(messages: readonly Message[], index: number): string {
  return messages[index - 1]?.id ?? beginning;
}

/** The fork that the message at `index` is a version of; null when there is no other. */
export function forkAt({ messages, forks }: Pick<Listed, 'messages' | 'forks'>, index: number): Fork | null {
  return forks[forkKey(messages, index)] ?? null;
}

/** Whether another reply was asked for and did not come: what is there is the old one. */
export function hasComeBack(before: Pick<Listed, 'pending'>, now: Pick<Listed, 'pending'>): boolean {
  return before.pending.type === 'loading' && before.pending.aside !== null && now.pending.type === 'idle';
}
