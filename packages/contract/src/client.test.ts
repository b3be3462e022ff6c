import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import { caller, FetchError } from './client.ts';
import type { StoredFile } from './file.ts';

const stored: StoredFile = {
  url: 'http://localhost:3000/files/0123456789abcdef0123456789abcdef',
  name: 'note.txt',
  size: 5,
  media_type: 'text/plain',
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2026-11-22T10:00:00.000Z',
  thumbnail_url: null,
};
const file = new File(['Hello'], 'note.txt', { type: 'text/plain' });

function answering(response: Response | Error) {
  const asked: Request[] = [];
  const call = caller(async (address, init) => {
    asked.push(new Request(new URL(String(address), 'http://localhost'), init));
    if (response instanceof Error) throw response;
    return response.clone();
  });
  return { call, asked };
}

test('a file goes out as multipart in the field file, and its url comes back', async () => {
  const { call, asked } = answering(Response.json(stored));
  const reply = await call('POST /api/upload', { file });
  expect(reply).toEqual(stored);
  expectTypeOf(reply).toEqualTypeOf<StoredFile>();

  const [request] = asked;
  expect([request?.method, request?.url]).toEqual(['POST', 'http://localhost/api/upload']);
  const sent = (await request?.formData())?.get('file');
  expect(sent instanceof File && [sent.name, await sent.text()]).toEqual(['note.txt', 'Hello']);
});

test.each([
  ['its body', new Response('Too many', { status: 429, statusText: 'Too Many Requests' }), '429: Too many'],
  [
    'its status text when the body is empty',
    new Response('', { status: 502, statusText: 'Bad Gateway' }),
    '502: Bad Gateway',
  ],
  ['a page', new Response('<html>sign in</html>', { status: 200 }), '200: <html>sign in</html>'],
])('a response that is not an answer is an error with %s', async (_, response, message) => {
  const error = await answering(response)
    .call('GET /healthz', {})
    .catch((caught) => caught);
  expect(error).toBeInstanceOf(FetchError);
  expect(error.message).toBe(message);
  expect(error.refused).toBeUndefined();
});

test('a refusal of our server comes along, its sentence ready to be shown', async () => {
  const refused = { message: 'This file is empty.', error: 'bad-input', request_id: '1' };
  const { call } = answering(Response.json(refused, { status: 400 }));
  const error = await call('POST /api/upload', { file }).catch((caught) => caught);
  expect(error).toMatchObject({ status: 400, message: `400: ${JSON.stringify(refused)}`, refused });
});

test('of a refusal that is not ours the message is shown: a proxy in front knows no more [SIGNIN-22 SIGNUP-22]', async () => {
  const said = { message: 'You are not on the company network.' };
  const { call } = answering(Response.json(said, { status: 403 }));
  const error = await call('POST /api/auth/signin', {
    body: { username: 'ada', password: 'x' },
  }).catch((caught) => caught);
  expect(error).toMatchObject({ status: 403, message: `403: ${JSON.stringify(said)}`, refused: said });
});

test('JSON that says nothing is not taken for a refusal', async () => {
  for (const body of [null, [], 'no', {}, { message: ' ' }, { message: 1, error: 'x', request_id: 'y' }]) {
    const { call } = answering(Response.json(body, { status: 500 }));
    const error = await call('GET /healthz', {}).catch((caught) => caught);
    expect(error.refused).toBeUndefined();
  }
});

test('an error of fetch itself is passed on unchanged', async () => {
  const offline = new TypeError('Failed to fetch');
  await expect(answering(offline).call('GET /healthz', {})).rejects.toBe(offline);
});

test('a signal reaches the request, and headers with it', async () => {
  const { call, asked } = answering(Response.json({ status: 'ok' }));
  const stop = new AbortController();
  await call('GET /healthz', {}, { signal: stop.signal, headers: { 'x-why': 'test' } });
  stop.abort();
  expect([asked[0]?.signal.aborted, asked[0]?.headers.get('x-why')]).toEqual([true, 'test']);
});

test('an endpoint that does not exist does not compile', () => {
  const { call } = answering(Response.json({}));
  // @ts-expect-error: no such endpoint
  () => call('POST /api/uploads', { file });
  // @ts-expect-error: the file is missing
  () => call('POST /api/upload', {});
  // @ts-expect-error: a file's bytes are linked to, not called for
  () => call('GET /files/:id', { params: { id: 'x' } });
});

test('the caller brings nothing else to the page: its imports are types alone', async () => {
  const source = await readFile(join(import.meta.dirname, 'client.ts'), 'utf8');
  expect(stripTypeScriptTypes(source)).not.toMatch(/\bimport\b|\brequire\b/);
});
