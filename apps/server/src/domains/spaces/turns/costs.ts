import type { Database } from '../../../platform/database/database.ts';
import type { Views } from '../core/view.ts';
import { turnCosts } from '../store/turn-costs.ts';

/** How many turns' costs are added up. */
const mostCosts = 1_000;
/** The most that a sum of costs shows. */
const mostUsd = 1_000_000;

const none = () => ({ asked: 0, answered: 0, usd: 0, tokens: 0, is_bound: false, is_incomplete: false });

/** The costs of the last turns, by asker and by payer. */
export async function costsInSpace(database: Database, views: Views, userId: string, spaceId: string) {
  const { space } = await views.membership(userId, spaceId);
  const { blocked } = await views.rowsOf(userId, spaceId);
  const members = new Map<string | null, ReturnType<typeof none>>();
  const of = (id: string | null) => {
    const seen = id === null || id === '' || blocked.has(id) ? null : id;
    const known = members.get(seen) ?? none();
    members.set(seen, known);
    return known;
  };
  const { reading, dialect } = database;
  const { asked, paid } = await turnCosts(reading, space.feed, mostCosts, dialect);
  for (const one of asked) of(one.asked_by).asked += Number(one.asked);
  for (const { holder_id, answered, usd, tokens, bounds, unknowns } of paid) {
    const holder = of(holder_id);
    holder.answered += Number(answered);
    holder.usd += usd;
    holder.tokens += tokens;
    holder.is_bound ||= bounds > 0;
    holder.is_incomplete ||= unknowns > 0;
  }
  return {
    members: [...members].map(([user_id, { asked, answered, usd, tokens, ...marks }]) => ({
      user_id,
      asked,
      answered,
      // Browsers report what they like.
      paid: { usd: Math.min(usd, mostUsd), tokens: Math.min(tokens, Number.MAX_SAFE_INTEGER), ...marks },
    })),
  };
}
