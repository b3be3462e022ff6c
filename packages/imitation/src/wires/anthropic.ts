import { pieces } from '../content.ts';
import type { ModelRequest } from '../model-request.ts';
import { anthropicErrors, refusalResponse } from '../refusal.ts';
import type { ModelReply } from '../reply.ts';
import { readMessages } from './anthropic-request.ts';
import { brokenFrame, brokenText, ending, frame, piece, type WireFrame } from './frame.ts';
import type { ApiFormat } from './wire.ts';

const signature = 'EqMBimitationSignature=';

const event = (type: string, more: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const blockDelta = (index: number, delta: object) => event('content_block_delta', { index, delta });

const usageOf = ({ input, output, reasoning }: ModelReply['usage'], isStart = false) => ({
  input_tokens: input,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: isStart ? 1 : output + reasoning,
  ...(!isStart && { output_tokens_details: { thinking_tokens: reasoning } }),
  server_tool_use: null,
  service_tier: 'standard',
});

function stopOf({ ending: end }: ModelReply) {
  if (end.type !== 'finished') return { stop_reason: null, stop_sequence: null, stop_details: null };
  const reasons = { stop: 'end_turn', length: 'max_tokens', refused: 'refusal' };
  return {
    stop_reason: end.raw ?? reasons[end.because],
    stop_sequence: null,
    stop_details:
      end.because === 'refused'
        ? { type: 'refusal', category: 'general_harms', explanation: 'The imitation was asked to refuse.' }
        : null,
  };
}

const messageOf = (reply: ModelReply) => ({
  id: `msg_${reply.id}`,
  type: 'message',
  role: 'assistant',
  model: reply.model,
});

export const anthropicWire: ApiFormat = {
  read: readMessages,

  *frames(reply: ModelReply, request: ModelRequest): Generator<WireFrame, void> {
    yield frame(
      event('message_start', {
        message: {
          ...messageOf(reply),
          content: [],
          stop_reason: null,
          stop_sequence: null,
          stop_details: null,
          usage: usageOf(reply.usage, true),
        },
      }),
    );
    let index = 0;
    if (request.reasoning !== 'off' && (reply.reasoning || request.reasoning === 'hidden')) {
      const content_block = { type: 'thinking', thinking: '', signature: '' };
      yield frame(event('content_block_start', { index, content_block }));
      for (const thinking of pieces(reply.reasoning, reply.pieceLength))
        yield piece(blockDelta(index, { type: 'thinking_delta', thinking }), '');
      yield frame(blockDelta(index, { type: 'signature_delta', signature }));
      yield frame(event('content_block_stop', { index }));
      index += 1;
    }
    yield frame(event('content_block_start', { index, content_block: { type: 'text', text: '' } }));
    yield frame(event('ping', {}));
    const before = `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":{"type":"text_delta","text":`;
    const write = (text: string) => `${before}${JSON.stringify(text)}}}\n\n`;
    for (const text of pieces(reply.text, reply.pieceLength)) yield piece(write(text), text);

    if (reply.ending.type === 'cut') {
      if (reply.ending.where !== 'token') yield brokenFrame(write(brokenText));
      return;
    }
    if (reply.ending.type === 'error') {
      const body = refusalResponse(anthropicErrors, { kind: 'overloaded' }).body as object;
      yield ending(event('error', body));
      return;
    }
    yield ending(event('content_block_stop', { index }));
    yield frame(
      event('message_delta', { delta: { ...stopOf(reply), container: null }, usage: usageOf(reply.usage) }),
    );
    yield frame(event('message_stop', {}));
  },

  whole(reply: ModelReply, request: ModelRequest) {
    const thinks = request.reasoning !== 'off' && (reply.reasoning || request.reasoning === 'hidden');
    return {
      ...messageOf(reply),
      content: [
        ...(thinks ? [{ type: 'thinking', thinking: reply.reasoning, signature }] : []),
        ...(reply.text ? [{ type: 'text', text: reply.text, citations: null }] : []),
      ],
      ...stopOf(reply),
      usage: usageOf(reply.usage),
    };
  },
};
