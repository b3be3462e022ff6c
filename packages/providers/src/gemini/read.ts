import type { Ending, Usage } from '../answer.ts';
import { asString, at, count, entry, list } from '../json.ts';
import type { Piece } from '../wire.ts';

/** Reads one response: every message of a stream is one, and so is a whole answer. */
export function read(message: unknown): Piece[] {
  const candidate = at(message, 'candidates', 0);
  const model = asString(at(message, 'modelVersion'));
  const raw = asString(at(candidate, 'finishReason'));
  const blocked = asString(at(message, 'promptFeedback', 'blockReason'));
  const token = raw === 'CONTINUATION' ? asString(at(candidate, 'continuationToken')) : '';
  return [
    ...(model ? [{ type: 'model' as const, model }] : []),
    ...list(at(candidate, 'content', 'parts')).flatMap(partPieces),
    ...usagePieces(at(message, 'usageMetadata')),
    ...(blocked && !candidate
      ? [{ type: 'finish' as const, because: 'refused' as const, raw: blocked }]
      : []),
    ...(token ? [{ type: 'continue' as const, token }] : []),
    ...(raw ? [finishPiece(raw, asString(at(candidate, 'finishMessage')))] : []),
  ];
}

const finishPiece = (raw: string, says: string): Piece => ({
  type: 'finish',
  because: entry(endings, raw) ?? 'other',
  raw,
  ...(says && { says }),
});

function partPieces(part: unknown): Piece[] {
  const text = asString(at(part, 'text'));
  if (!text) return [];
  return [{ type: at(part, 'thought') === true ? 'reasoning' : 'text', text }];
}

/** Cumulative; thoughts are counted separately from the answer. */
function usagePieces(usage: unknown): Piece[] {
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
};
