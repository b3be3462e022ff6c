import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { storage } from '../lib/state/storage.ts';
import { access, FetchError, upload } from './index.ts';

/** A server at the other end of an XMLHttpRequest. */
class Wire {
  static last: Wire;
  upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  statusText = '';
  responseText = '';
  asked = '';
  body: unknown;

  constructor() {
    Wire.last = this;
  }
  open(method: string, url: string) {
    this.asked = `${method} ${new URL(url).pathname}`;
  }
  headers: Record<string, string> = {};
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, text: string) {
    Object.assign(this, { status, responseText: text });
    this.onload?.();
    this.onloadend?.();
  }
}

// A browser completes a path with the page's origin; Node has no page.
class PageRequest extends Request {
  constructor(input: string, init?: RequestInit) {
    super(new URL(input, 'http://localhost:3000'), init);
  }
}

const file = new File(['hello'], 'hello.txt', { type: 'text/plain' });
const stored = { url: 'http://localhost:3000/files/1', name: 'hello.txt', size: 5, media_type: 'text/plain' };

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Wire);
  vi.stubGlobal('Request', PageRequest);
});
afterEach(() => vi.unstubAllGlobals());

describe('with a sign-in', () => {
  const claims = { sub: 'ada', exp: Date.now() / 1000 + 600 };
  const token = `a.${btoa(JSON.stringify(claims))}.c`;

  beforeEach(() => {
    storage.write('access_token', token);
    storage.write('refresh_token', 'refresh');
  });
  afterEach(() => access.clear());

  test('a file is uploaded with the sign-in', async () => {
    const reply = upload(file);
    await vi.waitFor(() => expect(Wire.last.body).toBeDefined());
    expect(Wire.last.headers.authorization).toBe(`Bearer ${token}`);
    Wire.last.answer(200, JSON.stringify(stored));
    expect(await reply).toEqual(stored);
  });

  test('when the sign-in has ended, a file is uploaded once without it', async () => {
    const renewed = vi.fn(async () => new Response('', { status: 401 }));
    vi.stubGlobal('fetch', renewed);
    const reply = upload(file);
    const { last } = Wire;
    last.answer(401, '');
    await vi.waitFor(() => expect(Wire.last).not.toBe(last));
    expect(renewed).toHaveBeenCalledOnce();
    expect(Wire.last.headers.authorization).toBeUndefined();
    Wire.last.answer(200, JSON.stringify(stored));
    expect(await reply).toEqual(stored);
  });

  test('when it is unknown whether the sign-in has ended, the file is not sent', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
    const reply = upload(file);
    const { last } = Wire;
    last.answer(401, '');
    await expect(reply).rejects.toMatchObject({ status: 503 });
    expect(Wire.last).toBe(last);
  });
});

test('a file is posted to our server as the field file, which returns its url, and the upload reports its progress', async () => {
  const onProgress = vi.fn();
  const reply = upload(file, { onProgress });
  Wire.last.upload.onprogress?.({ loaded: 1, total: 4 });
  Wire.last.answer(200, JSON.stringify(stored));
  expect(await reply).toEqual(stored);
  expect(Wire.last.asked).toBe('POST /api/upload');
  expect((Wire.last.body as FormData).get('file')).toEqual(file);
  expect(onProgress.mock.calls).toEqual([[0.25]]);
});

test('an upload whose connection dies silently fails as without one, and not while it gets on', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reply = upload(file);
  const isOver = vi.fn();
  reply.then(isOver, isOver);
  for (const loaded of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(59_999);
    Wire.last.upload.onprogress?.({ loaded, total: 4 });
  }
  await vi.advanceTimersByTimeAsync(59_999);
  expect(isOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await expect(reply).rejects.toThrow(TypeError);
});

test('once a file is sent, our server gets three minutes for it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reply = upload(file);
  Wire.last.upload.onprogress?.({ loaded: 4, total: 4 });
  await vi.advanceTimersByTimeAsync(179_999);
  Wire.last.answer(200, JSON.stringify(stored));
  expect(await reply).toEqual(stored);
  expect(vi.getTimerCount()).toBe(0);
});

test('a refused upload carries the message of the server', async () => {
  const reply = upload(file);
  const refused = { message: 'This file is too large.', error: 'too-large', request_id: '1' };
  Wire.last.answer(413, JSON.stringify(refused));
  const error = await reply.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FetchError);
  expect(error).toMatchObject({ status: 413, refused, message: `413: ${JSON.stringify(refused)}` });
});

test('an upload without a connection fails as a fetch does', async () => {
  const reply = upload(file);
  Wire.last.onerror?.();
  Wire.last.onloadend?.();
  await expect(reply).rejects.toThrow(TypeError);
});

test.each(['before it starts', 'on its way'])(
  'an upload aborted %s rejects with an AbortError',
  async (when) => {
    const leaving = new AbortController();
    if (when === 'before it starts') leaving.abort();
    const reply = upload(file, { signal: leaving.signal });
    leaving.abort();
    await expect(reply).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  },
);
