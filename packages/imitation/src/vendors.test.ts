/** The vendors' own clients take the imitation for the real thing: that is what makes it faithful. */
import Anthropic from '@anthropic-ai/sdk';
import { ApiError, GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Imitation, startImitation } from './index.ts';

let imitation: Imitation;
beforeAll(async () => {
  imitation = await startImitation();
});
afterEach(() => imitation.clear());
afterAll(() => imitation.close());

const base = (path: string) => `${imitation.url}${path}`;
const openai = (apiKey = 'demo-key', path = '/openai/v1') =>
  new OpenAI({ apiKey, baseURL: base(path), maxRetries: 0 });
const anthropic = (apiKey = 'demo-key') =>
  new Anthropic({ apiKey, baseURL: base('/anthropic'), maxRetries: 0 });
const google = (apiKey = 'demo-key') =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: base('/gemini') } });

const userMessage = (content: string) => [{ role: 'user' as const, content }];
async function refusal(asking: PromiseLike<unknown>): Promise<unknown> {
  try {
    await asking;
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused.');
}
async function all<Item>(stream: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

describe('openai', () => {
  test('its client streams an answer, usage last and without a choice', async () => {
    const stream = await openai().chat.completions.create({
      model: 'gpt-6-luna',
      messages: userMessage('/say Hello, wörld'),
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await all(stream);
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('Hello, wörld');
    expect(chunks.map((chunk) => chunk.choices[0]?.finish_reason).filter(Boolean)).toEqual(['stop']);
    expect(chunks.at(-1)?.choices).toEqual([]);
    expect(chunks.at(-1)?.usage?.completion_tokens).toBeGreaterThanOrEqual(3);
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true);
  });

  test("its client's own helper puts the stream together", async () => {
    const runner = openai().chat.completions.stream({
      model: 'gpt-6-luna',
      messages: userMessage('/say One two'),
    });
    expect((await runner.finalChatCompletion()).choices[0]?.message.content).toBe('One two');
  });

  test('its client reads a whole answer', async () => {
    const answer = await openai().chat.completions.create({
      model: 'gpt-6-luna',
      messages: userMessage('/say Hello'),
    });
    expect(answer.choices[0]?.message).toMatchObject({ role: 'assistant', content: 'Hello', refusal: null });
    expect(answer.usage?.total_tokens).toBe(
      (answer.usage?.prompt_tokens ?? 0) + (answer.usage?.completion_tokens ?? 0),
    );
  });

  test('its client lists the models', async () => {
    const ids = (await all(openai().models.list())).map(({ id }) => id);
    expect(ids).toContain('gpt-6-luna');
    expect(ids).toContain('whisper-1');
  });

  test.each([
    ['a wrong key', () => openai('a-wrong-key'), 'gpt-6-luna', OpenAI.AuthenticationError, 'invalid_api_key'],
    ['no money', () => openai('broke'), 'gpt-6-luna', OpenAI.RateLimitError, 'insufficient_quota'],
    ['too many', () => openai('limited'), 'gpt-6-luna', OpenAI.RateLimitError, 'rate_limit_exceeded'],
    [
      'a forbidden key',
      () => openai('forbidden'),
      'gpt-6-luna',
      OpenAI.PermissionDeniedError,
      'unsupported_country_region_territory',
    ],
    ['a retired model', () => openai(), 'gpt-3.5-turbo', OpenAI.NotFoundError, 'model_not_found'],
  ])('its client knows %s', async (_, client, model, kind, code) => {
    const error = await refusal(client().chat.completions.create({ model, messages: userMessage('hi') }));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ code });
  });

  test('its client raises an error that comes in the stream, after the text before it', async () => {
    const stream = await openai().chat.completions.create({
      model: 'gpt-6-luna',
      messages: userMessage('/error-in-stream /say abcdefgh'),
      stream: true,
    });
    let text = '';
    const reading = (async () => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    })();
    expect(await refusal(reading)).toBeInstanceOf(OpenAI.APIError);
    expect(text).toBe('abcd');
  });

  test('its client reads a refusal', async () => {
    const runner = openai().chat.completions.stream({
      model: 'gpt-6-luna',
      messages: userMessage('/refuse'),
    });
    const message = (await runner.finalChatCompletion()).choices[0]?.message;
    expect(message?.refusal).toMatch(/^I will not/);
    expect(message?.content || null).toBeNull();
  });

  test('a field the model does not support is refused by name', async () => {
    const asking = openai().chat.completions.create({
      model: 'gpt-6-luna',
      messages: userMessage('hi'),
      max_tokens: 5,
    });
    expect(await refusal(asking)).toMatchObject({ status: 400, param: 'max_tokens' });
  });
});

describe.each([
  ['deepseek', '/deepseek', 'deepseek-flash', 401],
  ['grok', '/grok/v1', 'grok-4.7', 400],
  ['ollama', '/ollama/v1', 'llama3.2', null],
  ['openrouter', '/openrouter/api/v1', 'anthropic/claude-sonnet-5.5', 401],
] as const)('%s, through the openai client', (name, path, model, wrongKey) => {
  test('streams text and reasoning, and counts', async () => {
    const stream = await openai('demo-key', path).chat.completions.create({
      model,
      messages: userMessage('/reasoning /say Hello'),
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await all(stream);
    const deltas = chunks.map((chunk) => chunk.choices[0]?.delta as Record<string, unknown> | undefined);
    const field = name === 'deepseek' || name === 'grok' ? 'reasoning_content' : 'reasoning';
    expect(deltas.map((delta) => delta?.content ?? '').join('')).toBe('Hello');
    expect(deltas.map((delta) => delta?.[field] ?? '').join('')).toMatch(/^The person wrote/);
    expect(chunks.at(-1)?.usage?.prompt_tokens).toBeGreaterThan(0);
  });

  test('answers whole', async () => {
    const answer = await openai('demo-key', path).chat.completions.create({
      model,
      messages: userMessage('/say Hello'),
    });
    expect(answer.choices[0]?.message.content).toBe('Hello');
  });

  test('lists its models', async () => {
    const ids = (await all(openai('demo-key', path).models.list())).map(({ id }) => id);
    expect(ids.some((id) => id.startsWith(model))).toBe(true);
  });

  test(wrongKey ? 'refuses a wrong key in its own way' : 'asks for no key', async () => {
    const asking = openai('wrong', path).chat.completions.create({ model, messages: userMessage('/say Hi') });
    if (wrongKey) expect(await refusal(asking)).toMatchObject({ status: wrongKey });
    else expect((await asking).choices[0]?.message.content).toBe('Hi');
  });
});

test('the openai client sets an effort, and a model without efforts refuses it by name [COST-06]', async () => {
  const asking = { messages: userMessage('/echo'), reasoning_effort: 'low' as const };
  const answer = await openai().chat.completions.create({ ...asking, model: 'gpt-6-luna' });
  expect(answer.choices[0]?.message.content).toContain('settings: {"reasoning_effort":"low"}');
  const refused = openai().chat.completions.create({ ...asking, model: 'gpt-4o' });
  expect(await refusal(refused)).toMatchObject({ status: 400, param: 'reasoning_effort' });
});

test('the anthropic client sets an effort and a budget, where the model takes them [COST-06]', async () => {
  const asking = { max_tokens: 4096, messages: userMessage('/echo') };
  const { content } = await anthropic().messages.create({
    ...asking,
    model: 'claude-opus-5-5',
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { effort: 'xhigh' },
  });
  expect(JSON.stringify(content)).toContain('xhigh');
  const older = { ...asking, model: 'claude-haiku-4-5' };
  await anthropic().messages.create({ ...older, thinking: { type: 'enabled', budget_tokens: 2048 } });
  for (const more of [
    { output_config: { effort: 'low' as const } },
    { thinking: { type: 'enabled' as const, budget_tokens: 4096 } },
  ])
    expect(await refusal(anthropic().messages.create({ ...older, ...more }))).toBeInstanceOf(
      Anthropic.BadRequestError,
    );
});

test('the google client sets a thinking level, and a budget where levels are not taken [COST-06]', async () => {
  const asked = async (model: string, thinkingConfig: object) =>
    (await google().models.generateContent({ model, contents: '/echo', config: { thinkingConfig } })).text;
  expect(await asked('gemini-3.8-flash', { thinkingLevel: 'LOW' }).catch(String)).toContain('thinking');
  expect(await asked('gemini-2.5-flash-lite', { thinkingBudget: 0 })).toContain('"thinkingBudget":0');
  await expect(asked('gemini-4-argon', { thinkingBudget: 0 })).rejects.toThrow('thinking_budget');
});

test('xAI counts reasoning beside the completion, DeepSeek inside it', async () => {
  const usage = async (path: string, model: string) => {
    const answer = await openai('k', path).chat.completions.create({
      model,
      messages: userMessage('/reasoning /say Hi'),
    });
    return answer.usage;
  };
  expect((await usage('/grok/v1', 'grok-4.7'))?.completion_tokens).toBe(1);
  const deepseek = await usage('/deepseek', 'deepseek-flash');
  expect(deepseek?.completion_tokens).toBe(
    1 + (deepseek?.completion_tokens_details?.reasoning_tokens ?? Number.NaN),
  );
});

describe('anthropic', () => {
  const question = { model: 'claude-sonnet-5-5', max_tokens: 4096 };

  test('its client streams an answer whose text block comes after a thinking block', async () => {
    const stream = anthropic().messages.stream({ ...question, messages: userMessage('/say Hello, wörld') });
    let text = '';
    stream.on('text', (delta) => {
      text += delta;
    });
    const message = await stream.finalMessage();
    expect(text).toBe('Hello, wörld');
    expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'text']);
    expect(message).toMatchObject({ stop_reason: 'end_turn', role: 'assistant' });
    expect(message.usage.input_tokens).toBeGreaterThan(0);
    expect(message.usage.output_tokens).toBeGreaterThanOrEqual(3);
  });

  test('its client streams thinking when a summary is requested', async () => {
    const stream = anthropic().messages.stream({
      ...question,
      thinking: { type: 'adaptive', display: 'summarized' },
      messages: userMessage('/reasoning /say Done'),
    });
    let thinking = '';
    stream.on('thinking', (delta) => {
      thinking += delta;
    });
    const [block] = (await stream.finalMessage()).content;
    expect(thinking).toMatch(/^The person wrote/);
    expect(block).toMatchObject({ type: 'thinking', thinking });
    expect((block as { signature?: string }).signature).not.toBe('');
  });

  test('its client reads a whole answer', async () => {
    const message = await anthropic().messages.create({ ...question, messages: userMessage('/say Hello') });
    expect(message.content.at(-1)).toMatchObject({ type: 'text', text: 'Hello' });
  });

  test('its client lists the models, page after page', async () => {
    const models = await all(anthropic().models.list({ limit: 3 }));
    expect(models.map(({ id }) => id)).toContain('claude-sonnet-4-5');
    expect(models.length).toBeGreaterThan(3);
    expect(imitation.requests().length).toBeGreaterThan(1);
  });

  test.each([
    ['a wrong key', 'wrong', 'claude-sonnet-5-5', Anthropic.AuthenticationError, 401, 'authentication_error'],
    ['no money', 'broke', 'claude-sonnet-5-5', Anthropic.APIError, 402, 'billing_error'],
    ['too many', 'limited', 'claude-sonnet-5-5', Anthropic.RateLimitError, 429, 'rate_limit_error'],
    [
      'a forbidden key',
      'forbidden',
      'claude-opus-5',
      Anthropic.PermissionDeniedError,
      403,
      'permission_error',
    ],
    ['a retired model', 'k', 'claude-3-5-sonnet-20241022', Anthropic.NotFoundError, 404, 'not_found_error'],
  ])('its client knows %s', async (_, key, model, kind, status, type) => {
    const error = await refusal(
      anthropic(key).messages.create({ ...question, model, messages: userMessage('hi') }),
    );
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ status, error: { error: { type } } });
  });

  test('its client raises an error that comes in the stream', async () => {
    const stream = await anthropic().messages.create({
      ...question,
      stream: true,
      messages: userMessage('/error-in-stream /say abcdefgh'),
    });
    let text = '';
    const reading = (async () => {
      for await (const event of stream)
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
          text += event.delta.text;
    })();
    const error = await refusal(reading);
    expect(error).toBeInstanceOf(Anthropic.APIError);
    expect(String(error)).toContain('overloaded_error');
    expect(text).toBe('abcd');
  });

  test('a refusal is an answer with a stop reason and details', async () => {
    const message = await anthropic().messages.create({ ...question, messages: userMessage('/refuse') });
    expect(message).toMatchObject({ stop_reason: 'refusal', stop_details: { type: 'refusal' } });
  });

  test('an answer is no longer than max_tokens', async () => {
    const message = await anthropic().messages.create({
      model: 'claude-haiku-4-5',
      max_tokens: 10,
      messages: userMessage('/tokens 100'),
    });
    expect(message).toMatchObject({ stop_reason: 'max_tokens', usage: { output_tokens: 10 } });
  });

  test.each([
    ['temperature on a model that refuses it', { temperature: 1 }],
    ['disabled thinking where it cannot be', { thinking: { type: 'disabled' as const } }],
    [
      'a last message by the assistant',
      { messages: [...userMessage('hi'), { role: 'assistant' as const, content: 'I' }] },
    ],
    [
      'an empty text block',
      { messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: '' }] }] },
    ],
  ])('%s is a 400', async (_, more) => {
    const asking = anthropic().messages.create({ ...question, messages: userMessage('hi'), ...more });
    expect(await refusal(asking)).toBeInstanceOf(Anthropic.BadRequestError);
  });
});

describe('gemini', () => {
  const model = 'gemini-3.8-flash';

  test('its client streams an answer and the usage so far', async () => {
    const stream = await google().models.generateContentStream({ model, contents: '/say Hello, wörld' });
    const chunks = await all(stream);
    expect(chunks.map((chunk) => chunk.text ?? '').join('')).toBe('Hello, wörld');
    expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP');
    expect(chunks.at(-1)?.usageMetadata?.candidatesTokenCount).toBeGreaterThanOrEqual(3);
    expect(chunks.at(-1)?.modelVersion).toBe(model);
  });

  test('its client separates thoughts from text when they are requested', async () => {
    const answer = await google().models.generateContent({
      model,
      contents: '/reasoning /say Done',
      config: { thinkingConfig: { includeThoughts: true } },
    });
    const parts = answer.candidates?.[0]?.content?.parts ?? [];
    expect(parts.map(({ thought }) => thought ?? false)).toEqual([true, false]);
    expect(answer.text).toBe('Done');
    expect(answer.usageMetadata?.thoughtsTokenCount).toBeGreaterThan(10);
  });

  test('its client lists the models, page after page', async () => {
    const models = await all(await google().models.list({ config: { pageSize: 3 } }));
    expect(models.find(({ name }) => name === `models/${model}`)?.supportedActions).toContain(
      'generateContent',
    );
    expect(models.length).toBeGreaterThan(3);
  });

  test.each([
    ['a wrong key', 'wrong', model, 400, 'API_KEY_INVALID'],
    ['a wrong key of the new kind', 'AQ.wrong', model, 401, 'UNAUTHENTICATED'],
    ['too many', 'limited', model, 429, 'RetryInfo'],
    ['a forbidden key', 'forbidden', model, 403, 'PERMISSION_DENIED'],
    ['a retired model', 'k', 'gemini-pro', 404, 'NOT_FOUND'],
  ])('its client knows %s', async (_, key, of, status, word) => {
    const error = await refusal(google(key).models.generateContent({ model: of, contents: 'hi' }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status });
    expect(String(error)).toContain(word);
  });

  test('its client raises an error that comes in the stream', async () => {
    const stream = await google().models.generateContentStream({
      model,
      contents: '/error-in-stream /say abcdefgh',
    });
    let text = '';
    const reading = (async () => {
      for await (const chunk of stream) text += chunk.text ?? '';
    })();
    expect(String(await refusal(reading))).toContain('UNAVAILABLE');
    expect(text).toBe('abcd');
  });

  test('a refused question has feedback and no candidate', async () => {
    const answer = await google().models.generateContent({ model, contents: '/refuse' });
    expect(answer.promptFeedback?.blockReason).toBe('SAFETY');
    expect(answer.candidates).toBeUndefined();
  });

  test('without alt=sse the stream is one JSON array', async () => {
    const response = await fetch(base(`/gemini/v1beta/models/${model}:streamGenerateContent`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': 'k' },
      body: JSON.stringify({ contents: [{ parts: [{ text: '/say Hello' }] }] }),
    });
    const chunks = (await response.json()) as { candidates: { content?: { parts: { text: string }[] } }[] }[];
    expect(chunks.map((chunk) => chunk.candidates[0]?.content?.parts[0]?.text ?? '').join('')).toBe('Hello');
  });

  test('an unknown field is refused by name', async () => {
    const response = await fetch(base(`/gemini/v1beta/models/${model}:generateContent`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': 'k' },
      body: JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }], max_tokens: 5 }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('max_tokens');
  });
});
