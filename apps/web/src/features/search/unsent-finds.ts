import type { FoundMessage } from '@polylogue/contract';

type OnSearched = (hits: readonly FoundMessage[], share: number) => void;

/** What this browser has and the account does not have yet, in its place among the finds of the account. */
export function unsentFinds() {
  let waiting: readonly FoundMessage[] = [];
  let share = 1;

  return {
    /** Resolves once `here` has searched this browser. */
    async find(here: (onSearched: OnSearched) => Promise<void>, signal: AbortSignal) {
      const found: FoundMessage[] = [];
      let searched = 1;
      // The account answers even where this browser cannot be read.
      await here((hits, part) => {
        found.push(...hits);
        searched = part;
      }).catch(() => {});
      if (signal.aborted) return;
      waiting = found;
      share = searched;
    },

    /** A page of the account with those that belong among its finds, in the order of time. */
    among({ found, next }: { found: readonly FoundMessage[]; next: string | null }) {
      const known = new Set(found.map(({ message_id }) => message_id));
      const until = next === null ? 0 : (found.at(-1)?.created_at ?? Number.POSITIVE_INFINITY);
      const isDue = ({ created_at }: FoundMessage) => created_at >= until;
      const due = waiting.filter((one) => isDue(one) && !known.has(one.message_id));
      waiting = waiting.filter((one) => !isDue(one));
      const all = [...found, ...due].sort((one, other) => other.created_at - one.created_at);
      return { all, share };
    },
  };
}
