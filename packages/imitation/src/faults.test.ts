import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Imitation, startImitation } from './index.ts';
import { ask, textIn } from './testing.ts';

let imitation: Imitation;
beforeAll(async () => {
  imitation = await startImitation();
});
afterEach(() => imitation.clear());
afterAll(() => imitation.close());

const answer = () => imitation.requests().at(-1)?.answer;
/** However busy the machine is. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

describe('a connection that ends too early', () => {
  test('inside a word', async () => {
    const result = await ask(imitation, '/cut-token /say abcdefgh');
    expect(result).toMatchObject({ status: 200, text: 'abcd', broke: true });
    expect(result.body.endsWith('}\n\n')).toBe(true);
    expect(answer()).toMatchObject({ ended: 'cut', text: 'abcd' });
  });

  test('inside a character', async () => {
    const result = await ask(imitation, '/cut-utf8 /say abcdefgh');
    expect(result).toMatchObject({ text: 'abcd', broke: true });
    expect(result.body.endsWith('"content":"\ufffd')).toBe(true);
  });

  test('inside an event', async () => {
    const result = await ask(imitation, '/cut-event /say abcdefgh');
    expect(result).toMatchObject({ text: 'abcd', broke: true });
    expect(result.body).toMatch(/data: \{"id"[^\n]*[^}\n]$/);
  });

  test('in good order, but without an ending', async () => {
    const result = await ask(imitation, '/cut-event clean /say abcdefgh');
    expect(result).toMatchObject({ text: 'abcd', broke: false });
    expect(result.body).not.toContain('[DONE]');
  });

  test('in the middle of a JSON answer', async () => {
    const result = await ask(imitation, '/json /cut-event /say abcdefgh');
    expect(result.broke).toBe(true);
    expect(() => JSON.parse(result.body)).toThrow();
  });

  test('before any header', async () => {
    await expect(ask(imitation, '/drop')).rejects.toThrow();
    expect(answer()).toMatchObject({ status: null, ended: 'cut' });
  });
});

test('one byte at a time is the same answer', async () => {
  const result = await ask(imitation, '/one-byte /say Grüße, 世界 🙂');
  expect(result.text).toBe('Grüße, 世界 🙂');
  expect(result.reads.length).toBeGreaterThan(50);
});

test.each([
  ['/json /say Hi', 200, /^\{.*"content":"Hi"/],
  ['/json-error', 200, /^\{"error":\{/],
  ['/html-error', 502, /^<html>/],
  ['/status 503', 503, /overloaded/],
  ['/status 418', 418, /asked to refuse/],
] as const)('%s', async (text, status, body) => {
  const result = await ask(imitation, text);
  expect(result.status).toBe(status);
  expect(result.body).toMatch(body);
});

test('xAI reports an error under HTTP 200 in its own format', async () => {
  const result = await ask(imitation, '/json-error', { host: 'grok', model: 'grok-4.7' });
  expect(result.status).toBe(200);
  expect(JSON.parse(result.body)).toMatchObject({ code: 'The service is currently unavailable' });
});

test.each([
  ['/leak', false],
  ['/leak whole', true],
] as const)('%s repeats the key of the request, in one event: %s', async (text, isInOne) => {
  const result = await ask(imitation, text, { key: 'a-key-to-repeat' });
  expect(result.text).toBe('You sent me the key a-key-to-repeat, that is `a-key-to-repeat`.');
  expect(result.body.includes('the key a-key-to-repeat')).toBe(isInOne);
  expect(result.body).toContain('"model":"gpt-6-luna-a-key-to-repeat"');
});

test('a refusal can name a time to wait', async () => {
  expect((await ask(imitation, '/status 429 retry=3')).headers.get('retry-after')).toBe('3');
});

test('DeepSeek keeps the connection alive with a comment, or with blank lines before JSON', async () => {
  const deepseek = { host: 'deepseek', model: 'deepseek-flash' } as const;
  expect((await ask(imitation, '/say Hi', deepseek)).body).toMatch(/^: keep-alive\n\n/);
  expect((await ask(imitation, '/say Hi', { ...deepseek, body: { stream: false } })).body).toMatch(/^\n+\{/);
});

test('OpenRouter says it is processing, and ends with an error on a chunk', async () => {
  const result = await ask(imitation, '/error-in-stream', { host: 'openrouter', model: 'a/b' });
  expect(result.body).toMatch(/^: OPENROUTER PROCESSING\n\n/);
  expect(result.body).toMatch(/"finish_reason":"error".*"error":\{"code":503/);
});

test('Ollama needs no key and has only the models that were pulled', async () => {
  const local = { host: 'ollama', key: '' } as const;
  expect((await ask(imitation, '/say Hi', { ...local, model: 'llama3.2' })).text).toBe('Hi');
  const result = await ask(imitation, 'hi', { ...local, model: 'llama9' });
  expect(result).toMatchObject({ status: 404 });
  expect(result.body).toContain("model 'llama9' not found");
});

test('an old strict server refuses stream_options and answers in parts', async () => {
  const strict = { host: 'strict', model: 'any' } as const;
  const refused = await ask(imitation, 'hi', {
    ...strict,
    body: { stream_options: { include_usage: true } },
  });
  expect(refused.status).toBe(422);
  expect((await ask(imitation, '/say Hi', strict)).body).toContain('"content":[{"type":"text","text":"Hi"}]');
});

test('a request without a key is refused', async () => {
  expect((await ask(imitation, 'hi', { headers: { authorization: '' } })).status).toBe(401);
});

test('another provider’s model, or a retired one, is not found', async () => {
  expect((await ask(imitation, 'hi', { model: 'claude-sonnet-5-5' })).status).toBe(404);
  expect((await ask(imitation, 'hi', { model: 'my-retired-model' })).status).toBe(404);
  expect((await ask(imitation, 'hi', { host: 'deepseek', model: 'deepseek-chat' })).status).toBe(400);
});

test('an answer ended by the limit continues when the user says continue', async () => {
  const question = { role: 'user', content: '/length /say abcdefgh' };
  const first = await ask(imitation, '', { messages: [question] });
  expect(first.text).toBe('abcd');
  expect(first.body).toContain('"finish_reason":"length"');
  const more = [
    question,
    { role: 'assistant', content: first.text },
    { role: 'user', content: 'Continue exactly where you stopped.' },
  ];
  const second = await ask(imitation, '', { messages: more });
  expect(second.text).toBe('efgh');
  expect(second.body).toContain('"finish_reason":"stop"');
});

test('echo repeats what was received, files included', async () => {
  const parts = [
    { type: 'text', text: 'look /echo' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${btoa('0123456789')}` } },
  ];
  const result = await ask(imitation, '', {
    messages: [
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'reply' },
      { role: 'user', content: parts },
    ],
  });
  expect(result.text).toBe(
    '```text\nmodel: gpt-6-luna\nuser: first\nassistant: reply\nuser: look /echo\nuser file: (no name) image/png 10 bytes\n```\n',
  );
});

test('echo lists the settings of the request', async () => {
  const result = await ask(imitation, '/echo', {
    body: { reasoning_effort: 'low', max_completion_tokens: 900 },
  });
  expect(result.text).toContain('settings: {"reasoning_effort":"low","max_completion_tokens":900}');
});

test('a stalled answer has headers and nothing else until the client disconnects', async () => {
  const leave = new AbortController();
  const begun = vi.fn();
  const asking = ask(imitation, '/stall', { signal: leave.signal, onHeaders: begun });
  await eventually(() => expect(begun).toHaveBeenCalled());
  leave.abort();
  expect(await asking).toMatchObject({ body: '', broke: true });
  await eventually(() => expect(answer()).toMatchObject({ text: '', ended: 'left' }));
});

test('the journal shows when a paced answer is stopped', async () => {
  const leave = new AbortController();
  const begun = vi.fn();
  const asking = ask(imitation, '/tokens 1000 rate=100', { signal: leave.signal, onHeaders: begun });
  await eventually(() => expect(begun).toHaveBeenCalled());
  await eventually(() => expect(answer()?.text.length).toBeGreaterThan(8));
  leave.abort();
  await asking;
  await eventually(() => expect(answer()?.ended).toBe('left'));
});

test('a test can release the pieces one by one', async () => {
  imitation.hold();
  const asking = ask(imitation, '/say abcdefghij');
  await eventually(() => expect(answer()?.status).toBe(200));
  imitation.release(2);
  await eventually(() => expect(answer()?.text).toBe('abcdefgh'));
  imitation.release(1);
  await eventually(() => expect(answer()).toMatchObject({ text: 'abcdefghij', ended: 'open' }));
  imitation.release();
  expect((await asking).text).toBe('abcdefghij');
  expect(answer()?.ended).toBe('finished');
});

test('the journal has every header and body, and can be cleared', async () => {
  await ask(imitation, '/say Hi', { key: 'canary' });
  const [request] = imitation.requests();
  expect(request).toMatchObject({
    host: 'openai',
    method: 'POST',
    path: '/openai/v1/chat/completions',
    headers: { authorization: 'Bearer canary' },
    body: { messages: [{ role: 'user', content: '/say Hi' }] },
    answer: { status: 200, text: 'Hi', ended: 'finished' },
  });
  imitation.clear();
  expect(imitation.requests()).toEqual([]);
});

test('a redirect leads to a place that must not get the key', async () => {
  const result = await fetch(imitation.endpoint('openai'), {
    method: 'POST',
    redirect: 'manual',
    headers: { authorization: 'Bearer k' },
    body: JSON.stringify({ model: 'gpt-6-luna', messages: [{ role: 'user', content: '/redirect' }] }),
  });
  expect([result.status, result.headers.get('location')]).toEqual([307, '/elsewhere']);
});

test('a message without a directive gets a friendly answer that says it is an imitation', async () => {
  const result = await ask(imitation, 'What is love?', { body: { stream: false } });
  const text: string = JSON.parse(result.body).choices[0].message.content;
  expect(text).toContain('imitation of OpenAI');
  expect(text).toContain('> What is love?');
  for (const sign of ['## ', '\n- ', '| --- |', '```']) expect(text).toContain(sign);
});

test('a huge answer has the requested megabytes', async () => {
  const { body } = await ask(imitation, '/huge 2');
  expect(textIn(body)).toHaveLength(2_000_000);
});
