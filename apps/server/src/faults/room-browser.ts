import { setTimeout as wait } from 'node:timers/promises';
import { type ApiClient, caller, FetchError } from '@polylogue/contract/client';
import { liveLimits, livePath } from '@polylogue/contract/live-limits';
import { newId } from '@polylogue/sync';
import { WebSocket as Socket } from 'ws';
import { withIdleTimeout } from '../../../web/src/api/idle-timeout.ts';
import { liveSocket } from '../../../web/src/api/socket.ts';
import { openOutbox } from '../../../web/src/features/post/outbox.ts';
import { postSender } from '../../../web/src/features/post/send-post.ts';
import { type OpenRoom, openRoom } from '../../../web/src/features/room/engine/open-room.ts';
import { roomApi } from '../../../web/src/features/room/engine/room-api.ts';
import { browserClock } from '../../../web/src/lib/schedule/clock.ts';
import type { ListableStorage } from '../../../web/src/lib/state/storage.ts';
import { password } from './person.ts';

interface BrowserNeeds {
  /** The line to the server. */
  url: string;
  /** The public origin. */
  origin: string;
  username: string;
  access: string;
  address: string;
}

/** One person's browser with its rooms open: what the web app runs there, without a screen. */
export function roomBrowser({ url, origin, username, access, address }: BrowserNeeds) {
  const rooms = new Map<string, OpenRoom>();
  const stops: (() => void)[] = [];
  let posted = '';

  const signedIn: typeof fetch = async (path, init) => {
    const ask = () => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      headers.set('authorization', `Bearer ${access}`);
      return fetch(`${url}${path}`, { ...init, headers });
    };
    const answer = await ask();
    if (answer.status !== 401) return answer;
    await renew(init?.signal);
    return ask();
  };
  /** An access token is good for ten minutes. */
  async function renew(signal: AbortSignal | null | undefined) {
    const answer = await fetch(`${url}/api/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username, password }),
      signal: signal ?? null,
    });
    if (answer.ok) access = ((await answer.json()) as { access_token: string }).access_token;
  }
  const call: ApiClient = caller(withIdleTimeout(signedIn));

  const socket = liveSocket({
    ticket: async (signal) => (await call('POST /api/v1/live/tickets', {}, { signal })).ticket,
    open() {
      const ws = new Socket(url.replace('http', 'ws') + livePath, {
        origin,
        headers: { 'x-forwarded-for': address },
        handshakeTimeout: liveLimits.silence * 1_000,
      });
      // Followed by a close, as in browsers.
      ws.on('error', () => {});
      return ws as unknown as WebSocket;
    },
    after: browserClock.after,
    random: Math.random,
    page: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }) as unknown as Document,
    window: new EventTarget() as unknown as Window,
  });

  function open(space_id: string) {
    const outbox = openOutbox(memory(), 'posts');
    const reasonOf = (error: unknown) =>
      error instanceof FetchError ? (error.refused?.message ?? '') : String(error);
    const room = openRoom({
      space_id,
      // It asks for no certain model.
      me: '',
      api: roomApi(space_id, call),
      socket: () => socket,
      outbox,
      sendPost: postSender({ space_id, outbox, call, reasonOf, tell() {} }),
      clock: browserClock,
      serverNow: Date.now,
      newId() {
        posted = newId();
        return posted;
      },
      random: Math.random,
    });
    rooms.set(space_id, room);
    stops.push(room.begin());
  }

  return {
    call,
    socket,
    open,
    room: (space_id: string) => rooms.get(space_id) as OpenRoom,
    isOnline: socket.isOpen,
    access: () => access,
    /** Resolves with its id once the server has taken it. */
    async post(space_id: string, body: string): Promise<string> {
      const room = rooms.get(space_id) as OpenRoom;
      room.post({
        body,
        reply_to: null,
        files: [],
        is_off_record: false,
        turn_id: null,
        wants: null,
      });
      const message_id = posted;
      for (;;) {
        const waiting = room.read().waiting.find((post) => post.message_id === message_id);
        if (!waiting) return message_id;
        if (waiting.failed !== null) throw new Error(`A post was refused: ${waiting.failed}`);
        await wait(10);
      }
    },
    stop() {
      for (const stop of stops) stop();
      socket.close();
    },
  };
}
export type RoomBrowser = ReturnType<typeof roomBrowser>;

function memory(): ListableStorage {
  const kept = new Map<string, string>();
  return {
    read: (name) => kept.get(name) ?? null,
    write: (name, value) => kept.set(name, value).has(name),
    remove: (name) => void kept.delete(name),
    names: () => [...kept.keys()],
    listen: () => () => {},
  };
}
