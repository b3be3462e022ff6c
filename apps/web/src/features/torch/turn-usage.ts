import type { UsageRecord } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import type { Spent } from '@polylogue/sync/turns';
import { startedOf } from './ask-provider.ts';
import type { Outcome } from './outcome.ts';
import type { Plan } from './plan.ts';
import type { TurnKey } from './turn-sending.ts';

/** What an answer in a space used of this browser's key; null: it was not asked, or turned away. */
export function turnUsage(
  { feed, turn_id }: Pick<TurnKey, 'feed' | 'turn_id'>,
  plan: Plan,
  { usage }: Outcome,
  spent: Spent,
  at: number,
): UsageRecord | null {
  if (spent.input + spent.output === 0) return null;
  const { provider, model, host } = startedOf(plan);
  // What the receipt says is the most it can cost.
  const usd = usage && !spent.is_estimate ? plan.counter.listUsdOf(usage) : spent.usd;
  return {
    usage_id: newId(),
    purpose: 'turn',
    created_at: at,
    conversation_id: feed,
    message_id: turn_id,
    provider,
    model: model.slice(0, 256),
    host: host.slice(0, 256),
    input: Math.round(spent.input),
    output: Math.round(spent.output),
    cached: Math.round(usage?.cachedInput ?? 0),
    reasoning: Math.round(usage?.reasoning ?? 0),
    usd_micros: usd === null ? null : Math.round(usd * 1_000_000),
    is_estimate: spent.is_estimate,
  };
}
