import type { UsageRecord } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import type { Message } from '../../thread/index.ts';
import { hostOf } from './message-details.ts';

export type AnswerUsage = NonNullable<Message['usage']>;

interface Circumstances {
  /** A new one, unless it was counted before. */
  usage_id?: string;
  conversation_id: string;
  at: number;
  /** Millionths of a US dollar; null where no price is known. */
  price: number | null;
}

/** What one answer used. */
export function usageRecord(
  message: Pick<Message, 'id' | 'asked'>,
  usage: AnswerUsage,
  { usage_id = newId(), conversation_id, at, price }: Circumstances,
): UsageRecord {
  const { provider = '', model = '', endpoint = '' } = message.asked ?? {};
  return {
    usage_id,
    created_at: at,
    conversation_id,
    message_id: message.id,
    provider,
    model: model.slice(0, 256),
    host: hostOf(endpoint),
    input: Math.round(usage.input),
    output: Math.round(usage.output),
    cached: Math.round(usage.cachedInput ?? 0),
    reasoning: Math.round(usage.reasoning ?? 0),
    usd_micros: price,
    is_estimate: usage.isPartial === true,
  };
}
