import { expect, test } from 'vitest';
import { providerNames } from './question.ts';
import { heard, json, network, questionOf, stream } from './testing/network.ts';

const limit = 700;
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely
const limitIn = (body: any) =>
  body.max_tokens ?? body.max_completion_tokens ?? body.generationConfig?.maxOutputTokens;

test.each(providerNames)('a lender’s limit is in the request to %s', async (provider) => {
  const net = network(json({ error: { message: 'No' } }, 500));
  await heard({ ...questionOf(provider), maxTokens: limit, isLimitStrict: true }, net);
  expect(net.sent.map(({ body }) => limitIn(body))).toEqual([limit]);
});

test.each(providerNames)('%s refuses the limit: nothing is asked without it', async (provider) => {
  const refusal = json({ error: { message: 'max_tokens and maxOutputTokens are not supported.' } }, 400);
  const net = network(refusal, json({ error: { message: 'Asked again' } }, 500));
  const events = await heard({ ...questionOf(provider), maxTokens: limit, isLimitStrict: true }, net);
  expect(net.sent).toHaveLength(1);
  expect(events.at(-1)?.type).toBe('failed');
});

test('the other name of the same limit is tried, and other fields are left out as ever', async () => {
  const net = network(
    json({ error: { message: "Unsupported: 'max_tokens'. Use 'max_completion_tokens' instead." } }, 400),
    json({ error: { message: 'stream_options is unknown' } }, 400),
    stream('data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
  );
  const old = { endpoint: 'https://old.example.com/v1/chat/completions' };
  await heard({ ...questionOf('openai', old), maxTokens: limit, isLimitStrict: true }, net);
  expect(net.sent.map(({ body }) => limitIn(body))).toEqual([limit, limit, limit]);
});
