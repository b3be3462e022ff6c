import type { UsageRecord } from '@polylogue/contract';
import type { Message, ThreadState } from '../../thread/index.ts';
import type { Uncounted } from './answer-price.ts';
import type { GrowingAnswer } from './growing-reply.ts';
import { type AnswerUsage, usageRecord } from './usage-record.ts';

export interface UsedSoFarNeeds {
  conversationId: string;
  read(): ThreadState;
  /** Milliseconds since 1970, by the server's clock. */
  now(): number;
  /** Millionths of a US dollar; null where no price is known. */
  priceOf(answer: Pick<Message, 'asked' | 'at'>, usage: AnswerUsage): number | null | Promise<number | null>;
  /** Null: not yet. */
  estimateNow(answer: Uncounted): AnswerUsage | null;
}

/** Estimates what an answer has used with each piece of it: a page that is closed in the middle of it stores no end. */
export const usedSoFar =
  ({ conversationId: conversation_id, read, now, priceOf, estimateNow }: UsedSoFarNeeds) =>
  ({ messageId: id, runId: usage_id, asked, before }: GrowingAnswer) => {
    let output = 0;
    let uncounted = '';
    return (more: string): UsageRecord | null => {
      uncounted += more;
      const used = asked && estimateNow({ conversation: read(), asked, before, added: uncounted });
      if (!used) return null;
      uncounted = '';
      output += used.output;
      const answer = { id, asked, at: now() };
      const usage = { input: used.input, output };
      const price = priceOf(answer, usage);
      if (price instanceof Promise) return null;
      const record = usageRecord(answer, usage, { usage_id, conversation_id, at: answer.at, price });
      return { ...record, is_estimate: true };
    };
  };
