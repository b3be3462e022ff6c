import type { WantedModel } from '../../post/outbox.ts';
import type { Retry } from '../engine/room-actions.ts';

/** What a reader can do with a post. */
export interface PostIntents {
  /** Brings a message onto the screen. */
  goTo(message_id: string): void;
  reply(message_id: string): void;
  /**
   * Its box stays open until the server has accepted the edit; a failure is shown as a toast. `typed`: what is in the
   * box, if that holds a key.
   */
  edit(message_id: string, body: string, typed?: string): Promise<void>;
  /** Hides it from the AI, or shows it again. */
  setOffRecord(message_id: string, isOn: boolean): void;
  /** Opens the dialog that reports it; `name` is who is reported. */
  report(message_id: string, name: string): void;
  /** Asks before it is deleted. */
  remove(message_id: string): void;
  /** Shows what it said at first; `at` is when it was posted. */
  showFirst(message_id: string, at: number): void;
  react(message_id: string, emoji: string, isOn: boolean): void;
  /** Pins it, or takes it off. */
  setPinned(message_id: string, isOn: boolean): void;
  /** Takes back a new topic. */
  undoTopic(message_id: string): Promise<void>;
  retry(message_id: string): void;
  discard(message_id: string): void;
}

/** What a reader can do with a turn; failures are shown as toasts. */
export interface TurnIntents {
  stop(turn_id: string): Promise<void>;
  withdraw(turn_id: string): Promise<void>;
  /** With the same model as before, or with this one. */
  askAgain(turn_id: string, wants?: WantedModel): Promise<void>;
  /** Of a question that waits. */
  retryTurn(turn_id: string, how: Retry): Promise<void>;
}
