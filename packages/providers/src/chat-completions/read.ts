import type { Ending, Usage } from '../answer.ts';
import type { FailureKind } from '../failure.ts';
import { amount, asList, asString, at, count, entry } from '../json.ts';
import type { AnswerPiece } from '../wire.ts';
import type { ChatDialect } from './dialect.ts';

/** Reads one chunk of a stream, or a whole answer: they differ in one field. */
export function read(message: unknown, dialect: ChatDialect): AnswerPiece[] {
  const pieces: AnswerPiece[] = [];
  const model = asString(at(message, 'model'));
  if (model) pieces.push({ type: 'model', model });
  const choice = at(message, 'choices', 0);
  const delta = at(choice, 'delta') ?? at(choice, 'message');
  const reasoning = reasoningOf(delta);
  if (reasoning) pieces.push({ type: 'reasoning', text: reasoning });
  const content = at(delta, 'content');
  if (typeof content !== 'string') pieces.push(...contentPieces(content));
  else if (content) pieces.push({ type: 'text', text: content });
  const refusal = asString(at(delta, 'refusal'));
  if (refusal)
    pieces.push({ type: 'text', text: refusal }, { type: 'finish', because: 'refused', raw: null });
  const usage = usageOf(at(message, 'usage'), dialect);
  if (usage) pieces.push({ type: 'usage', usage });
  const raw = asString(at(choice, 'finish_reason'));
  const broken = entry(breakdowns, raw);
  if (broken) pieces.push({ type: 'broken', ...broken });
  else if (raw) pieces.push({ type: 'finish', because: entry(endings, raw.toLowerCase()) ?? 'other', raw });
  return pieces;
}

const endings: Readonly<Record<string, Ending>> = {
  stop: 'done',
  end_turn: 'done',
  stop_sequence: 'done',
  eos: 'done',
  eos_token: 'done',
  complete: 'done',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  content_filter: 'filtered',
  refusal: 'refused',
  tool_calls: 'tool',
  tool_use: 'tool',
  function_call: 'tool',
};

// Finish reasons that are really errors.
const faulty = {
  kind: 'server',
  says: 'The provider broke off with an error of its own. Try again.',
} as const;
const breakdowns: Readonly<Record<string, { kind: FailureKind; says: string }>> = {
  insufficient_system_resource: {
    kind: 'overloaded',
    says: 'The provider is overloaded and broke off. Try again in a moment.',
  },
  error: faulty,
  network_error: faulty,
};

/** Servers use three names for it; the first non-empty one counts, since some send it twice. */
function reasoningOf(delta: unknown): string {
  const named = asString(at(delta, 'reasoning_content')) || asString(at(delta, 'reasoning'));
  if (named) return named;
  const details = at(delta, 'reasoning_details');
  if (!Array.isArray(details)) return '';
  return details.map((detail) => asString(at(detail, 'text')) || asString(at(detail, 'summary'))).join('');
}

/** Content that is not a string is a list of parts, as Mistral sends it. */
function contentPieces(content: unknown): AnswerPiece[] {
  return asList(content).flatMap((part): AnswerPiece[] => {
    const text = asString(at(part, 'text'));
    if (text) return [{ type: 'text', text }];
    const thinking = at(part, 'thinking');
    const thought =
      asString(thinking) ||
      asList(thinking)
        .map((piece) => asString(at(piece, 'text')))
        .join('');
    return thought ? [{ type: 'reasoning', text: thought }] : [];
  });
}

function usageOf(usage: unknown, dialect: ChatDialect): Partial<Usage> | null {
  if (!usage) return null;
  const input = count(at(usage, 'prompt_tokens'));
  const completion = count(at(usage, 'completion_tokens'));
  if (input === undefined && completion === undefined) return null;
  const reasoning = count(at(usage, 'completion_tokens_details', 'reasoning_tokens'));
  const cachedInput =
    count(at(usage, 'prompt_tokens_details', 'cached_tokens')) ?? count(at(usage, 'prompt_cache_hit_tokens'));
  const cost = costIn(usage);
  return {
    ...(input !== undefined && { input }),
    output: (completion ?? 0) + (dialect.reasoningIsExtra ? (reasoning ?? 0) : 0),
    ...(reasoning !== undefined && { reasoning }),
    ...(cachedInput !== undefined && { cachedInput }),
    ...(cost !== undefined && { cost }),
  };
}

/** xAI counts ten billionths of a dollar, OpenRouter dollars. */
function costIn(usage: unknown): number | undefined {
  const ticks = amount(at(usage, 'cost_in_usd_ticks'));
  return ticks ? ticks / 1e10 : amount(at(usage, 'cost'));
}
