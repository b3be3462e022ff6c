import type { Blobs, DraftBlob } from './blobs.ts';

const hour = 60 * 60 * 1000;

/**
 * An unfinished upload and its renderings may take an hour; a finished one without a record stays for a week, in case
 * the database is at fault.
 */
const graceOf = { draft: hour, stored: 7 * 24 * hour };

/** Removes drafts that have not been written to for a long time. */
export async function removeOldDrafts({ blobs, now }: Omit<DraftDeps, 'isShared'>): Promise<void> {
  for await (const some of blobs.drafts()) {
    for (const draft of some) if ((await draft.writtenAt()) < now() - graceOf.draft) await draft.remove();
  }
}

/**
 * Removes what an earlier process left unfinished, before this one starts anything. Servers that share a database may
 * share the folder: a recent draft may belong to another server.
 */
export async function removeLeftoverDrafts(deps: DraftDeps): Promise<void> {
  if (deps.isShared) return await removeOldDrafts(deps);
  for await (const some of deps.blobs.drafts()) for (const draft of some) await draft.remove();
}

interface DraftDeps {
  /** Whether other servers may write to the same folder. */
  isShared: boolean;
  blobs: Blobs;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Those of these ids that have a record. */
type Known = (ids: readonly string[]) => Promise<Set<string>>;

/**
 * Drops bytes whose record could not be written. The answer to a commit may have been lost: then there is a record, and
 * the bytes stay. If the database cannot say, removing orphans decides.
 */
export async function dropUnlessRecorded(draft: DraftBlob, known: Known): Promise<void> {
  const ids = await known([draft.id]).catch(() => undefined);
  if (ids && !ids.has(draft.id)) await draft.drop();
}

interface OrphanDeps {
  blobs: Blobs;
  known: Known;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Removes stored bytes without a record: uploads whose process died before it finished. */
export async function removeOrphans({ blobs, known, now }: OrphanDeps): Promise<void> {
  for await (const stored of blobs.stored()) {
    const ids = await known(stored.map(({ id }) => id));
    for (const one of stored) {
      if (!ids.has(one.id) && (await one.writtenAt()) < now() - graceOf.stored) await one.remove();
    }
  }
}
