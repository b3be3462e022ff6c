import { folded } from '../../platform/database/folded.ts';
import { refuseAfter } from '../../platform/http/serve.ts';
import { memory } from '../../platform/memory/memory.ts';

const window = 60_000;

/** Counts an account's searches. The same text again, or in another field, is the same search. */
export function searchQuota(steady: () => number, texts = 30, accounts = 100_000) {
  const searches = memory<{ texts: Set<string>; endsAt: number }>(steady, accounts);
  return {
    /** Refuses with `too-many` if this is one text too many within a minute. */
    count(userId: string, text: string): void {
      const known = searches.recall(userId);
      const current = known ?? { texts: new Set<string>(), endsAt: steady() + window };
      if (!known) searches.keep(userId, current, current.endsAt);
      const sought = folded(text);
      if (current.texts.has(sought)) return;
      if (current.texts.size >= texts) refuseAfter(Math.ceil((current.endsAt - steady()) / 1000) || 1);
      current.texts.add(sought);
    },
  };
}
export type SearchQuota = ReturnType<typeof searchQuota>;
