import { searchKey } from '../../platform/database/folded.ts';
import { refuseAfter } from '../../platform/http/serve.ts';
import type { Counts } from '../../platform/limits/counts.ts';

const window = 60_000;

/** Counts an account's searches. The same text again, or in another field, is the same search. */
export function searchQuota(counts: Counts, texts = 30) {
  return {
    /** Refuses with `too-many` if this is one text too many within a minute. */
    async count(userId: string, text: string): Promise<void> {
      const same = `search ${userId} ${searchKey(text)}`;
      if ((await counts.add(same, 1, window)).count > 1) return;
      const { count, left } = await counts.add(`search ${userId}`, 1, window);
      if (count <= texts) return;
      // It was not searched for: the next attempt is not the same search again.
      await counts.add(same, -1, window);
      refuseAfter(Math.ceil(left / 1000) || 1);
    },
  };
}
export type SearchQuota = ReturnType<typeof searchQuota>;
