import '../testing/browser.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { storage } from '../../../lib/state/storage.ts';
import { reasonOf } from '../failure/model-error.ts';
import { peopleServer, person, refusal } from '../testing/people-server.ts';
import { searchFields, searchUsers } from './search-users.ts';

let server: ReturnType<typeof peopleServer>;
beforeEach(() => {
  server = peopleServer();
});
afterEach(() => {
  for (const entry of ['access_token', 'refresh_token']) storage.remove(entry);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const search = 'GET /api/v1/user/search';
const ada = person('ada');
const grace = person('grace');

/** The search's 15 seconds, which pass when the returned function is called. */
function timeLimit(): () => void {
  const limit = new AbortController();
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    ms === 15_000 ? limit.signal : timeout.call(AbortSignal, ms),
  );
  return () => limit.abort(new DOMException('', 'TimeoutError'));
}

test.each([
  ['ada lovelace', ['full_name']],
  ['ada@home lovelace', ['full_name']],
  ['ada@example.com', ['email']],
  ['ada', ['username', 'first_name', 'last_name']],
])('“%s” is searched as %j [PEOPLE-02 PEOPLE-03 PEOPLE-04]', (text, fields) =>
  expect(searchFields(text)).toEqual(fields),
);

test('one request per field is sent in parallel, each with one field [PEOPLE-01]', async () => {
  let answer = (_: Response) => {};
  server.on(search, () => new Promise((resolve) => (answer = resolve)));
  void searchUsers('ada');
  await vi.waitFor(() => expect(server.times(search)).toBe(3));
  expect(server.asked.map(({ query }) => query)).toEqual([
    { username: 'ada' },
    { first_name: 'ada' },
    { last_name: 'ada' },
  ]);
  answer(Response.json([]));
});

test('a person found by several fields is listed once, in field order [PEOPLE-05]', async () => {
  server.on(search, ({ searchParams }) =>
    Response.json(searchParams.has('username') ? [ada] : searchParams.has('last_name') ? [grace, ada] : []),
  );
  expect(await searchUsers('a')).toEqual({ users: [ada, grace], isComplete: true });
});

test('one failing field does not lose the others, and it is reported', async () => {
  server.on(search, ({ searchParams }) =>
    searchParams.has('first_name') ? refusal(503, 'busy') : Response.json([ada]),
  );
  expect(await searchUsers('ada')).toEqual({ users: [ada], isComplete: false });
});

test('a field that gets no response times out after 15 s [CONST-19 PEOPLE-01]', async () => {
  const pass = timeLimit();
  server.on(search, ({ searchParams }, { signal }) =>
    searchParams.has('last_name')
      ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      : Response.json([ada]),
  );
  const found = vi.fn();
  void searchUsers('ada').then(found);
  await vi.waitFor(() => expect(server.times(search)).toBe(3));
  expect(found).not.toHaveBeenCalled();
  pass();
  await vi.waitFor(() => expect(found).toHaveBeenCalledWith({ users: [ada], isComplete: false }));
});

test('it times out even when the sign-in must be refreshed first and the server does not respond to that [CONST-19]', async () => {
  const pass = timeLimit();
  const expired = `h.${btoa(JSON.stringify({ sub: 'me', exp: 1 }))}.s`;
  const refresh = Promise.withResolvers<Response>();
  // A call waiting for a refresh holds a lock that all tests in this file share.
  onTestFinished(() => refresh.reject(new TypeError('offline')));
  server.on('POST /api/auth/refresh', () => refresh.promise);
  // In the order in which a sign-in stores them: a listener may refresh the access token immediately.
  storage.write('refresh_token', 'r');
  storage.write('access_token', expired);
  const ended = vi.fn();
  void searchUsers('ada').catch(ended);
  await vi.waitFor(() => expect(server.times('POST /api/auth/refresh')).toBe(1));
  expect(ended).not.toHaveBeenCalled();
  pass();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(ended.mock.calls[0]?.[0]).toMatchObject({ message: 'Failed to search for people' });
  expect(reasonOf(ended.mock.calls[0]?.[0])).toBe('It took too long. Try again.');
});

test('a cancelled search says so, and does not count as a failure of the server [PEOPLE-01]', async () => {
  const calledOff = new AbortController();
  server.on(
    search,
    (_, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const found = searchUsers('ada', calledOff.signal);
  calledOff.abort();
  await expect(found).rejects.toMatchObject({ name: 'AbortError' });
});
