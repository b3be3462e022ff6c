import type { Turn } from '@polylogue/contract';
import { counted, manyOf } from '../../../lib/text/counts.ts';
import { moneyInWords, tokensInWords } from '../../../lib/text/money.ts';
import type { Names } from '../engine/names.ts';
import { segmentEndingWords } from './turn-words.ts';

type Segment = Turn['segments'][number];

/** Who answered a turn, with what, and what it cost, in words. */
export interface Receipt {
  line: string;
  parts: readonly ReceiptPart[];
}

/** What a model is called, by its provider and id. */
export type ModelName = (provider: string, model: string) => string;
const idOf: ModelName = (_, model) => model;

/** What one browser contributed to a turn. */
interface ReceiptPart {
  epoch: number;
  who: string;
  /** Provider, model and host, messages, tokens and money; whatever of these is known. */
  facts: readonly string[];
  /** How it ended; null while it goes on. */
  ending: string | null;
}

/** The receipt of a turn; null as long as no provider was asked. */
export function receiptOf(
  { segments, left_out = [] }: Turn,
  names: Names,
  modelName: ModelName = idOf,
): Receipt | null {
  const answering = segments.filter(wasAsked);
  if (answering.length === 0) return null;
  const unique = (words: readonly string[]) => [...new Set(words)].join(', ');
  const models = answering.flatMap(({ started }) =>
    started ? modelName(started.provider, started.model) : [],
  );
  const sent = Math.max(...answering.map(({ started }) => started?.used.length ?? 0));
  return {
    line: [
      ...(models.length > 0 ? [unique(models)] : []),
      unique(answering.map(({ holder_id }) => names.someone(holder_id))),
      ...(sent > 0 ? [manyOf(sent, 'message')] : []),
      ...(left_out.length > 0 ? [`${counted(left_out.length)} left out`] : []),
      ...costWords(answering),
    ].join(' · '),
    parts: segments.map((segment) => ({
      epoch: segment.epoch,
      who: names.sentence(names.someone(segment.holder_id)),
      facts: factsOf(segment, modelName),
      ending: endingOf(segment),
    })),
  };
}

/** Of what a lost connection has swallowed only the cost is known. */
const wasAsked = ({ started, spent }: Segment) =>
  started !== null || (spent !== null && spent.input + spent.output > 0);

function factsOf(segment: Segment, modelName: ModelName): string[] {
  const { started } = segment;
  const cost = costWords([segment]);
  if (!started) return wasAsked(segment) ? cost : [];
  const { provider, model, host, used } = started;
  return [
    modelName(provider, model),
    `sent to ${host}`,
    manyOf(used.length, 'message'),
    ...(cost.length > 0 ? cost : ['cost unknown']),
  ];
}

/** Tokens and money of these parts together; no money where any cost is unknown. */
function costWords(segments: readonly Segment[]): string[] {
  const all = segments.flatMap(({ spent }) => spent ?? []);
  if (all.length === 0) return [];
  const mark = markOf({
    is_bound: all.some(({ is_estimate }) => is_estimate),
    is_incomplete: all.length < segments.length,
  });
  const tokens = all.reduce((sum, { input, output }) => sum + input + output, 0);
  const words = [`${mark}${tokensInWords(tokens)} tokens`];
  if (all.some(({ usd }) => usd === null)) return words;
  const usd = all.reduce((sum, spent) => sum + (spent.usd ?? 0), 0);
  return [...words, mark + moneyInWords(usd)];
}

interface Paid {
  usd: number;
  /** Of answers for which no price is known. */
  tokens: number;
  is_bound?: boolean | undefined;
  is_incomplete?: boolean | undefined;
}

/** Money, and the tokens for which no price is known. */
export function paidWords({ usd, tokens, ...known }: Paid): string {
  const mark = markOf(known);
  if (tokens === 0) return mark + moneyInWords(usd);
  const words = `${mark}${tokensInWords(tokens)} tokens without a known price`;
  return usd === 0 ? words : `${mark}${moneyInWords(usd)} and ${words}`;
}

/** Where a cost is not on any bill, the most that it can be stands for it; where nothing is known of a part, it is more. */
function markOf({
  is_bound,
  is_incomplete,
}: Pick<Paid, 'is_bound' | 'is_incomplete'>): '' | '≤\u00a0' | '≈\u00a0' {
  if (is_incomplete) return '≈\u00a0';
  return is_bound ? '≤\u00a0' : '';
}

function endingOf(segment: Segment): string | null {
  const { from, to, because } = segment;
  if (because === null) return null;
  const words = segmentEndingWords(because);
  return wasAsked(segment) && from === to ? `not used: ${words}` : words;
}
