import type { Blobs } from './blobs.ts';

const hour = 60 * 60 * 1000;

/**
 * Half an upload and its drawing may take an hour; a whole one that nobody knows waits a week, should it be the database
 * that is wrong.
 */
const graceOf = { draft: hour, stored: 7 * 24 * hour };

/** Removes drafts that nobody has written to for long. */
export async function removeOldDrafts({ blobs, now }: Omit<DraftDeps, 'isShared'>): Promise<void> {
  for await (const draft of drafts(blobs)) {
    if ((await draft.writtenAt()) < now() - graceOf.draft) await draft.remove();
  }
}

/**
 * Removes what an earlier process left half done, before this one begins anything. Servers that share a database share
 * the folder: what is young there may be on its way to another one.
 */
export async function removeLeftDrafts(deps: DraftDeps): Promise<void> {
  if (deps.isShared) return await removeOldDrafts(deps);
  for await (const draft of drafts(deps.blobs)) await draft.remove();
}

async function* drafts(blobs: Blobs) {
  for await (const found of blobs.all()) yield* found.filter(({ isStored }) => !isStored);
}

interface DraftDeps {
  /** Whether other servers write to the same folder. */
  isShared: boolean;
  blobs: Blobs;
  /** Milliseconds since 1970. */
  now: () => number;
}

interface OrphanDeps {
  blobs: Blobs;
  /** Which of these ids have a record. */
  known(ids: readonly string[]): Promise<Set<string>>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Removes stored bytes that no record knows: of an upload the process did not live to finish. */
export async function removeOrphans({ blobs, known, now }: OrphanDeps): Promise<void> {
  for await (const found of blobs.all()) {
    const stored = found.filter(({ isStored }) => isStored);
    const ids = await known(stored.map(({ id }) => id));
    for (const one of stored) {
      if (!ids.has(one.id) && (await one.writtenAt()) < now() - graceOf.stored) await one.remove();
    }
  }
}
