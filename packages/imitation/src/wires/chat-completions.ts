import { pieces } from '../content.ts';
import type { ModelRequest } from '../model-request.ts';
import { type ErrorFormat, refusalResponse } from '../refusal.ts';
import type { ModelReply } from '../reply.ts';
import { type ChatRules, readChat } from './chat-request.ts';
import { brokenFrame, brokenText, data, ending, frame, piece, type WireFrame } from './frame.ts';
import type { ApiFormat } from './wire.ts';

/** How one server's chat completions differ from the others'. */
export interface ChatFlavour {
  rules: ChatRules;
  /** Where reasoning is written; null: never, it is only counted. */
  reasoningField: 'reasoning_content' | 'reasoning' | null;
  /** Whether a `reasoning_details` list says it again. */
  reasoningDetails?: boolean;
  /** A comment line sent before the first event. */
  comment?: string;
  /** Blank lines before a JSON answer, to keep the connection alive. */
  blankLines?: boolean;
  /** The usage chunk: apart with `choices: []`, or on the chunk that carries the finish reason. */
  usageComes: 'apart' | 'with-finish' | 'never';
  usage(usage: ModelReply['usage']): unknown;
  /** Fields every chunk repeats. */
  extra?: Record<string, unknown>;
  /** openai: `refusal`, random padding, and `usage: null` on every other chunk. */
  isOpenai?: boolean;
  /** Content is sent as a list of parts instead of a string. */
  partsContent?: boolean;
  /** Only `choices`, nothing that is not needed. */
  isBare?: boolean;
  finish?: Partial<Record<'stop' | 'length' | 'refused', string>>;
}

const padding = 'aB3dE5gH7jK9mN1p';

export function chatCompletionsFormat(flavour: ChatFlavour, errorFormat: ErrorFormat): ApiFormat {
  const finishOf = (reply: ModelReply) => {
    if (reply.ending.type !== 'finished') return null;
    const { because, raw } = reply.ending;
    if (raw) return raw;
    if (flavour.isOpenai && reply.refusal) return 'stop';
    const usual = { stop: 'stop', length: 'length', refused: 'content_filter' }[because];
    return flavour.finish?.[because] ?? usual;
  };
  const head = (reply: ModelReply, object: string) =>
    flavour.isBare
      ? {}
      : { id: `chatcmpl-${reply.id}`, object, created: reply.created, model: reply.model, ...flavour.extra };
  const content = (text: string) => (flavour.partsContent ? [{ type: 'text', text }] : text);
  const reasoning = (text: string) => ({
    ...(flavour.reasoningField && { [flavour.reasoningField]: text }),
    ...(flavour.reasoningDetails && {
      reasoning_details: [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }],
    }),
  });

  return {
    read: (body) => readChat(body, flavour.rules),

    *frames(reply: ModelReply, request: ModelRequest): Generator<WireFrame, void> {
      const usageNull = flavour.isOpenai && request.wantsUsage ? { usage: null } : {};
      const chunk = (delta: unknown, finish_reason: string | null = null, more: object = usageNull) => ({
        ...head(reply, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, ...(!flavour.isBare && { logprobs: null }), finish_reason }],
        ...more,
      });
      // everything around the text is the same in each chunk: stringified once, as the wire is meant to be fast
      const around = (field: string) => {
        const [before, after] = JSON.stringify(chunk({ [field]: content('\u0001') })).split('"\\u0001"');
        return (text: string) => {
          const body = `data: ${before}${JSON.stringify(text)}${after}`;
          if (!flavour.isOpenai) return `${body}\n\n`;
          const pad = padding.slice(0, Math.max(1, padding.length - text.length));
          return `${body.slice(0, -1)},"obfuscation":"${pad}"}\n\n`;
        };
      };

      if (flavour.comment) yield frame(`: ${flavour.comment}\n\n`);
      if (!flavour.isBare)
        yield frame(
          data(chunk({ role: 'assistant', content: '', ...(flavour.isOpenai && { refusal: null }) })),
        );
      for (const text of pieces(reply.reasoning, reply.pieceLength))
        yield piece(data(chunk(reasoning(text))), '');
      if (flavour.comment && reply.reasoning) yield frame(`: ${flavour.comment}\n\n`);
      const write = around('content');
      for (const text of pieces(reply.text, reply.pieceLength)) yield piece(write(text), text);
      if (flavour.isOpenai)
        for (const text of pieces(reply.refusal)) yield piece(data(chunk({ refusal: text })), '');

      if (reply.ending.type === 'cut') {
        if (reply.ending.where !== 'token') yield brokenFrame(write(brokenText));
        return;
      }
      if (reply.ending.type === 'error') {
        const { body } = refusalResponse(errorFormat, { kind: 'overloaded', model: reply.model });
        const gateway = flavour.reasoningDetails;
        yield ending(data(gateway ? chunk({ content: '' }, 'error', body as object) : body));
        return;
      }
      const usage = { usage: flavour.usage(reply.usage) };
      const withFinish = flavour.usageComes === 'with-finish' && request.wantsUsage;
      yield ending(data(chunk({}, finishOf(reply), withFinish ? usage : usageNull)));
      if (flavour.usageComes === 'apart' && request.wantsUsage)
        yield frame(data({ ...head(reply, 'chat.completion.chunk'), choices: [], ...usage }));
      yield frame('data: [DONE]\n\n');
    },

    whole(reply: ModelReply) {
      const refused = flavour.isOpenai && reply.refusal ? reply.refusal : null;
      return {
        ...head(reply, 'chat.completion'),
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: refused === null ? content(reply.text) : null,
              ...(reply.reasoning && reasoning(reply.reasoning)),
              ...(flavour.isOpenai && { refusal: refused, annotations: [] }),
            },
            ...(!flavour.isBare && { logprobs: null }),
            finish_reason: finishOf(reply),
          },
        ],
        ...(flavour.usageComes !== 'never' && { usage: flavour.usage(reply.usage) }),
      };
    },
  };
}
