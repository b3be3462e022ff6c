import type { Ending, Usage } from '../answer.ts';
import { asList, asString, at, count, entry } from '../json.ts';
import type { AnswerPiece } from '../wire.ts';

/** Reads one response: every message of a stream is one, and so is a whole answer. */
export function read(message: unknown): AnswerPiece[] {
  const candidate = at(message, 'candidates', 0);
  const model = asString(at(message, 'modelVersion'));
  const raw = asString(at(candidate, 'finishReason'));
  const feedback = at(message, 'promptFeedback');
  const blocked = asString(at(feedback, 'blockReason'));
  const token = raw === 'CONTINUATION' ? asString(at(candidate, 'continuationToken')) : '';
  return [
    ...(model ? [{ type: 'model' as const, model }] : []),
    ...asList(at(candidate, 'content', 'parts')).flatMap(partPieces),
    ...usagePieces(at(message, 'usageMetadata')),
    ...(blocked && !candidate
      ? [finishPiece('refused', blocked, asString(at(feedback, 'blockReasonMessage')))]
      : []),
    ...(token ? [{ type: 'continue' as const, token }] : []),
    ...(raw
      ? [finishPiece(entry(endings, raw) ?? 'other', raw, asString(at(candidate, 'finishMessage')))]
      : []),
  ];
}

function finishPiece(because: Ending, raw: string, message: string): AnswerPiece {
  // Whatever else ends an answer cuts it short.
  const says = message || (because === 'other' ? raw : '');
  return { type: 'finish', because, raw, ...(says && { says }) };
}

function partPieces(part: unknown): AnswerPiece[] {
  const text = asString(at(part, 'text'));
  if (!text) return [];
  return [{ type: at(part, 'thought') === true ? 'reasoning' : 'text', text }];
}

/** Cumulative; thoughts are counted separately from the answer. */
function usagePieces(usage: unknown): AnswerPiece[] {
  const input = count(at(usage, 'promptTokenCount'));
  if (input === undefined) return [];
  const reasoning = count(at(usage, 'thoughtsTokenCount'));
  const cachedInput = count(at(usage, 'cachedContentTokenCount'));
  const result: Partial<Usage> = {
    input,
    output: (count(at(usage, 'candidatesTokenCount')) ?? 0) + (reasoning ?? 0),
    ...(reasoning !== undefined && { reasoning }),
    ...(cachedInput !== undefined && { cachedInput }),
  };
  return [{ type: 'usage', usage: result }];
}

const endings: Readonly<Record<string, Ending>> = {
  STOP: 'done',
  MAX_TOKENS: 'length',
  CONTINUATION: 'length',
  SAFETY: 'filtered',
  RECITATION: 'filtered',
  BLOCKLIST: 'filtered',
  PROHIBITED_CONTENT: 'filtered',
  SPII: 'filtered',
  IMAGE_SAFETY: 'filtered',
  IMAGE_PROHIBITED_CONTENT: 'filtered',
  IMAGE_RECITATION: 'filtered',
  LANGUAGE: 'filtered',
  MALFORMED_FUNCTION_CALL: 'tool',
  UNEXPECTED_TOOL_CALL: 'tool',
  TOO_MANY_TOOL_CALLS: 'tool',
};
