import type { Live } from '../../../lib/state/live.ts';
import type { Room, RoomEvent } from './room.ts';
import type { RoomApi } from './room-api.ts';

/** Fetches the pinned messages of a room that are further back than what is loaded. */
export function pinnedPosts(
  room: Pick<Live<Room, RoomEvent>, 'read' | 'dispatch'>,
  api: Pick<RoomApi, 'pins'>,
  signal: () => AbortSignal,
) {
  return {
    async fetch() {
      const { own, rows } = room.read();
      const loaded = new Set(rows.map(({ message_id }) => message_id));
      if (own?.space.pins?.every((id) => loaded.has(id)) ?? true) return;
      // Without them, they are shown once their pages are loaded.
      const page = await api.pins(signal()).catch(() => null);
      if (page) room.dispatch({ type: 'pins', page });
    },
  };
}
