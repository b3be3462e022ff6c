import { expect, onTestFinished, test, vi } from 'vitest';
import { withIdleTimeout } from './idle-timeout.ts';

const limit = 15_000;

/** A server that sends what the test tells it to, and a clock that the test moves. */
function start() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const given: AbortSignal[] = [];
  const answer = Promise.withResolvers<Response>();
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const fetch = withIdleTimeout((_, init) => {
    const signal = init?.signal as AbortSignal;
    given.push(signal);
    signal.addEventListener('abort', () => {
      answer.reject(signal.reason);
      body?.error(signal.reason);
    });
    return answer.promise;
  });
  return {
    fetch,
    wasGivenUp: () => given[0]?.aborted,
    answer() {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          body = controller;
        },
      });
      answer.resolve(new Response(stream, { status: 418 }));
    },
    send: (text: string) => body?.enqueue(new TextEncoder().encode(text)),
    end: () => body?.close(),
  };
}

test('a request that gets no answer is given up, as without a connection [QUERY-02 FAULT-6]', async () => {
  const { fetch, wasGivenUp } = start();
  const asked = fetch('/changes');
  const outcome = expect(asked).rejects.toThrow(TypeError);
  await vi.advanceTimersByTimeAsync(limit - 1);
  expect(wasGivenUp()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
});

test('a request that the server holds gets more time [QUERY-02]', async () => {
  const { fetch, wasGivenUp } = start();
  const outcome = expect(fetch('/changes?after=3&wait=25')).rejects.toThrow(TypeError);
  await vi.advanceTimersByTimeAsync(39_999);
  expect(wasGivenUp()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
});

test('a password gets more time: many may wait in line to be checked [QUERY-02]', async () => {
  const { fetch, wasGivenUp } = start();
  const body = JSON.stringify({ current_password: 'Old-horse-7' });
  const outcome = expect(fetch('/password', { method: 'PUT', body })).rejects.toThrow(TypeError);
  await vi.advanceTimersByTimeAsync(40_000 - 1);
  expect(wasGivenUp()).toBe(false);
  await vi.advanceTimersByTimeAsync(1 + 2 * body.length);
  await outcome;
});

test('a long text gets the time that a slow connection needs to send it, its answer no more than others', async () => {
  const { fetch, wasGivenUp, answer } = start();
  // Three bytes each: 48 kB, at 500 bytes a second.
  const asked = fetch('/messages', { method: 'POST', body: '語'.repeat(16_000) });
  await vi.advanceTimersByTimeAsync(96_000 + limit - 1);
  expect(wasGivenUp()).toBe(false);
  answer();
  const outcome = expect((await asked).text()).rejects.toThrow(TypeError);
  await vi.advanceTimersByTimeAsync(limit);
  await outcome;
});

test('a long text that is not answered is given up, too', async () => {
  const { fetch } = start();
  const outcome = expect(fetch('/messages', { method: 'POST', body: 'x'.repeat(500) })).rejects.toThrow(
    TypeError,
  );
  await vi.advanceTimersByTimeAsync(1_000 + limit);
  await outcome;
});

test('an answer may take its time as long as some of it keeps arriving', async () => {
  const { fetch, answer, send, end, wasGivenUp } = start();
  const asked = fetch('/changes');
  await vi.advanceTimersByTimeAsync(limit - 1);
  answer();
  const response = await asked;
  const text = response.text();
  for (const part of ['one', 'two', 'three']) {
    await vi.advanceTimersByTimeAsync(limit - 1);
    send(part);
  }
  await vi.advanceTimersByTimeAsync(1);
  end();
  expect([response.status, await text]).toEqual([418, 'onetwothree']);
  await vi.advanceTimersByTimeAsync(limit);
  expect(wasGivenUp()).toBe(false);
});

test('a response that stops halfway is given up', async () => {
  const { fetch, answer, send } = start();
  const asked = fetch('/changes');
  answer();
  const outcome = expect((await asked).text()).rejects.toThrow(TypeError);
  send('one');
  await vi.advanceTimersByTimeAsync(limit);
  await outcome;
});

test('a caller can still abort it, and a response may have no body', async () => {
  const { fetch } = start();
  const control = new AbortController();
  const asked = fetch('/changes', { signal: control.signal });
  control.abort(new Error('Called off.'));
  await expect(asked).rejects.toThrow('Called off.');
  const empty = withIdleTimeout(async () => new Response(null, { status: 204 }));
  expect((await empty('/changes')).status).toBe(204);
  expect(vi.getTimerCount()).toBe(0);
});
