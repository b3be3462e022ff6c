import { expect, test } from 'vitest';
import { mayBeCached, shellOf, strategyOf } from './strategy.ts';

const here = 'https://chat.example.com';

test.each([
  ['/assets/app-Bx7d2k.js', 'no-cors', 'asset'],
  ['/assets/app-Bx7d2k.css', 'cors', 'asset'],
  ['/assets/app-Bx7d2k.js?token=1', 'cors', 'network'],
  ['/assets/../api/v1/user/me', 'cors', 'network'],
  ['/', 'navigate', 'page'],
  ['/chat?debug=true', 'navigate', 'page'],
  ['/reset-password?code=secret', 'navigate', 'page'],
  ['/api/v1/user/me', 'cors', 'network'],
  ['/api/docs', 'navigate', 'network'],
  ['//api/docs', 'navigate', 'network'],
  ['/API/docs', 'navigate', 'network'],
  ['/files', 'navigate', 'page'],
  ['/files/', 'navigate', 'page'],
  ['/files/0123456789', 'navigate', 'network'],
  ['/files/0123456789', 'no-cors', 'network'],
  ['/images/0123456789/public', 'no-cors', 'network'],
  ['/exports/0123456789', 'navigate', 'network'],
  ['/favicon.svg', 'no-cors', 'network'],
  ['/service-worker.js', 'same-origin', 'network'],
  ['https://api.openai.com/v1/chat/completions', 'cors', 'network'],
  ['https://evil.example/assets/app-Bx7d2k.js', 'no-cors', 'network'],
])('%s requested as %s is answered by the %s [INST-03]', (path, mode, road) => {
  expect(
    strategyOf({ method: 'GET', mode, destination: 'document', url: new URL(path, here).href }, here),
  ).toBe(road);
  expect(
    strategyOf({ method: 'POST', mode, destination: 'document', url: new URL(path, here).href }, here),
  ).toBe('network');
});

test('an embedded page is left to the network', () => {
  const asked = { method: 'GET', mode: 'navigate', destination: 'iframe', url: `${here}/diagram` };
  expect(strategyOf(asked, here)).toBe('network');
});

const conversation = '/chat/0190a5c2-7e1b-7c3d-8f4a-1b2c3d4e5f60';

test.each([conversation, `${conversation}/`, `${conversation}?debug=true`])(
  '%s has the document of /chat',
  (path) => expect(shellOf(here + path)).toBe('/chat'),
);

test.each(['/chat/one', `${conversation}0`, `${conversation}/more`, conversation.toUpperCase()])(
  '%s is not a conversation and has the bare document',
  (path) => expect(shellOf(here + path)).toBe('/'),
);

test('/chat has a document of its own, every other page the bare one', () => {
  const at = (path: string) => shellOf(here + path);
  expect(['/chat', '/chat/', '/chat?debug=true', '/', '/settings/files', '/chatter'].map(at)).toEqual([
    '/chat',
    '/chat',
    '/chat',
    '/',
    '/',
    '/',
  ]);
});

test('nothing broken, foreign or marked no-store is kept [INST-03 CHECK-74]', () => {
  const answer = (status: number, type: ResponseType, cache = '', media = 'text/javascript') => ({
    status,
    type,
    headers: new Headers({ 'cache-control': cache, 'content-type': media }),
  });
  expect(mayBeCached(answer(200, 'basic', 'public, max-age=31536000, immutable'))).toBe(true);
  expect(mayBeCached(answer(200, 'basic', 'no-cache'))).toBe(true);
  expect(mayBeCached(answer(200, 'basic', 'no-store'))).toBe(false);
  expect(mayBeCached(answer(206, 'basic'))).toBe(false);
  expect(mayBeCached(answer(404, 'basic'))).toBe(false);
  expect(mayBeCached(answer(0, 'opaque'))).toBe(false);
  expect(mayBeCached(answer(200, 'cors'))).toBe(false);
});

test('a page that a proxy sends in place of a file is not kept as the file, nor anything else as a page [INST-03 CHECK-74]', () => {
  const answer = (media: string) => ({
    status: 200,
    type: 'basic' as const,
    headers: new Headers({ 'content-type': media }),
  });
  expect(mayBeCached(answer('text/html'))).toBe(false);
  expect(mayBeCached(answer('text/html; charset=utf-8'))).toBe(false);
  expect(mayBeCached(answer('text/html; charset=utf-8'), 'page')).toBe(true);
  expect(mayBeCached(answer('application/json'), 'page')).toBe(false);
});
