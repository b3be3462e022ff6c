import { pieces } from '../content.ts';
import type { ModelRequest } from '../model-request.ts';
import { geminiErrors, refusalResponse } from '../refusal.ts';
import type { ModelReply } from '../reply.ts';
import { brokenFrame, brokenText, ending, piece, type WireFrame } from './frame.ts';
import { readContents } from './gemini-request.ts';
import type { ApiFormat } from './wire.ts';

const usageOf = (usage: ModelReply['usage'], output: number) => ({
  promptTokenCount: usage.input,
  candidatesTokenCount: output,
  ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
  totalTokenCount: usage.input + output + usage.reasoning,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: usage.input }],
});

function finishOf({ ending: end }: ModelReply): string | undefined {
  if (end.type !== 'finished') return undefined;
  return end.raw?.toUpperCase() ?? { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' }[end.because];
}

const around = (reply: ModelReply) => ({ modelVersion: reply.model, responseId: `imitation-${reply.id}` });
const blocked = (reply: ModelReply) => ({
  promptFeedback: { blockReason: 'SAFETY', safetyRatings: [] },
  usageMetadata: usageOf(reply.usage, 0),
  ...around(reply),
});

export const geminiWire: ApiFormat = {
  read: readContents,

  *frames(reply: ModelReply, request: ModelRequest): Generator<WireFrame, void> {
    let isFirst = true;
    const write = (body: string) => {
      if (!request.asArray) return `data: ${body}\r\n\r\n`;
      const joined = `${isFirst ? '[' : ',\r\n'}${body}`;
      isFirst = false;
      return joined;
    };
    const end = request.asArray ? ']' : '';
    if (reply.refusal) return yield ending(write(JSON.stringify(blocked(reply))) + end);

    let output = 0;
    const part = (text: string, thought: boolean) =>
      write(
        JSON.stringify({
          candidates: [
            { content: { parts: [{ text, ...(thought && { thought: true }) }], role: 'model' }, index: 0 },
          ],
          usageMetadata: usageOf(reply.usage, output),
          ...around(reply),
        }),
      );
    for (const text of pieces(reply.reasoning, reply.pieceLength)) yield piece(part(text, true), '');
    for (const text of pieces(reply.text, reply.pieceLength)) {
      output += 1;
      yield piece(part(text, false), text);
    }
    if (reply.ending.type === 'cut') {
      if (reply.ending.where !== 'token') yield brokenFrame(part(brokenText, false));
      return;
    }
    if (reply.ending.type === 'error') {
      const { body } = refusalResponse(geminiErrors, { kind: 'overloaded' });
      return yield ending(write(JSON.stringify(body)) + end);
    }
    // the last chunk names the reason and has no content at all
    const last = {
      candidates: [{ finishReason: finishOf(reply), index: 0 }],
      usageMetadata: usageOf(reply.usage, reply.usage.output),
      ...around(reply),
    };
    yield ending(write(JSON.stringify(last)) + end);
  },

  whole(reply: ModelReply) {
    if (reply.refusal) return blocked(reply);
    const parts = [
      ...(reply.reasoning ? [{ text: reply.reasoning, thought: true }] : []),
      ...(reply.text ? [{ text: reply.text }] : []),
    ];
    return {
      candidates: [
        {
          ...(parts.length > 0 && { content: { parts, role: 'model' } }),
          finishReason: finishOf(reply),
          index: 0,
        },
      ],
      usageMetadata: usageOf(reply.usage, reply.usage.output),
      ...around(reply),
    };
  },
};
