import type { PostRow } from '@polylogue/contract';
import type { Live } from '../../../lib/state/live.ts';
import type { AskedTurns } from '../../post/asked-turns.ts';
import type { WantedModel } from '../../post/outbox.ts';
import type { Room, RoomEvent } from './room.ts';
import type { PostChange, RoomApi } from './room-api.ts';

/** What its reader does with the posts and turns of a room. */
export interface RoomActions {
  edit(message_id: string, change: PostChange): Promise<void>;
  remove(message_id: string): Promise<void>;
  react(message_id: string, emoji: string, isOn: boolean): Promise<void>;
  /** Pins a message, or takes it off. */
  setPinned(message_id: string, isOn: boolean): Promise<void>;
  /**
   * Draws a line: what is before it is no longer sent to the AI, unless it is answered or pinned. Resolves with false if
   * nothing was written since the last one.
   */
  beginTopic(): Promise<boolean>;
  /** Within a minute. */
  undoTopic(message_id: string): Promise<void>;
  /** Ends a turn; the answer so far stays. */
  stopTurn(turn_id: string): Promise<void>;
  /** Takes back a question to the AI that is not being answered yet. */
  withdraw(turn_id: string): Promise<void>;
  /** Asks the question of a turn that has ended again, with the same model as before or with this one. */
  askAgain(turn_id: string, wants?: WantedModel): Promise<void>;
  /** Has a question that waits tried once more. */
  retryTurn(turn_id: string, how: Retry): Promise<void>;
}

/** By someone whose browser could not answer it, or with another model. */
export type Retry = { holder_id: string } | { wants: WantedModel | null };

interface Needs {
  space_id: string;
  /** Whose browser this is. */
  me: string;
  room: Pick<Live<Room, RoomEvent>, 'read' | 'dispatch'>;
  api: RoomApi;
  /** The turns that were asked from this browser. */
  asked?: Pick<AskedTurns, 'add'>;
  newId(): string;
}

/** With which model a question is asked again; null: any. What someone else wanted is not for the account of who asks now. */
export const wantedAgain = (
  { by_id, turn }: Pick<PostRow, 'by_id' | 'turn'>,
  me: string,
): WantedModel | null => (by_id === me && turn?.wants) || null;

export function roomActions({ space_id, me, room, api, asked, newId }: Needs): RoomActions {
  const turnNow = (turn_id: string) => room.read().rows.find(({ message_id }) => message_id === turn_id);
  return {
    async edit(message_id, change) {
      const { message } = await api.edit(message_id, change);
      room.dispatch({ type: 'row', row: message });
    },
    async remove(message_id) {
      const { message } = await api.remove(message_id);
      room.dispatch({ type: 'row', row: message });
    },
    async react(message_id, emoji, isOn) {
      const { message } = await api.react(message_id, emoji, isOn);
      room.dispatch({ type: 'row', row: message });
    },
    async setPinned(message_id, isOn) {
      const { message } = await api.setPinned(message_id, isOn);
      room.dispatch({ type: 'row', row: message });
    },
    async beginTopic() {
      const id = newId();
      const { message } = await api.beginTopic(id);
      room.dispatch({ type: 'row', row: message });
      return 'message_id' in message && message.message_id === id;
    },
    async undoTopic(message_id) {
      const { message } = await api.undoTopic(message_id);
      room.dispatch({ type: 'row', row: message });
    },
    // What becomes of the turn arrives with its row.
    async stopTurn(turn_id) {
      await api.stop(turn_id);
    },
    async withdraw(turn_id) {
      await api.withdraw(turn_id);
    },
    async askAgain(turn_id, chosen) {
      const next = newId();
      const before = turnNow(turn_id);
      const wants = chosen ?? (before ? wantedAgain(before, me) : null);
      const left_out = before?.turn?.left_out;
      asked?.add({ feed: space_id, turn_id: next, wants, left_out }, chosen ? 'chosen' : 'again');
      await api.askAgain(turn_id, next, wants);
    },
    async retryTurn(turn_id, how) {
      const left_out = turnNow(turn_id)?.turn?.left_out;
      if ('wants' in how) asked?.add({ feed: space_id, turn_id, wants: how.wants, left_out });
      await api.retryTurn(turn_id, how);
    },
  };
}
