import type { OwnSpace, SpacePerson } from '@polylogue/contract';
import type { ApiClient } from '@polylogue/contract/client';
import type { WantedModel } from '../../post/outbox.ts';
import type { Posted } from '../../post/send-post.ts';
import type { Changes, Page } from './room.ts';

/** A change to a post. */
export type PostChange = { body: string } | { is_off_record: boolean };

/** The requests a room makes to our server, except to post: waiting posts are also sent without a room. */
export interface RoomApi {
  space(signal: AbortSignal): Promise<OwnSpace>;
  /** The last messages, or those before a number; `isLarge`: twice as many of them. */
  messages(before: number | undefined, signal: AbortSignal, isLarge?: boolean): Promise<Page>;
  changes(after: number, wait: number, signal: AbortSignal): Promise<Changes>;
  edit(message_id: string, change: PostChange): Promise<Posted>;
  remove(message_id: string): Promise<Posted>;
  react(message_id: string, emoji: string, isOn: boolean): Promise<Posted>;
  /** All pinned messages. */
  pins(signal: AbortSignal): Promise<Pick<Page, 'messages' | 'people'>>;
  setPinned(message_id: string, isOn: boolean): Promise<Posted>;
  beginTopic(message_id: string): Promise<Posted>;
  undoTopic(message_id: string): Promise<Posted>;
  message(message_id: string, signal: AbortSignal): Promise<Pick<Posted, 'message'>>;
  /** Those of these people, at most 50, whom the reader may see. */
  people(ids: readonly string[], signal: AbortSignal): Promise<{ people: readonly SpacePerson[] }>;
  /** The first 100 who are in the space. */
  everyone(signal: AbortSignal): Promise<{ people: readonly SpacePerson[] }>;
  stop(turn_id: string): Promise<unknown>;
  withdraw(turn_id: string): Promise<unknown>;
  /** Asks the question of a turn again, as the turn `again`. */
  askAgain(turn_id: string, again: string, wants: WantedModel | null): Promise<unknown>;
  retryTurn(turn_id: string, how: { holder_id: string } | { wants: WantedModel | null }): Promise<unknown>;
}

export function roomApi(space_id: string, call: ApiClient): RoomApi {
  const params = { space_id };
  return {
    space: (signal) => call('GET /api/v1/spaces/:space_id', { params }, { signal }),
    messages: (before, signal, isLarge) =>
      call(
        'GET /api/v1/spaces/:space_id/messages',
        { params, query: { ...(before !== undefined && { before }), ...(isLarge && { limit: 200 }) } },
        { signal },
      ),
    changes: (after, wait, signal) =>
      call('GET /api/v1/spaces/:space_id/changes', { params, query: { after, wait } }, { signal }),
    edit: (message_id, change) =>
      call('PUT /api/v1/spaces/:space_id/messages/:message_id', {
        params: { space_id, message_id },
        body: change,
      }),
    remove: (message_id) =>
      call('DELETE /api/v1/spaces/:space_id/messages/:message_id', { params: { space_id, message_id } }),
    react: (message_id, emoji, isOn) =>
      call(`${isOn ? 'PUT' : 'DELETE'} /api/v1/spaces/:space_id/messages/:message_id/reactions/:emoji`, {
        params: { space_id, message_id, emoji },
      }),
    pins: (signal) => call('GET /api/v1/spaces/:space_id/pins', { params }, { signal }),
    setPinned: (message_id, isOn) =>
      call(`${isOn ? 'PUT' : 'DELETE'} /api/v1/spaces/:space_id/pins/:message_id`, {
        params: { space_id, message_id },
      }),
    beginTopic: (message_id) =>
      call('POST /api/v1/spaces/:space_id/topics', { params, body: { message_id } }),
    undoTopic: (message_id) =>
      call('DELETE /api/v1/spaces/:space_id/topics/:message_id', { params: { space_id, message_id } }),
    message: (message_id, signal) =>
      call(
        'GET /api/v1/spaces/:space_id/messages/:message_id',
        { params: { space_id, message_id } },
        { signal },
      ),
    people: (ids, signal) =>
      call('GET /api/v1/spaces/:space_id/members', { params, query: { ids: ids.join() } }, { signal }),
    everyone: (signal) => call('GET /api/v1/spaces/:space_id/members', { params, query: {} }, { signal }),
    stop: (turn_id) =>
      call('POST /api/v1/spaces/:space_id/turns/:turn_id/stop', { params: { space_id, turn_id } }),
    withdraw: (turn_id) =>
      call('POST /api/v1/spaces/:space_id/turns/:turn_id/withdraw', { params: { space_id, turn_id } }),
    retryTurn: (turn_id, how) =>
      call('POST /api/v1/spaces/:space_id/turns/:turn_id/retry', {
        params: { space_id, turn_id },
        body: how,
      }),
    askAgain: (turn_id, again, wants) =>
      call('POST /api/v1/spaces/:space_id/turns/:turn_id/again', {
        params: { space_id, turn_id },
        body: { turn_id: again, wants },
      }),
  };
}
