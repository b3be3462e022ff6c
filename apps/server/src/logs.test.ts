import { newId } from '@polylogue/sync';
import { defaultLend } from '@polylogue/sync/turns';
import { expect, test } from 'vitest';
import { browser, created } from './domains/conversations/testing.ts';
import { inSpaces } from './domains/spaces/testing.ts';
import { securityEvents } from './platform/log/events.ts';
import { startWithCircle } from './testing/circle.ts';
import { mailbox } from './testing/mailbox.ts';
import { eventually, startServer } from './testing/server.ts';
import { connect } from './testing/sockets.ts';
import { upload } from './testing/upload.ts';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** A server with maximum logging, its mails, and every secret that must not be logged. */
async function watched() {
  const log: string[] = [];
  const secrets = new Set<string>();
  const post = await mailbox();
  const server = await startServer({
    env: { LOG_LEVEL: 'trace', CHALLENGE: 'off', SMTP_URL: `smtp://127.0.0.1:${post.port}` },
    log: { write: (line) => void log.push(line) },
    say: (line) => void log.push(line),
  });

  async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const answer = await fetch(server.url + path, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Partial<Tokens> };
  }
  function keep({ access_token: access = '', refresh_token: refresh = '' }: Partial<Tokens>): Tokens {
    for (const token of [access, refresh]) {
      expect(token.length).toBeGreaterThan(40);
      secrets.add(token);
      // The secret part of a token counts as a secret, too.
      for (const part of token.split('.')) if (part.length > 12) secrets.add(part);
    }
    return { access_token: access, refresh_token: refresh };
  }
  /** The code in the newest mail with a link to this page. */
  async function mailed(pagePath: string): Promise<string> {
    let code = '';
    await eventually(() => {
      const link = new RegExp(`${pagePath}\\?code=([\\w-]+)`);
      code = post.mails.map(({ read }) => link.exec(read.text ?? '')?.[1]).findLast(Boolean) ?? '';
      expect(code).not.toBe('');
    });
    secrets.add(code);
    return code;
  }
  const secret = (text: string) => {
    secrets.add(text);
    return text;
  };
  return { ...server, log, secrets, secret, call, keep, mailed };
}

test('an account’s whole life leaves no password, token, code, address or text in the log [CHECK-42 CHECK-82]', async () => {
  const { url, log, secrets, secret, call, keep, mailed } = await watched();
  const bearer = ({ access_token }: Tokens) => ({ authorization: `Bearer ${access_token}` });
  const email = secret('ada.canary@example.com');
  const password = secret('Canary-1-first');
  const made = await call('POST', '/api/auth/signup', { email, username: 'ada', password });
  expect(made.status).toBe(200);
  const first = keep(made.body);

  // Everything that succeeds.
  const verified = await call('GET', `/api/auth/verify?code=${await mailed('/verify-email')}`);
  expect(verified.status).toBe(200);
  expect((await call('GET', '/api/v1/user/me', undefined, bearer(first))).status).toBe(200);
  const changed = secret('Canary-2-second');
  const passwords = { current_password: password, new_password: changed };
  expect((await call('PUT', '/api/v1/user/me/password', passwords, bearer(first))).status).toBe(200);
  const renewed = await call('POST', '/api/auth/refresh', undefined, {
    'x-refresh-token': first.refresh_token,
  });
  const second = keep({
    access_token: renewed.headers.get('x-access-token') ?? '',
    refresh_token: renewed.headers.get('x-refresh-token') ?? '',
  });
  const next = { email: secret('ada.second-canary@example.com'), current_password: changed };
  expect((await call('POST', '/api/auth/change-email', next, bearer(second))).status).toBe(200);
  const confirmed = await call('POST', '/api/auth/change-email/confirm', {
    code: await mailed('/change-email'),
  });
  expect(confirmed.status).toBe(200);
  expect((await call('POST', '/api/auth/forgot-password', { email: next.email })).status).toBe(200);
  const reset = { token: await mailed('/reset-password'), password: secret('Canary-3-third') };
  expect((await call('POST', '/api/auth/reset-password', reset)).status).toBe(200);
  const again = await call('POST', '/api/auth/signin', { username: 'ada', password: reset.password });
  const third = keep(again.body);
  await upload(url, { name: secret('diary-canary.txt'), type: 'text/plain', bytes: secret('Dear canary,') });

  // Everything that fails.
  const wrong = secret('Canary-4-wrong');
  expect((await call('POST', '/api/auth/signin', { email: next.email, password: wrong })).status).toBe(401);
  expect(
    (await call('POST', '/api/auth/signin', { email: secret('eve.canary@example.com'), password: wrong }))
      .status,
  ).toBe(401);
  await call('POST', '/api/auth/signin', { username: { canary: secret('deep-canary') }, password: [wrong] });
  await call('POST', '/api/auth/signup', { email: secret('not-canary'), username: 'x', password: wrong });
  expect((await call('POST', '/api/auth/reset-password', reset)).status).toBe(400);
  await call('GET', `/api/auth/verify?code=${secret('canary-code-that-was-never-mailed')}`);
  await call('GET', '/api/v1/user/me', undefined, { authorization: `Bearer ${secret('canary-token')}` });
  await call('POST', '/api/auth/refresh', undefined, { 'x-refresh-token': secret('canary-refresh') });
  await call(
    'POST',
    '/api/auth/signin',
    { username: 'ada', password: wrong },
    { 'x-challenge-token': secret('canary-challenge') },
  );
  await call('POST', '/api/auth/signout', undefined, {
    ...bearer(third),
    'x-refresh-token': third.refresh_token,
  });
  await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"password":"${secret('canary-in-broken-json')}`,
  });

  const all = log.join('');
  expect(log.length).toBeGreaterThan(30);
  for (const hidden of secrets) expect(all, `the log has ${hidden}`).not.toContain(hidden);
});

test('nothing that people write in spaces and conversations, or are answered, is in the log [CHECK-42]', async () => {
  const log: string[] = [];
  const town = await startWithCircle('sqlite', ['ada', 'ben'], {
    env: { LOG_LEVEL: 'trace' },
    log: { write: (line) => void log.push(line) },
    say: (line) => void log.push(line),
  });
  const ada = inSpaces(town, town.ada);
  const space = await ada.make({ name: 'Canary club', about: 'About canary', visibility: 'public' });
  await inSpaces(town, town.ben).join(space);

  const model = { provider: 'openai', model: 'gpt', price: null };
  const lend = { ...defaultLend, to: 'members' as const, models: [model] };
  const torch = { lend, lent_at: 1, spent_today: { usd: 0, tokens: 0 } };
  const lender = await connect(town, town.ben.token, { [space]: 0 });
  lender.send({ type: 'presence', feed: space, is_visible: true, torch });
  const turn_id = newId();
  const { body } = await ada.post(space, 'Question canary', { turn_id });
  const { epoch } = await lender.next('offer');
  const piece = { type: 'append', feed: space, turn_id, epoch, base: 0, offset: 0 } as const;
  lender.send({ ...piece, text: 'Answer canary', started: { ...model, host: 'api.openai.com', used: [] } });
  await lender.next('delta');
  await ada.edit(space, body.message.message_id, { body: 'Edited canary' });
  // What fails: a text that is too long, and a frame that cannot be read.
  expect((await ada.post(space, 'Long canary '.repeat(2_000))).status).toBe(400);
  lender.ws.send('{"type":"append","text":"Broken canary');

  const own = browser(town, town.ada.token);
  const { conversation, question } = await own.ask('Private canary');
  const reply = created(newId(), conversation, 'assistant', 'Reply canary', town.now(), question);
  expect((await own.push({ messages: [reply] })).status).toBe(200);
  const unreadable = { ...reply, message_id: newId(), create: { ...reply.create, body: 7 as never } };
  expect((await own.push({ messages: [unreadable] })).status).toBe(400);
  await town.call('GET', '/api/v1/spaces/public?q=Searched%20canary', { token: town.ada.token });
  lender.ws.close();
  await lender.closed;

  expect(log.length).toBeGreaterThan(10);
  expect(log.filter((line) => /canary/i.test(line))).toEqual([]);
});

test('what happens to an account is in the log as security events, with who, where and which request [CHECK-81]', async () => {
  const { log, call, keep, mailed } = await watched();
  const password = 'Canary-1-first';
  const made = await call('POST', '/api/auth/signup', {
    email: 'ada@example.com',
    username: 'ada',
    password,
  });
  const { access_token, refresh_token } = keep(made.body);
  const me = await call('GET', '/api/v1/user/me', undefined, { authorization: `Bearer ${access_token}` });
  const { user_id } = me.body as { user_id: string };
  await call('GET', `/api/auth/verify?code=${await mailed('/verify-email')}`);
  const failed = await call('POST', '/api/auth/signin', { username: 'ada', password: 'Wrong-1-wrong' });
  await call('POST', '/api/auth/signin', { username: 'ada', password });
  await call('POST', '/api/auth/forgot-password', { email: 'ada@example.com' });
  const reset = { token: await mailed('/reset-password'), password: 'Canary-3-third' };
  await call('POST', '/api/auth/reset-password', reset);
  await call('POST', '/api/auth/reset-password', reset);
  await call('POST', '/api/auth/refresh', undefined, { 'x-refresh-token': refresh_token });

  const events = log
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event);
  expect(events.map(({ event }) => event)).toEqual([
    'signed-up',
    'email-verified',
    'sign-in-failed',
    'signed-in',
    'password-reset-asked',
    'password-reset',
    'code-refused',
    'access-denied',
  ]);
  for (const line of events) {
    expect(Object.keys(securityEvents)).toContain(line.event);
    expect(line).toMatchObject({
      time: expect.stringMatching(/Z$/),
      request_id: expect.stringMatching(/^[\da-f-]{36}$/),
      address: '127.0.0.1',
    });
  }
  const who = (event: string) =>
    events.filter((line) => line.event === event).map(({ actor, subject }) => actor ?? subject);
  expect(['signed-up', 'email-verified', 'signed-in', 'password-reset'].map(who)).toEqual(
    Array(4).fill([user_id]),
  );
  expect(events.find(({ event }) => event === 'sign-in-failed')).toMatchObject({
    subject: user_id,
    request_id: failed.headers.get('x-request-id'),
  });
});

test('a failed sign-in names the account if there is one, and a refused action the account that tried', async () => {
  const { log, call, keep } = await watched();
  const password = 'Canary-1-first';
  const made = await call('POST', '/api/auth/signup', {
    email: 'ada@example.com',
    username: 'ada',
    password,
  });
  const bearer = { authorization: `Bearer ${keep(made.body).access_token}` };
  const { user_id } = (await call('GET', '/api/v1/user/me', undefined, bearer)).body as { user_id: string };
  await call('POST', '/api/auth/signin', { username: 'eve', password });
  const passwords = { current_password: 'Wrong-1-wrong', new_password: 'Canary-2-second' };
  await call('PUT', '/api/v1/user/me/password', passwords, bearer);
  const space_id = newId();
  const space = `/api/v1/spaces/${space_id}`;
  expect((await call('POST', '/api/v1/spaces', { space_id, name: 'Club' }, bearer)).status).toBe(200);
  expect((await call('POST', `${space}/archive`, { is_archived: true }, bearer)).status).toBe(200);
  const renamed = await call('PUT', space, { name: 'Clubs' }, bearer);
  expect(renamed.status).toBe(403);

  const events = log
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event);
  expect(events.map(({ event, actor, subject }) => ({ event, actor, subject })).slice(1)).toEqual([
    { event: 'sign-in-failed', actor: undefined, subject: undefined },
    { event: 'access-denied', actor: user_id, subject: undefined },
    { event: 'not-allowed', actor: user_id, subject: undefined },
  ]);
});

test('who makes hosts, bans, hands a space over or deletes it is in the log, with whom and where [CHECK-81]', async () => {
  const log: string[] = [];
  const circle = await startWithCircle('sqlite', ['ada', 'ben', 'eve'], {
    env: { LOG_LEVEL: 'error' },
    log: { write: (line) => void log.push(line) },
  });
  const { ada, ben, eve } = circle;
  const [hers, his] = [inSpaces(circle, ada), inSpaces(circle, ben)];
  const space = await hers.make({ visibility: 'public' });
  for (const one of [ben, eve]) await inSpaces(circle, one).join(space);
  for (const role of ['host', 'host', 'member'] as const) await hers.setMember(space, ben, { role });
  await hers.setMember(space, eve, { role: 'listener' });
  await hers.remove(space, eve, true);
  await hers.remove(space, eve, true);
  await hers.handOver(space, ben);
  // It is his already.
  await hers.handOver(space, ben);
  await his.delete(space);
  const events = log
    .map((line) => JSON.parse(line))
    .filter((line) => line.space)
    .map(({ event, actor, subject, space }) => ({ event, actor, subject, space }));
  expect(events).toEqual([
    { event: 'host-made', actor: ada.id, subject: ben.id, space },
    { event: 'host-unmade', actor: ada.id, subject: ben.id, space },
    { event: 'person-banned', actor: ada.id, subject: eve.id, space },
    { event: 'space-handed-over', actor: ada.id, subject: ben.id, space },
    { event: 'space-deleted', actor: ben.id, subject: undefined, space },
  ]);
});
