import type { Ending, Usage } from '../answer.ts';
import { asList, asString, at, count, entry } from '../json.ts';
import type { AnswerPiece } from '../wire.ts';

/** Reads one event of a stream, or a whole message. Unknown events are ignored: new ones may be added any day. */
export function read(message: unknown): AnswerPiece[] {
  switch (at(message, 'type')) {
    case 'message':
      return wholePieces(message);
    case 'message_start':
      // Its output count is a placeholder; the real one arrives with message_delta.
      return wholePieces(at(message, 'message')).map(withoutOutput);
    case 'content_block_start':
      return blockPieces(at(message, 'content_block'));
    case 'content_block_delta':
      return blockPieces(at(message, 'delta'));
    case 'message_delta':
      return [...usagePieces(at(message, 'usage')), ...finishPieces(at(message, 'delta'))];
    case 'message_stop':
      return [{ type: 'last' }];
    default:
      return [];
  }
}

/** A block or a piece of one: both name their text after its type. */
function blockPieces(block: unknown): AnswerPiece[] {
  const text = asString(at(block, 'text'));
  if (text) return [{ type: 'text', text }];
  const thinking = asString(at(block, 'thinking'));
  return thinking ? [{ type: 'reasoning', text: thinking }] : [];
}

/** A message in its current state: empty at the start of a stream, complete without one. */
function wholePieces(message: unknown): AnswerPiece[] {
  const model = asString(at(message, 'model'));
  return [
    ...(model ? [{ type: 'model' as const, model }] : []),
    ...asList(at(message, 'content')).flatMap(blockPieces),
    ...usagePieces(at(message, 'usage')),
    ...finishPieces(message),
  ];
}

function withoutOutput(piece: AnswerPiece): AnswerPiece {
  if (piece.type !== 'usage') return piece;
  const { output: _, ...usage } = piece.usage;
  return { type: 'usage', usage };
}

/**
 * The numbers of a stream are cumulative: the last ones count, and what a later event leaves out stays as it was. One that
 * names the fresh input names all of it: what was read from the cache and what was stored there are 0 if they are missing.
 */
function usagePieces(usage: unknown): AnswerPiece[] {
  const fresh = count(at(usage, 'input_tokens'));
  const cached = count(at(usage, 'cache_read_input_tokens')) ?? 0;
  const stored = count(at(usage, 'cache_creation_input_tokens')) ?? 0;
  const output = count(at(usage, 'output_tokens'));
  const reasoning = count(at(usage, 'output_tokens_details', 'thinking_tokens'));
  const result: Partial<Usage> = {
    ...(fresh !== undefined && { input: fresh + cached + stored }),
    ...(fresh !== undefined && cached > 0 && { cachedInput: cached }),
    ...(output !== undefined && { output }),
    ...(reasoning !== undefined && { reasoning }),
  };
  return Object.keys(result).length > 0 ? [{ type: 'usage', usage: result }] : [];
}

function finishPieces(said: unknown): AnswerPiece[] {
  const reason = asString(at(said, 'stop_reason'));
  if (!reason) return [];
  const details = at(said, 'stop_details');
  const says = asString(at(details, 'explanation'));
  // What kind of refusal it is says more than that it is one.
  const raw = asString(at(details, 'category')) || reason;
  return [{ type: 'finish', because: entry(endings, reason) ?? 'other', raw, ...(says && { says }) }];
}

const endings: Readonly<Record<string, Ending>> = {
  end_turn: 'done',
  stop_sequence: 'done',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool',
  pause_turn: 'paused',
  refusal: 'refused',
};
