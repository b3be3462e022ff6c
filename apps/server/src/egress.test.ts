import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { codeIn, password, startWithPeople } from './testing/people.ts';
import { pictures } from './testing/pictures.ts';

test('in an account’s whole life the server calls its mail server and nothing else [CHECK-59]', async () => {
  const called = new Set<string>();
  const connect = Socket.prototype.connect;
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given) {
    const [target] = given.flat() as { host?: string; port?: number | string; path?: string }[];
    called.add(target?.path ?? `${target?.host}:${target?.port}`);
    return connect.apply(this, given as never);
  });
  onTestFinished(() => spy.mockRestore());

  const server = await startWithPeople('sqlite');
  const { signUp, signIn, call, refresh, mail, port, mailPort, url } = server;
  const tokens = await signUp('ada');
  await call(
    'GET',
    `/api/auth/verify?code=${codeIn(await mail('ada@example.com', 'Verify your email address'))}`,
  );
  const slotResponse = await call('POST', '/api/v1/user/me/profile_picture', { token: tokens.access_token });
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await pictures.photo())], 'me.jpg', { type: 'image/jpeg' }));
  const place = new URL(String((slotResponse.body as { upload_url?: unknown }).upload_url)).pathname;
  expect((await fetch(url + place, { method: 'POST', body: form })).status).toBe(200);
  await refresh(tokens.refresh_token);
  await signIn('ada', password, { from: '198.51.100.4' });
  const body = { email: 'http://evil.example/@example.com', username: 'http', password };
  await call('POST', '/api/auth/signup', { body });
  await call('POST', '/api/auth/forgot-password', { body: { email: 'ada@example.com' } });
  const token = codeIn(await mail('ada@example.com', 'Set a new password'));
  await call('POST', '/api/auth/reset-password', { body: { token, password: 'Another-2' } });
  await mail('ada@example.com', 'Your password was changed');

  // The first is the call of the test itself.
  expect([...called].sort()).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${mailPort}`].sort());
});
