import { expect, onTestFinished, test } from 'vitest';
import { type LongPollDeps, longPolls, pollPlaces } from './long-polls.ts';

function polls(deps: Partial<LongPollDeps> = {}) {
  const made = longPolls({
    heads: async () => new Map(),
    validSignIns: async (ids) => new Set(ids),
    log: () => {},
    interval: 5,
    ...deps,
  });
  onTestFinished(made.close);
  let count = 0;
  const wait = (more: Partial<Parameters<typeof made.open>[0]> = {}) =>
    made.open({
      ownerId: 'ada',
      userId: 'ada',
      signInId: `sign-in ${++count}`,
      after: 0,
      wait: 60_000,
      disconnected: new AbortController().signal,
      ...more,
    });
  return { ...made, wait };
}

test('a poll ends when the feed has passed it, and no earlier', async () => {
  const { wait, changed } = polls();
  const early = wait({ after: 1 });
  const late = wait({ after: 2 });
  const other = wait({ ownerId: 'ben' });
  changed('ada', 2);
  expect(await early.ended).toBe('changed');
  changed('ada', 3);
  expect(await late.ended).toBe('changed');
  other.close();
  expect(await other.ended).toBe('timeout');
});

test('changes written by another node are found', async () => {
  const heads = new Map<string, number>();
  const { wait } = polls({ heads: async () => heads });
  const poll = wait();
  heads.set('ada', 1);
  expect(await poll.ended).toBe('changed');
});

test('a poll ends with its sign-in [CHECK-33]', async () => {
  const { wait } = polls({ validSignIns: async (ids) => new Set(ids.filter((id) => id !== 'ended')) });
  expect(await wait({ signInId: 'ended' }).ended).toBe('signed-out');
});

test('a poll ends when its time is over, or the client disconnects', async () => {
  const { wait, size } = polls();
  expect(await wait({ wait: 1 }).ended).toBe('timeout');
  const leaving = new AbortController();
  const poll = wait({ disconnected: leaving.signal });
  leaving.abort();
  expect(await poll.ended).toBe('timeout');
  expect(size()).toBe(0);
});

test('of one account’s eleven polls the oldest is answered', async () => {
  const { wait, size } = polls();
  const all = Array.from({ length: 11 }, () => wait());
  expect(await all[0]?.ended).toBe('timeout');
  expect(size()).toBe(10);
});

test('an account has ten polls in its own feed and in spaces together, and each browser keeps one', async () => {
  const places = pollPlaces();
  const account = polls({ places });
  const spaces = polls({ places });
  const other = account.wait({ signInId: 'phone' });
  const many = Array.from({ length: 10 }, (_, at) =>
    spaces.wait({ ownerId: `space ${at} ada`, signInId: 'laptop' }),
  );
  expect(await many[0]?.ended).toBe('timeout');
  expect(account.size() + spaces.size()).toBe(10);
  account.changed('ada', 1);
  expect(await other.ended).toBe('changed');
  expect(spaces.wait({ ownerId: 'space 1 ben', userId: 'ben' })).toBeDefined();
  expect(spaces.size()).toBe(10);
});

test('a stopping server answers all of them, and any later one', async () => {
  const { wait, close } = polls();
  const poll = wait();
  close();
  expect(await poll.ended).toBe('timeout');
  expect(await wait().ended).toBe('timeout');
});

test('a database that does not answer is logged, and queried again', async () => {
  const errors: unknown[] = [];
  let isAway = true;
  const { wait } = polls({
    async heads() {
      if (!isAway) return new Map([['ada', 1]]);
      isAway = false;
      throw new Error('away');
    },
    log: (_, error) => errors.push(error),
  });
  expect(await wait().ended).toBe('changed');
  expect(errors).toHaveLength(1);
});
