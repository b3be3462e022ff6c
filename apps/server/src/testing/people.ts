import type { Me, Refused, SignIn, Tokens, Waiver } from '@polylogue/contract';
import { expect } from 'vitest';
import type { AppDeps } from '../app-deps.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import type { Dialect } from '../platform/database/dialect.ts';
import { freshPlace, type Place } from './databases.ts';
import { afterwards } from './lifetime.ts';
import { mailbox } from './mailbox.ts';
import { cheapPasswords } from './no-limits.ts';
import { eventually, startServer } from './server.ts';

interface Options extends Partial<Omit<AppDeps, 'config'>> {
  env?: Record<string, string>;
  place?: Place;
  /** The time at the start. */
  at?: number;
}

interface Given {
  body?: unknown;
  /** An access token. */
  token?: string | undefined;
  headers?: Record<string, string>;
  /** The caller's address. */
  from?: string;
}

/** Any answer from an endpoint; each test knows which. */
type Answer = Tokens & Me & Waiver & Refused & { sign_ins: SignIn[]; email: string };

export const password = 'Secret-1';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Fields of rows that must not be in any answer. */
export const secretNames = /hash|canonical|password$|secret|(^|_)(private_jwk|payload|successor)$/;

/** Checked for every call of every test: the answer must not contain such a field. */
function mustHide(text: string) {
  if (!text.startsWith('{') && !text.startsWith('[')) return;
  const names: string[] = [];
  JSON.parse(text, (key, value) => {
    if (secretNames.test(key)) names.push(key);
    return value;
  });
  expect(names).toEqual([]);
}

/** A whole server with a real mail server, a clock that only the test moves, and helpers to call it. */
export async function startWithPeople(dialect: Dialect, { env, place: given, at, ...deps }: Options = {}) {
  const place = given ?? (await freshPlace(dialect));
  const post = await mailbox();
  let time = at ?? Date.now();
  const now = () => time;
  const server = await startServer({
    env: {
      ...place.env,
      CHALLENGE: 'off',
      TRUST_PROXY: '1',
      SMTP_URL: `smtp://127.0.0.1:${post.port}`,
      ...env,
    },
    now,
    // passwords.test.ts covers hashing.
    passwords: cheapPasswords,
    ...deps,
    // A person does not notice the second in which what changes is collected; hundreds of tests would wait for it.
    liveTimes: { presence: 50, ...deps.liveTimes },
    turnTimes: { look: 50, ...deps.turnTimes },
  });

  async function call(
    method: string,
    path: string,
    { body, token, headers, from = '203.0.113.1' }: Given = {},
  ) {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        'x-forwarded-for': from,
        'user-agent': firefox,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    mustHide(text);
    return { status: response.status, headers: response.headers, body: JSON.parse(text || '{}') as Answer };
  }

  return {
    ...server,
    place,
    now,
    call,
    pass(ms: number) {
      time += ms;
    },

    /** Creates an account and returns its tokens. */
    async signUp(username = 'ada', more: Given = {}): Promise<Tokens> {
      const account = { email: `${username}@example.com`, username, password };
      const { status, body } = await call('POST', '/api/auth/signup', { body: account, ...more });
      expect({ status, body }).toMatchObject({ status: 200 });
      return body;
    },
    signIn: (username = 'ada', word = password, more: Given = {}) =>
      call('POST', '/api/auth/signin', { body: { username, password: word }, ...more }),
    refresh: (token: string) => call('POST', '/api/auth/refresh', { headers: { 'x-refresh-token': token } }),
    me: (token: string, from?: string) => call('GET', '/api/v1/user/me', { token, ...(from && { from }) }),

    mails: post.mails,
    mailPort: post.port,
    /** The newest mail to an address with this subject, once it has arrived. */
    async mail(to: string, subject: string) {
      const found = () => post.mails.filter((mail) => mail.to[0] === to && mail.read.subject === subject);
      await eventually(() => expect(found()).not.toHaveLength(0));
      return found().at(-1)?.read.text ?? '';
    },

    /** The server's own database, through a connection that belongs to the test. */
    async database(): Promise<Database> {
      const opened = await openDatabase(place);
      afterwards(() => opened.close());
      return opened;
    },
  };
}
export type People = Awaited<ReturnType<typeof startWithPeople>>;

/** The code in the link of a mail. */
export function codeIn(text: string): string {
  return /[?&]code=([\w-]+)/.exec(text)?.[1] ?? expect.fail(`There is no code in: ${text}`);
}
