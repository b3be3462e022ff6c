import type { Blobs } from './blobs.ts';

const hour = 60 * 60 * 1000;

/** Half an upload may take an hour; a whole one that nobody knows waits a week, should it be the database that is wrong. */
const graceOf = { draft: hour, stored: 7 * 24 * hour };

interface OrphanDeps {
  blobs: Blobs;
  /** Which of these ids have a record. */
  known(ids: readonly string[]): Promise<Set<string>>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Removes bytes that no record knows: of an upload the process did not live to finish. */
export async function removeOrphans({ blobs, known, now }: OrphanDeps): Promise<void> {
  for await (const found of blobs.all()) {
    const ids = await known(found.map(({ id }) => id));
    for (const one of found) {
      if (one.isStored && ids.has(one.id)) continue;
      const grace = one.isStored ? graceOf.stored : graceOf.draft;
      if ((await one.writtenAt()) < now() - grace) await one.remove();
    }
  }
}
