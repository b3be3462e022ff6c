import { expect, test } from 'vitest';
import { type People, startWithPeople } from './testing/people.ts';
import { solved } from './testing/solve.ts';
import { upload } from './testing/upload.ts';

/** Sends a text that a caller chose. */
type Send = (server: People, text: string, token: string) => Promise<{ status: number }>;

const posted =
  (method: string, path: string, body: (text: string) => object): Send =>
  (server, text, token) =>
    server.call(method, path, { body: body(text), token });
const forgot = posted('POST', '/api/auth/forgot-password', (email) => ({ email }));
const account = { username: 'ben', password: 'Secret-1' };
const signUp = posted('POST', '/api/auth/signup', (email) => ({ ...account, email }));
const named: Send = ({ url }, name) => upload(url, { name, type: 'text/plain', bytes: 'Hello' });
const bio = posted('PUT', '/api/v1/user/me', (bio) => ({ bio }));
const report = posted('POST', '/api/v1/user/report', (details) => ({
  reported_user_id: 'x',
  reason: 'spam',
  details,
}));

const dots = '.'.repeat(60_000);
// Normalising must move each one past all those before it.
const accents = '\u0301\u0323'.repeat(15_000);

const attacks: [what: string, send: Send, text: string][] = [
  ['an address of dots, where a password is forgotten', forgot, `a@${dots} `],
  ['an address of dots, at sign-up', signUp, `a@${dots} `],
  ['a file with a name of dots', named, `a${dots}b.txt`],
  ['a file with a name of accents', named, `a${accents}b.txt`],
  ['a bio of accents', bio, `a${accents}`],
  ['a report of accents', report, `a${accents}`],
];

test('a text designed to take long to process is refused, and delays no one [CHECK-64]', async () => {
  const server = await startWithPeople('sqlite', { env: { CHALLENGE: 'altcha' } });
  const headers = { 'x-challenge-token': await solved(server.url, 'signup') };
  const { access_token } = await server.signUp('ada', { headers });

  /** Milliseconds until both the sender and another caller at the same moment have an answer. */
  async function waited(send: Send, text: string): Promise<number> {
    const began = performance.now();
    const answer = send(server, text, access_token);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await answer).status).toBe(400);
    return performance.now() - began;
  }

  for (const [what, send, text] of attacks) {
    const harmless = 'x'.repeat(text.length);
    await waited(send, harmless);
    let least = Number.POSITIVE_INFINITY;
    // A busy machine is sometimes slow.
    for (let tries = 0; tries < 5 && least >= 5; tries++)
      least = Math.min(least, (await waited(send, text)) / (await waited(send, harmless)));
    expect(least, what).toBeLessThan(5);
  }
});
