import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { promisify } from 'node:util';
import { type BrowserFrame, liveLimits } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { browser } from '../../domains/conversations/testing.ts';
import { type databases, serviceDatabases } from '../../testing/databases.ts';
import { codeIn, password, startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { connect, openSocket, ticketOf } from '../../testing/sockets.ts';
import { rateLimits } from '../limits/limits.ts';
import { socketLimits } from './times.ts';

type Options = Parameters<typeof startWithPeople>[1];

async function start(dialect: (typeof databases)[number], options: Options = {}) {
  const server = await startWithPeople(dialect, options);
  const { access_token: token } = await server.signUp('ada');
  return { ...server, token, ada: browser(server, token) };
}

const day = 24 * 60 * 60 * 1000;

/** Ways in which a sign-in ends, other than by signing out. */
const endings: Record<
  string,
  { isAnnounced: boolean; end(server: Awaited<ReturnType<typeof start>>): Promise<unknown> }
> = {
  'the operator suspends the account': {
    isAnnounced: false,
    async end({ database }) {
      const { db } = await database();
      await db.updateTable('users').set({ user_standing: 'suspended' }).execute();
    },
  },
  'its device has not used the sign-in for two weeks': {
    isAnnounced: false,
    end: async ({ pass }) => pass(15 * day),
  },
  'the sign-in expires': {
    isAnnounced: false,
    end: async ({ pass }) => pass(366 * day),
  },
  'the password is reset': {
    isAnnounced: true,
    async end({ call, mail }) {
      await call('POST', '/api/auth/forgot-password', { body: { email: 'ada@example.com' } });
      const body = {
        token: codeIn(await mail('ada@example.com', 'Set a new password')),
        password: 'Another-2',
      };
      expect((await call('POST', '/api/auth/reset-password', { body })).status).toBe(200);
    },
  },
  'the account is deleted': {
    isAnnounced: true,
    async end({ call, token }) {
      const body = { current_password: password };
      expect((await call('POST', '/api/v1/user/me/deletion', { token, body })).status).toBe(200);
    },
  },
};

describe.each(serviceDatabases)('sockets on %s', (dialect) => {
  test('what one device stores reaches another’s socket without waiting for a poll', async () => {
    const { token, ada, ...server } = await start(dialect, { liveTimes: { poll: 60_000 } });
    const { conversation } = await ada.ask('How are you?');
    const other = await connect(server, token, { account: 1 });
    const title: [string, number] = ['Good day', server.now()];
    await ada.push({
      conversations: [{ conversation_id: conversation, created_at: server.now(), fields: { title } }],
    });
    const { rows, ...frame } = await other.next('feed');
    expect(frame).toEqual({ type: 'feed', feed: 'account', before: 1, seq: 2 });
    expect(rows.conversations).toMatchObject([{ conversation_id: conversation, seq: 2, fields: { title } }]);
  });

  test('of very many changes only a hint arrives', async () => {
    const { token, ada, ...server } = await start(dialect);
    const title: [string, number] = ['Good day', server.now()];
    const conversations = Array.from({ length: 21 }, () => ({
      conversation_id: newId(),
      created_at: server.now(),
      fields: { title },
    }));
    await ada.push({ conversations });
    const socket = await connect(server, token, { account: 0 });
    expect(await socket.next('hint')).toMatchObject({ feed: 'account', seq: 1 });
    expect(socket.all('feed')).toEqual([]);
  });

  test('what was stored earlier arrives immediately, starting after the known number', async () => {
    const { token, ada, ...server } = await start(dialect);
    await ada.ask('One');
    const { conversation } = await ada.ask('Two');
    const socket = await connect(server, token, { account: 1 });
    const { before, seq, rows } = await socket.next('feed');
    expect({ before, seq }).toEqual({ before: 1, seq: 2 });
    expect(rows.conversations).toMatchObject([{ conversation_id: conversation }]);
  });

  test('for more than fits into a frame, only the number is sent', async () => {
    const { token, ada, ...server } = await start(dialect);
    const socket = await connect(server, token);
    const fields = { title: ['x'.repeat(200), server.now()] as [string, number] };
    await ada.push({
      conversations: Array.from({ length: 100 }, () => ({
        conversation_id: newId(),
        created_at: server.now(),
        fields,
      })),
    });
    expect(await socket.next('hint')).toEqual({ type: 'hint', feed: 'account', seq: 1 });
    await ada.ask('Small');
    expect(await socket.next('feed')).toMatchObject({ before: 1, seq: 2 });
  });

  test('no one receives another person’s feed, and fetching a missing space fails [CHECK-45]', async () => {
    const { token, ada, ...server } = await start(dialect);
    const { access_token } = await server.signUp('eve', { from: '198.51.100.1' });
    const eve = await connect(server, access_token);
    const ben = await connect(server, token);
    const space = newId();
    eve.send({ type: 'watch', feed: space, after: 0 });
    expect(await eve.next('resync')).toEqual({ type: 'resync', feed: space });
    // There is no feed to name by her id, only a frame that cannot be read.
    const { user_id } = (await server.me(token)).body;
    eve.send({ type: 'watch', feed: user_id, after: 0 } as BrowserFrame);
    await ada.ask('Secret');
    await ben.next('feed');
    expect(eve.all('feed')).toEqual([]);
    expect(eve.all('hint')).toEqual([]);
  });

  test('when a sign-in ends, its socket is closed without waiting for a check, and no other', async () => {
    const { token, ...server } = await start(dialect, { liveTimes: { check: 60_000 } });
    const other = (await server.signIn()).body.access_token;
    const [leaving, staying] = [await connect(server, token), await connect(server, other)];
    await server.call('POST', '/api/auth/signout', { token });
    expect(await leaving.next('closing')).toEqual({ type: 'closing', because: 'signed-out' });
    expect(await leaving.closed).toBe(1008);
    expect(staying.ws.readyState).toBe(staying.ws.OPEN);
  });

  test('a device whose page has been open for fifteen days is listed as used today, and still receives', async () => {
    const { token, ...server } = await start(dialect, { liveTimes: { use: 20 } });
    const socket = await connect(server, token, { account: 0 });
    const { db } = await server.database();
    const used = db.selectFrom('sign_ins').select('last_used_at');
    for (let days = 0; days < 15; days += 1) {
      server.pass(day + 1);
      await eventually(async () => {
        const { last_used_at } = await used.executeTakeFirstOrThrow();
        expect(server.now() - last_used_at).toBeLessThan(day);
      });
    }
    const { access_token } = (await server.signIn()).body;
    await browser(server, access_token).ask('How are you?');
    expect(await socket.next('feed')).toMatchObject({ seq: 1 });
    const listed = await server.call('GET', '/api/auth/sign-ins', { token: access_token });
    expect(listed.body.sign_ins).toHaveLength(2);
  });

  test.each(Object.keys(endings))('when %s, an open socket is closed [CHECK-77]', async (ending) => {
    const { isAnnounced, end } = endings[ending] as (typeof endings)[string];
    // What no one announces is found by a check.
    const server = await start(dialect, { liveTimes: { check: isAnnounced ? 60_000 : 100 } });
    const socket = await connect(server, server.token);
    await end(server);
    expect(await socket.next('closing')).toEqual({ type: 'closing', because: 'signed-out' });
    expect(await socket.closed).toBe(1008);
  });

  test('a ticket does not work once its sign-in has ended, nor a second time [CHECK-76]', async () => {
    const { token, ...server } = await start(dialect);
    const ticket = await ticketOf(server, token);
    const hello = { type: 'hello', ticket, after: { account: 0 } } as const;
    const first = await openSocket(server);
    first.send(hello);
    await first.next('welcome');
    const again = await openSocket(server);
    again.send(hello);
    expect(await again.next('closing')).toEqual({ type: 'closing', because: 'signed-out' });

    const unused = await ticketOf(server, token);
    await server.call('POST', '/api/auth/signout', { token });
    const late = await openSocket(server);
    late.send({ ...hello, ticket: unused });
    expect(await late.next('closing')).toMatchObject({ because: 'signed-out' });
    expect([...again.frames, ...late.frames].map(({ type }) => type)).toEqual(['closing', 'closing']);
  });
});

describe('sockets', () => {
  test('before hello nothing is sent, and a socket without hello is soon closed', async () => {
    const { ada, ...server } = await start('sqlite', { liveTimes: { hello: 100 } });
    const silent = await openSocket(server);
    await ada.ask('Hello');
    expect(await silent.closed).toBe(1008);
    expect(silent.frames).toEqual([{ type: 'closing', because: 'no-hello' }]);
    const rash = await openSocket(server);
    rash.send({ type: 'watch', feed: 'account', after: 0 });
    await rash.closed;
    expect(rash.frames).toEqual([{ type: 'closing', because: 'no-hello' }]);
  });

  test('a hello names a valid ticket before anyone looks at what it wants to watch [CHECK-78]', async () => {
    const { token, ...server } = await start('sqlite');
    const forged = await openSocket(server);
    const after = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`k${at}`, 0]));
    forged.ws.send(JSON.stringify({ type: 'hello', ticket: 'x', after }));
    expect(await forged.next('closing')).toEqual({ type: 'closing', because: 'signed-out' });
    const own = await openSocket(server);
    own.ws.send(JSON.stringify({ type: 'hello', ticket: await ticketOf(server, token), after }));
    expect(await own.next('closing')).toEqual({ type: 'closing', because: 'bad-frames' });
  });

  test('a hello for all of a person’s spaces is accepted, one of more than 16 KiB closes the socket', async () => {
    const { token, ...server } = await start('sqlite');
    const spaces = Array.from({ length: liveLimits.feeds - 1 }, () => [newId(), Number.MAX_SAFE_INTEGER]);
    await connect(server, token, { account: 0, ...Object.fromEntries(spaces) });
    const long = await openSocket(server);
    const hello = { type: 'hello', ticket: await ticketOf(server, token), after: {} };
    long.ws.send(JSON.stringify(hello).padEnd(liveLimits.helloBytes + 1));
    expect(await long.next('closing')).toEqual({ type: 'closing', because: 'no-hello' });
  });

  test.each([
    ['from another site', { origin: 'https://evil.example' }, '403'],
    ['without an origin', { origin: undefined }, '403'],
    ['at another path', { path: '/live/' }, '404'],
    ['with a query', { path: '/live?ticket=1' }, '404'],
    ['at the path of an API', { path: '/api/v1/changes' }, '401'],
  ])('no socket opens %s [CHECK-75]', async (_, options, status) => {
    const server = await startWithPeople('sqlite');
    await expect(openSocket(server, options as object)).rejects.toThrow(status);
  });

  test('a request that names the server in its first line opens no socket', async () => {
    const server = await startWithPeople('sqlite');
    const answer = await answerTo(server.port, 'GET http://polylogue.test/live', 'http://polylogue.test');
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
  });

  test('a refusal has the usual headers, and an ordinary request finds nothing there', async () => {
    const server = await startWithPeople('sqlite');
    const answer = await answerTo(server.port, 'GET /live', 'https://evil.example');
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
    expect(answer).toMatch(/content-security-policy: /i);
    expect(answer).toMatch(/"error":"foreign-site","request_id":"/);
    expect((await server.call('GET', '/live')).status).toBe(404);
  });

  test('a refused caller that does not hang up is disconnected, and the server can stop', async () => {
    const server = await startWithPeople('sqlite');
    const caller = connectPlain({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    caller
      .resume()
      .write(
        'GET /live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\norigin: https://evil.example\r\n\r\n',
      );
    onTestFinished(() => void caller.destroy());
    await once(caller, 'end');
    const connections = promisify(server.app.server.getConnections.bind(server.app.server));
    await eventually(async () => expect(await connections()).toBe(0));
  });

  test('a frame that is too large closes the socket', async () => {
    const { token, ...server } = await start('sqlite');
    const socket = await connect(server, token);
    socket.ws.send('x'.repeat(64 * 1024 + 1));
    expect(await socket.closed).toBe(1009);
  });

  test('frames that come too fast close the socket, and so does the first unreadable one [CHECK-78 CHECK-79]', async () => {
    const { token, ...server } = await start('sqlite');
    const fast = await connect(server, token);
    for (let sent = 0; sent < socketLimits.frames.burst; sent++)
      fast.send({ type: 'leave', feed: 'account' });
    expect(await fast.next('closing')).toEqual({ type: 'closing', because: 'too-fast' });

    const wrong = ['{', '[]', '{"type":"append"}', '{"type":"watch","feed":"account","after":-1}'];
    const binary = Buffer.from('{"type":"leave","feed":"account"}');
    const many = JSON.stringify({ type: 'leave', feed: 'account', more: Array(300).fill([]) });
    for (const frame of [...wrong, binary, many, '['.repeat(60_000)]) {
      const socket = await connect(server, token);
      socket.ws.send(frame);
      expect(await socket.next('closing')).toEqual({ type: 'closing', because: 'bad-frames' });
    }
  });

  test('a frame that only the server sends is refused, and so is a second hello', async () => {
    const { token, ...server } = await start('sqlite');
    const forging = await connect(server, token);
    const rows = { conversations: [] };
    const frame = JSON.stringify({ type: 'feed', feed: 'account', before: 0, seq: 1, rows });
    forging.ws.send(frame);
    expect(await forging.next('closing')).toEqual({ type: 'closing', because: 'bad-frames' });

    const replaying = await connect(server, token);
    replaying.send({ type: 'hello', ticket: await ticketOf(server, token), after: {} });
    expect(await replaying.next('closing')).toEqual({ type: 'closing', because: 'bad-frames' });
  });

  test('an address can have fifty sockets before hello, and any number after it [CHECK-79]', async () => {
    const { token, ...server } = await start('sqlite');
    const strangers = await Promise.all(
      Array.from({ length: socketLimits.strangers - 1 }, () => openSocket(server)),
    );
    const known = await connect(server, token);
    strangers.push(await openSocket(server));
    await expect(openSocket(server)).rejects.toThrow('429');
    await openSocket(server, { from: '198.51.100.7' });
    strangers[0]?.ws.terminate();
    await eventually(() => openSocket(server));
    expect(known.ws.readyState).toBe(known.ws.OPEN);
  });

  test('an address can open only so many sockets a minute, even if it closes them at once', async () => {
    const address = { calls: 3, seconds: 60 };
    const live = { ...rateLimits.live, address };
    const server = await startWithPeople('sqlite', { rateLimits: { ...rateLimits, live } });
    for (let at = 0; at < 3; at += 1) {
      const { ws, closed } = await openSocket(server);
      ws.terminate();
      await closed;
    }
    await expect(openSocket(server)).rejects.toThrow('429');
    await openSocket(server, { from: '198.51.100.7' });
  });

  test('a person can have ten sockets, wherever they are [CHECK-79]', async () => {
    const { token, ...server } = await start('sqlite');
    const own = await Promise.all(Array.from({ length: socketLimits.sockets }, () => connect(server, token)));
    const eleventh = await openSocket(server, { from: '198.51.100.7' });
    eleventh.send({ type: 'hello', ticket: await ticketOf(server, token), after: {} });
    expect(await eleventh.next('closing')).toEqual({ type: 'closing', because: 'too-many' });
    own[0]?.ws.close();
    await own[0]?.closed;
    await eventually(() => connect(server, token));
  });

  test('every round of pings sends the heads a socket has reached, and finds changes that were not announced', async () => {
    const { token, ada, ...server } = await start('sqlite', { liveTimes: { ping: 50 } });
    await ada.ask('One');
    const socket = await connect(server, token, { account: 1 });
    expect(await socket.next('heads')).toEqual({ type: 'heads', heads: { account: 1 } });
    const { db } = await server.database();
    await db.updateTable('feeds').set({ head: 5 }).execute();
    await socket.next('heads', ({ heads }) => heads.account === 5);
    expect(await socket.next('feed')).toMatchObject({ before: 1, seq: 5 });
  });

  test('a socket that does not answer pings is closed', async () => {
    const { token, ...server } = await start('sqlite', { liveTimes: { ping: 50, pong: 50 } });
    const alive = await connect(server, token);
    const dead = await connect(server, token, {}, { autoPong: false });
    expect(await dead.closed).toBe(1006);
    expect(alive.ws.readyState).toBe(alive.ws.OPEN);
  });

  test('a number that does not exist, as after restoring a backup, must be fetched again', async () => {
    const { token, ada, ...server } = await start('sqlite');
    await ada.ask('One');
    const socket = await connect(server, token, { account: 700 });
    expect(await socket.next('resync')).toEqual({ type: 'resync', feed: 'account' });
    await ada.ask('Two');
    expect(await socket.next('feed')).toMatchObject({ before: 1, seq: 2 });
  });

  test('a feed that is no longer watched is no longer sent', async () => {
    const { token, ada, ...server } = await start('sqlite');
    const [leaving, staying] = [await connect(server, token), await connect(server, token)];
    leaving.send({ type: 'leave', feed: 'account' });
    leaving.send({ type: 'watch', feed: newId(), after: 0 });
    await leaving.next('resync');
    await ada.ask('Hello');
    await staying.next('feed');
    expect(leaving.all('feed')).toEqual([]);
  });

  test('a stopping server closes its sockets one after the other, and opens none [FAULT-18]', async () => {
    const { token, app, ...server } = await start('sqlite', { liveTimes: { between: 100 } });
    const sockets = await Promise.all(Array.from({ length: 3 }, () => connect(server, token)));
    const deaf = await connect(server, token);
    deaf.ws.pause();
    const at = performance.now();
    const closedAt = sockets.map(({ closed }) => closed.then((code) => [code, performance.now() - at]));
    const stopped = app.close();
    await sockets[0]?.next('closing');
    await expect(openSocket(server)).rejects.toThrow('503');
    const ends = await Promise.all(closedAt);
    expect(ends.map(([code]) => code)).toEqual([1012, 1012, 1012]);
    expect(ends[2]?.[1]).toBeGreaterThan((ends[0]?.[1] ?? 0) + 150);
    expect(sockets[1]?.frames.at(-1)).toEqual({ type: 'closing', because: 'stopping' });
    await stopped;
    expect(performance.now() - at).toBeLessThan(5_000);
  });
});

/** The answer to a request for a socket. */
function answerTo(port: number, line: string, origin: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectPlain(port, '127.0.0.1');
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
      // The server may keep the connection for another request, or as a socket.
      if (/\r\n\r\n./s.test(text) || text.startsWith('HTTP/1.1 101 ')) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.write(
      `${line} HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\norigin: ${origin}\r\n\r\n`,
    );
  });
}
