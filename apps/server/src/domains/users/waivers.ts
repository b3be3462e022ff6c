import type { Waiver } from '@polylogue/contract';
import type { Queries } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { waiverStore } from './waiver-store.ts';

/** What a person accepts before the first page for members; `version` is the current one. */
export function waivers({ db, version, now }: { db: Queries; version: string; now: () => number }) {
  const store = waiverStore(db);

  async function of(userId: string): Promise<Waiver> {
    const last = await store.last(userId);
    return {
      signed_waiver: last?.version === version,
      version,
      accepted_version: last?.version ?? null,
      accepted_at: last ? new Date(last.accepted_at).toISOString() : null,
    };
  }

  return {
    of,

    async accept(userId: string, read: string): Promise<Waiver> {
      if (read !== version) {
        return refuse('out-of-date', 'There is a newer version of this text. Reload the page and read it.');
      }
      await store.accept(userId, version, now());
      return of(userId);
    },
  };
}
