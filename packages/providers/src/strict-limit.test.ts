import { describe, expect, test } from 'vitest';
import { efforts } from './effort.ts';
import { knownModelsOf } from './known-models.ts';
import { type ProviderName, providerNames, type Question } from './question.ts';
import { collectEvents, json, network, questionOf, stream } from './testing/network.ts';

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const refusal = (message: string, status = 400) => json({ error: { message } }, status);
const strict = { maxTokens: 600, isLimitStrict: true } as const;

const wires: Record<ProviderName, { field: string; cutOff: string }> = {
  openai: chatCompletions('max_completion_tokens'),
  deepseek: chatCompletions('max_tokens'),
  grok: chatCompletions('max_completion_tokens'),
  gemini: {
    field: 'maxOutputTokens',
    cutOff: event({
      candidates: [
        {
          content: { parts: [{ text: 'Half' }] },
          finishReason: 'CONTINUATION',
          continuationToken: 'dA==',
        },
      ],
    }),
  },
  anthropic: {
    field: 'max_tokens',
    cutOff:
      event({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'Half' } }) +
      event({ type: 'message_delta', delta: { stop_reason: 'max_tokens' } }) +
      event({ type: 'message_stop' }),
  },
};

function chatCompletions(field: string) {
  return { field, cutOff: event({ choices: [{ delta: { content: 'Half' }, finish_reason: 'length' }] }) };
}

const limitIn = (type: ProviderName, body: Record<string, unknown> | undefined) => {
  const place = type === 'gemini' ? (body?.generationConfig as Record<string, unknown>) : body;
  return place?.[wires[type].field];
};

async function asked(question: Question, ...responses: Response[]) {
  const net = network(...responses);
  return { events: await collectEvents(question, net), bodies: net.sent.map(({ body }) => body) };
}

describe.each(providerNames)('a strict limit at %s', (type) => {
  const { field, cutOff } = wires[type];

  test('is sent as it is, for every model and every effort, and nothing is sent that costs more', async () => {
    for (const model of ['unheard-of', ...knownModelsOf(type).map(({ id }) => id)])
      for (const effort of [undefined, ...efforts]) {
        const options = { ...strict, ...(effort && { effort }) };
        const { bodies } = await asked(questionOf(type, { model }, options), stream(cutOff));
        expect(limitIn(type, bodies[0]), `${model} ${effort}`).toBe(600);
        const costly = /tool|search|plugin|modalit|service_tier|candidateCount|^n$/;
        expect(Object.keys(bodies[0]).filter((name) => costly.test(name))).toEqual([]);
      }
  });

  test('is not dropped when a refusal names it: the question fails', async () => {
    for (const status of [400, 422]) {
      const { events, bodies } = await asked(
        questionOf(type, { model: 'unheard-of' }, strict),
        refusal(`Unsupported parameter: ${field}`, status),
      );
      expect(bodies).toHaveLength(1);
      expect(events).toEqual([
        {
          type: 'failed',
          failure: expect.objectContaining({ message: `Unsupported parameter: ${field}`, status }),
        },
      ]);
    }
  });

  test('stays when another field is refused, and when both are', async () => {
    const question = questionOf(type, { model: 'unheard-of' }, { ...strict, temperature: 1 });
    const { bodies, events } = await asked(
      question,
      refusal(`temperature and ${field} are not supported`),
      stream(cutOff),
    );
    expect(bodies.map((body) => limitIn(type, body))).toEqual([600, 600]);
    expect(bodies.map((body) => JSON.stringify(body).includes('temperature'))).toEqual([true, false]);
    expect(events.at(-1)).toMatchObject({ type: 'ended' });
  });

  test('ends a longer answer after one request', async () => {
    const { events, bodies } = await asked(questionOf(type, {}, strict), stream(cutOff));
    expect(bodies).toHaveLength(1);
    expect(events[0]).toEqual({ type: 'text', text: 'Half' });
    expect(events.at(-1)).toMatchObject({ type: 'ended', because: 'length' });
  });

  test.each([undefined, 0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'that is none, %s, sends nothing',
    async (maxTokens) => {
      const { maxTokens: _, ...rest } = strict;
      const options = { ...rest, ...(maxTokens !== undefined && { maxTokens }) };
      const { events, bodies } = await asked(questionOf(type, {}, options));
      expect(bodies).toEqual([]);
      expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'other', retryable: false } }]);
    },
  );
});

test('a strict limit may be renamed to the field that also counts thinking, and never to the other one', async () => {
  const local = questionOf('openai', { endpoint: 'http://localhost/v1', model: 'unknown' }, strict);
  const renamed = await asked(
    local,
    refusal("Use 'max_completion_tokens' instead."),
    stream(wires.openai.cutOff),
  );
  expect(renamed.bodies[1]).toMatchObject({ max_completion_tokens: 600 });
  expect(renamed.bodies[1]).not.toHaveProperty('max_tokens');
  const { bodies, events } = await asked(
    questionOf('grok', {}, strict),
    refusal("Use 'max_tokens' instead."),
  );
  expect(bodies).toHaveLength(1);
  expect(events).toMatchObject([{ type: 'failed', failure: { status: 400 } }]);
});

test('pictures of a strict question are sent with the detail that has an upper bound', async () => {
  const parts = [{ type: 'file' as const, name: 'a.png', mediaType: 'image/png', data: 'iVBO' }];
  const more = { ...strict, messages: [{ role: 'user' as const, parts }] };
  const { bodies } = await asked(questionOf('openai', {}, more), stream(wires.openai.cutOff));
  expect(bodies[0].messages[0].content[0].image_url.detail).toBe('high');
});
