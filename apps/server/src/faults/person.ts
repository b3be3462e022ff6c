import { setTimeout as wait } from 'node:timers/promises';

/** The response of an endpoint. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface Tokens {
  access: string;
  refresh: string;
}

export const password = 'Secret-1-secret';

let addresses = 0;

/** An address that no other caller uses, so that no limit is shared. */
function freshAddress(): string {
  addresses += 1;
  return `2001:db8:${(addresses >> 16).toString(16)}:${(addresses & 0xffff).toString(16)}::1`;
}

/** Calls a server that trusts one proxy, each time from a new address. */
export async function call(
  url: string,
  method: string,
  path: string,
  { body, headers }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      'x-forwarded-for': freshAddress(),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text || '{}') };
}

export async function signUp(url: string, username: string): Promise<Tokens> {
  const account = { email: `${username}@example.com`, username, password };
  let answer = await call(url, 'POST', '/api/auth/signup', { body: account });
  // On a busy machine, a server that has just started may be overloaded for a moment.
  for (let tries = 0; answer.status === 503 && tries < 5; tries++) {
    await wait(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    answer = await call(url, 'POST', '/api/auth/signup', { body: account });
  }
  if (answer.status !== 200) throw new Error(`Signing ${username} up was answered ${answer.status}.`);
  return { access: String(answer.body.access_token), refresh: String(answer.body.refresh_token) };
}

export const signIn = (url: string, username: string) =>
  call(url, 'POST', '/api/auth/signin', { body: { username, password } });

export const me = (url: string, access: string) =>
  call(url, 'GET', '/api/v1/user/me', { headers: { authorization: `Bearer ${access}` } });

export const refresh = (url: string, token: string) =>
  call(url, 'POST', '/api/auth/refresh', { headers: { 'x-refresh-token': token } });

/** The tokens returned by a refresh. */
export const renewed = ({ headers }: Answer): Tokens => ({
  access: headers.get('x-access-token') ?? '',
  refresh: headers.get('x-refresh-token') ?? '',
});

/** Throws unless the condition holds. */
export function must(isSo: boolean, sentence: string): asserts isSo {
  if (!isSo) throw new Error(sentence);
}
