import { lazy } from '../../lib/lazy/lazy.ts';
import { onBlocksChanged } from '../person/index.ts';
import { onLeft } from './membership.ts';

interface Entry<Snapshot> {
  shape: number;
  snapshot: Snapshot;
}

/** The code that stores; no page waits for it. */
const sync = lazy(() => import('../sync/index.ts'));

const prefix = 'room ';

/**
 * Where this browser stores a room as it was last shown; does nothing in browsers without storage.
 * @param shape to be raised whenever older snapshots can no longer be shown
 */
export function storedRoom<Snapshot extends object>(account: string, space_id: string, shape: number) {
  const name = prefix + space_id;

  function put(entry: Entry<Snapshot> | null) {
    // It is only a copy of what can be fetched.
    sync
      .fetch()
      .then((store) => store.putOwnSnapshot(account, name, entry))
      .catch(() => {});
  }

  return {
    /** Null: it was never stored, or by another version of the app. */
    async read(): Promise<Snapshot | null> {
      try {
        const store = await sync.fetch();
        const entry = (await store.readOwnSnapshot(account, name)) as Entry<Snapshot> | undefined;
        return entry?.shape === shape ? entry.snapshot : null;
      } catch {
        return null;
      }
    },
    write: (snapshot: Snapshot) => put({ shape, snapshot }),
    remove: () => put(null),
  };
}

function removeRooms(isMeant?: (space_id: string) => boolean) {
  sync
    .fetch()
    .then((store) => store.removeOwnSnapshots(isMeant && ((name) => isMeant(name.slice(prefix.length)))))
    .catch(() => {});
}

// What was visible before may be hidden now, or the other way round.
onBlocksChanged(() => removeRooms());
onLeft((hasLeft) => removeRooms((id) => hasLeft(id)));
