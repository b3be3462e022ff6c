import type { Person } from '@polylogue/contract';
import { vi } from 'vitest';

type Answer = (url: URL, init: RequestInit) => Response | Promise<Response>;

/** A server that gives the answers set by a test; everything else is not found. */
export function peopleServer() {
  const answers = new Map<string, Answer>();
  const requests: { what: string; query: Record<string, string>; body: unknown }[] = [];
  const fetch = vi.fn(async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost:3000');
    const what = `${init.method ?? 'GET'} ${url.pathname}`;
    requests.push({ what, query: Object.fromEntries(url.searchParams), body: bodyOf(init.body) });
    return answers.get(what)?.(url, init) ?? refusal(404, 'not-found');
  });
  vi.stubGlobal('fetch', fetch);
  return {
    asked: requests,
    times: (what: string) => requests.filter((one) => one.what === what).length,
    on: (what: string, answer: Answer) => void answers.set(what, answer),
    /** Every answer is this refusal. */
    refuses(status: number, error = 'unexpected', message = 'The server’s own words.') {
      fetch.mockImplementation(async () => refusal(status, error, message));
    },
    isDown: () => void fetch.mockRejectedValue(new TypeError('Failed to fetch')),
  };
}

function bodyOf(body: unknown): unknown {
  return typeof body === 'string' ? JSON.parse(body) : body;
}

export function refusal(status: number, error: string, message = 'The server’s own words.'): Response {
  return Response.json({ message, error, request_id: 'r' }, { status });
}

export function person(user_id: string, also: Partial<Person> = {}): Person {
  return {
    user_id,
    username: user_id,
    profile_picture_url: null,
    cover_picture_url: null,
    first_name: null,
    last_name: null,
    bio: null,
    tagline: null,
    location: null,
    friendship: 'stranger',
    can: { befriend: true, invite: false, unfriend: false, block: true, report: true },
    ...also,
  };
}
