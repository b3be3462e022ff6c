import { expect, test } from 'vitest';
import { newsRounds, type PersonNews } from './news.ts';

/** Spaces with members who have read nothing; those in `listening` have a page open, and may watch a space. */
function town(members: Record<string, string[]>, listening: Record<string, string[]>) {
  const told: [string, PersonNews][] = [];
  const logged: string[] = [];
  const counts = { unread: 0 };
  const rounds = newsRounds({
    isListening: (userId, spaceId) => userId in listening && !listening[userId]?.includes(spaceId),
    send: (userId, news) => void told.push([userId, news]),
    log: (_, error) => void logged.push(String(error)),
  });
  rounds.register({
    // Two of them are a page.
    members: async (spaceId, after) =>
      (members[spaceId] ?? [])
        .toSorted()
        .filter((one) => one > after)
        .slice(0, 2),
    async unread(spaceId, userIds) {
      counts.unread += 1;
      if (spaceId === 'broken') throw new Error('Too many.');
      return new Map(userIds.map((userId) => [userId, 3]));
    },
  });
  return { ...rounds, told, logged, counts };
}

test('what is new in several spaces is one frame for each person, and none for who sees it or is not here', async () => {
  const { spaceChanged, round, told, counts } = town(
    { kitchen: ['ada', 'ben', 'eve', 'joe'], garden: ['ada', 'eve'], cellar: ['joe'] },
    { ada: [], ben: ['kitchen'], eve: ['garden'] },
  );
  for (const space of ['kitchen', 'garden', 'kitchen', 'cellar']) spaceChanged(space);
  await round();
  expect(told).toEqual([
    ['ada', { unread: { kitchen: 3, garden: 3 }, requests: false }],
    ['eve', { unread: { kitchen: 3 }, requests: false }],
  ]);
  expect(counts.unread).toBe(2);
  await round();
  expect(told).toHaveLength(2);
});

test('what a person has read on another device, and their friend requests, are told to them alone, in one frame', async () => {
  const { hasRead, requestsChanged, round, told, counts } = town(
    { kitchen: ['ada', 'ben'] },
    { ada: [], ben: ['kitchen'] },
  );
  hasRead('ada', 'kitchen');
  requestsChanged('ada');
  // Has only the room open, where it shows.
  hasRead('ben', 'kitchen');
  hasRead('joe', 'kitchen');
  await round();
  expect(told).toEqual([['ada', { unread: { kitchen: 3 }, requests: true }]]);
  expect(counts.unread).toBe(1);
});

test('a space that cannot be looked up keeps no one from hearing of the others', async () => {
  const { spaceChanged, round, told, logged } = town({ broken: ['ada'], garden: ['ada'] }, { ada: [] });
  for (const space of ['broken', 'garden']) spaceChanged(space);
  await round();
  expect(told).toEqual([['ada', { unread: { garden: 3 }, requests: false }]]);
  expect(logged).toEqual(['Error: Too many.']);
});
