import { newId } from '@polylogue/sync';
import { expect, test } from 'vitest';
import { spaceLongPolls } from './reading/space-long-polls.ts';

test('of a poll that has ended nothing is kept, even if its space does not exist', async () => {
  const polls = spaceLongPolls({
    heads: async () => new Map(),
    validSignIns: async (ids) => new Set(ids),
    log: () => {},
  });
  const disconnected = new AbortController().signal;
  const open = (spaceId: string) =>
    polls.open(spaceId, 'ada', { signInId: 'ada', after: 0, wait: 1_000, disconnected });
  const missing = Array.from({ length: 10 }, () => open(newId()));
  for (const poll of missing) poll.close();
  await Promise.all(missing.map(({ ended }) => ended));
  expect(polls.size()).toBe(0);

  const [one, other] = [open('garden'), open('garden')];
  one.close();
  await one.ended;
  polls.changed('garden', 1);
  expect(await other.ended).toBe('changed');
  expect(polls.size()).toBe(0);
});
