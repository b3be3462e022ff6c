import type { Live } from '../../../lib/state/live.ts';
import type { Room, RoomEvent } from './room.ts';
import type { RoomApi } from './room-api.ts';

/** How many people can be asked for at once. */
const mostAtOnce = 50;

/** Fetches who people are that no row has named. */
export function identifying(
  room: Pick<Live<Room, RoomEvent>, 'read' | 'dispatch'>,
  api: Pick<RoomApi, 'people' | 'everyone'>,
  signal: () => AbortSignal,
) {
  /** People who were asked for: those behind a block stay unknown. */
  const asked = new Set<string>();

  /** Resolves with whether all of them have been asked for with success. */
  async function identify(ids: readonly string[]): Promise<boolean> {
    const known = room.read().people;
    const unknown = ids.filter((id) => !(id in known) && !asked.has(id)).slice(0, mostAtOnce);
    if (unknown.length === 0) return true;
    for (const id of unknown) asked.add(id);
    try {
      const { people } = await api.people(unknown, signal());
      room.dispatch({ type: 'people', people });
    } catch {
      // Whatever names them next tries again.
      for (const id of unknown) asked.delete(id);
      return false;
    }
    return identify(ids);
  }

  return {
    identify,
    /** What they are called may have changed. */
    async again(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      const { people } = await api.people(ids.slice(0, mostAtOnce), signal());
      room.dispatch({ type: 'people', people });
    },
    /**
     * The room is loaded. Those who were not found may be known now; in a small space everyone is asked for, so that whoever
     * takes the name of a member who has written nothing is told apart from them.
     */
    async loaded(): Promise<void> {
      asked.clear();
      if ((room.read().own?.people ?? mostAtOnce) > mostAtOnce) return;
      // If it fails, the next load asks again.
      const { people } = await api.everyone(signal()).catch(() => ({ people: [] }));
      const known = room.read().people;
      // Who has become known meanwhile may have left since this was asked, and show no name any more.
      room.dispatch({ type: 'people', people: people.filter(({ user_id }) => !(user_id in known)) });
    },
  };
}
