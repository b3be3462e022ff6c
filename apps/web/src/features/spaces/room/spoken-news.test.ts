import type { OwnSpace, PostRow } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { listedPosts } from './posts.ts';
import { emptyRoom } from './room.ts';
import { spokenNews } from './spoken-news.ts';
import { looks, people, turnRow } from './testing/turns.ts';
import { turnsAfterRows } from './turn-texts.ts';

const own = { space: { ai_name: 'Dr Watson' } } as OwnSpace;
const post = (number: number, by_id: string, body: string) =>
  ({
    ...turnRow({}, { number, body }),
    message_id: `m${number}`,
    kind: 'post',
    by_id,
    turn: null,
  }) as PostRow;

function inRoom() {
  const listed = listedPosts('me', looks);
  return (...rows: PostRow[]) => listed({ ...emptyRoom, own, people, rows, turns: turnsAfterRows({}, rows) });
}

test('posts by others are said as they arrive, one’s own are not', () => {
  const room = inRoom();
  const before = room(post(1, 'ada', 'Hello'));
  expect(
    spokenNews(before, room(post(1, 'ada', 'Hello'), post(2, 'ben', 'Hi'), post(3, 'me', 'Yes'))),
  ).toEqual(['Ben: Hi']);
  expect(spokenNews(room(), before)).toEqual([]);
});

test('an answer is said once, when it is ready', () => {
  const room = inRoom();
  const question = post(1, 'ada', '@ai Who?');
  const waiting = room(question, turnRow({}));
  const running = room(question, turnRow({ state: 'running', epoch: 1 }, { seq: 2, body: 'The ' }));
  const done = room(question, turnRow({ state: 'done', epoch: 1 }, { seq: 3, body: 'The **butler**.' }));
  const liked = room(question, turnRow({ state: 'done', epoch: 1 }, { seq: 4, body: 'The **butler**.' }));
  expect(spokenNews(room(question), waiting)).toEqual([]);
  expect(spokenNews(waiting, running)).toEqual([]);
  expect(spokenNews(running, done)).toEqual(['Dr Watson has answered: The butler.']);
  expect(spokenNews(done, liked)).toEqual([]);
});

test('that there is no answer is said, too', () => {
  const room = inRoom();
  const question = post(1, 'ada', '@ai Who?');
  const waiting = room(question, turnRow({}));
  const expired = room(question, turnRow({ state: 'expired', because: 'nobody-came' }, { seq: 2 }));
  expect(spokenNews(waiting, expired)).toEqual(['Dr Watson: Nobody with a key came within a day.']);
});
