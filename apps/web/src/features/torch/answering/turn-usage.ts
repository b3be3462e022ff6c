import type { UsageRecord } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { maxTokensOf, type Spent } from '@polylogue/sync/turns';
import type { Usage } from '../../keys/index.ts';
import type { ModelEndpoint, TokenCounter } from '../models/model-terms.ts';
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
  // What the receipt says is the most it can cost.
  const usd = usage && !spent.is_estimate ? plan.counter.listUsdOf(usage) : spent.usd;
  return recordOf({ feed, id: turn_id, at }, startedOf(plan), usage, { ...spent, usd });
}

/** What a summary of a space took. */
interface Summary extends Pick<Outcome, 'hasBegun' | 'usage' | 'last'> {
  /** Tokens of what was sent, estimated. */
  input: number;
  text: string;
}

/** What it used of the reader's own key, also if it was stopped while the model thought; null: no answer has begun. */
export function summaryUsage(
  feed: string,
  { provider, model, endpoint }: ModelEndpoint,
  { listUsdOf, usdOf }: Pick<TokenCounter, 'listUsdOf' | 'usdOf'>,
  { input, text, hasBegun, usage, last }: Summary,
  at: number,
): UsageRecord | null {
  if (!hasBegun) return null;
  const tokens = usage ?? { input, output: maxTokensOf(text) };
  const usd = usage ? listUsdOf(usage) : usdOf(tokens);
  const asked = { provider, model, host: URL.parse(endpoint)?.host ?? '' };
  // Usage is cumulative: what came before the end can be less than the bill.
  const is_estimate = !usage || last?.type !== 'ended' || last.because === 'cut-off';
  return recordOf({ feed, id: newId(), at }, asked, usage, { ...tokens, usd, is_estimate });
}

function recordOf(
  { feed, id, at }: { feed: string; id: string; at: number },
  { provider, model, host }: { provider: string; model: string; host: string },
  usage: Usage | null | undefined,
  { input, output, usd, is_estimate }: Pick<Spent, 'input' | 'output' | 'usd' | 'is_estimate'>,
): UsageRecord {
  return {
    usage_id: newId(),
    purpose: 'turn',
    created_at: at,
    conversation_id: feed,
    message_id: id,
    provider,
    model: model.slice(0, 256),
    host: host.slice(0, 256),
    input: Math.round(input),
    output: Math.round(output),
    cached: Math.round(usage?.cachedInput ?? 0),
    reasoning: Math.round(usage?.reasoning ?? 0),
    usd_micros: usd === null ? null : Math.round(usd * 1_000_000),
    is_estimate,
  };
}
