import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { databases } from '../../testing/databases.ts';
import { type Views, views as viewsOf } from './core/view.ts';
import { listingSpaces } from './managing/listing.ts';
import { readingChanges } from './reading/changes.ts';
import { inSpaces } from './testing.ts';

/** Ada's space, which she renames once while someone reads it: just after its row was read. */
async function start(dialect: Dialect) {
  const circle = await startWithCircle(dialect, ['ada']);
  const ada = { ...inSpaces(circle, circle.ada), id: circle.ada.id };
  const id = await ada.make({ name: 'Garden' });
  const database = await circle.database();
  const { now } = circle;
  const deps = {
    database,
    blockedAmong: async () => new Set<string>(),
    origin: () => 'http://polylogue.test',
    now,
  };
  const views = viewsOf({ ...deps, personsSeenBy: async () => new Map(), history: async () => '' });
  let isRenamed = false;
  const renamedMeanwhile: Views = {
    ...views,
    async membership(userId, spaceId) {
      const found = await views.membership(userId, spaceId);
      if (!isRenamed) {
        isRenamed = true;
        await ada.change(id, { name: 'Orchard' });
      }
      return found;
    },
  };
  return {
    ada,
    id,
    reading: readingChanges({ ...deps, views: renamedMeanwhile }),
    listing: listingSpaces({
      ...deps,
      views: renamedMeanwhile,
      sockets: () => ({ countPeople: () => 0 }),
    }),
  };
}

describe.each(databases)('a space that is changed while it is read on %s', (dialect) => {
  test('the change is on this page of changes, or on the next', async () => {
    const { ada, id, reading } = await start(dialect);
    const first = await reading.changes(ada.id, id, 0);
    const next = await reading.changes(ada.id, id, first.head);
    expect(next.space?.name ?? first.space?.name).toBe('Orchard');
  });

  test('the change is in the space as read, or in what changed after the head that comes with it', async () => {
    const { ada, id, listing, reading } = await start(dialect);
    const own = await listing.read(ada.id, id);
    const next = await reading.changes(ada.id, id, own.head);
    expect(next.space?.name ?? own.space.name).toBe('Orchard');
  });
});
