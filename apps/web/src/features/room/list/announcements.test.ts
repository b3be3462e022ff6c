import type { OwnSpace, PostRow } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { emptyRoom } from '../engine/room.ts';
import { turnsAfterRows } from '../engine/turn-texts.ts';
import { people, personFormat, segmentOf, turnRow } from '../testing/turns.ts';
import { announcements, inOneBreath } from './announcements.ts';
import { listedPosts } from './posts.ts';

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
  const listed = listedPosts('me', personFormat);
  return (...rows: PostRow[]) => listed({ ...emptyRoom, own, people, rows, turns: turnsAfterRows({}, rows) });
}

test('posts by others are announced as they arrive, the reader’s own are not', () => {
  const room = inRoom();
  const before = room(post(1, 'ada', 'Hello'));
  expect(
    announcements(before, room(post(1, 'ada', 'Hello'), post(2, 'ben', 'Hi'), post(3, 'me', 'Yes'))),
  ).toEqual(['Ben: Hi']);
  expect(announcements(room(), before)).toEqual([]);
});

test('the files of a post are announced by their names, after its text', () => {
  const room = inRoom();
  const files = [{ name: 'dot.png' }, { name: 'report.pdf' }] as PostRow['files'];
  const before = room(post(1, 'me', 'Hello'));
  const shown = room(
    post(1, 'me', 'Hello'),
    { ...post(2, 'ben', ''), files },
    { ...post(3, 'ben', 'Look'), files: files.slice(1) },
  );
  expect(announcements(before, shown)).toEqual(['Ben: dot.png, report.pdf', 'Ben: Look, report.pdf']);
});

test('an answer is announced once, when it is ready', () => {
  const room = inRoom();
  const question = post(1, 'ada', '@ai Who?');
  const waiting = room(question, turnRow({}));
  const running = room(question, turnRow({ state: 'running', epoch: 1 }, { seq: 2, body: 'The ' }));
  const done = room(question, turnRow({ state: 'done', epoch: 1 }, { seq: 3, body: 'The **butler**.' }));
  const liked = room(question, turnRow({ state: 'done', epoch: 1 }, { seq: 4, body: 'The **butler**.' }));
  expect(announcements(room(question), waiting)).toEqual([]);
  expect(announcements(waiting, running)).toEqual([]);
  expect(announcements(running, done)).toEqual(['Dr Watson has answered: The butler.']);
  expect(announcements(done, liked)).toEqual([]);
});

test('an answer that was cut short is announced with the reason', () => {
  const room = inRoom();
  const waiting = room(turnRow({}));
  const segments = [segmentOf('ada', { because: 'length' as const })];
  const done = room(turnRow({ state: 'done', epoch: 1, segments }, { seq: 2, body: 'The butler' }));
  expect(announcements(waiting, done)).toEqual([
    'Dr Watson has answered: The butler This answer reached its length limit.',
  ]);
});

test('a missing answer is announced, too', () => {
  const room = inRoom();
  const question = post(1, 'ada', '@ai Who?');
  const waiting = room(question, turnRow({}));
  const expired = room(question, turnRow({ state: 'expired', because: 'nobody-came' }, { seq: 2 }));
  expect(announcements(waiting, expired)).toEqual(['Dr Watson: No key was available within a day.']);
});

test('what is announced together is one sentence after the other, without a second full stop', () => {
  expect(inOneBreath(['AI: The answer was stopped.', 'Ben: Really?', 'Ada joined', 'Ben: Hi'])).toBe(
    'AI: The answer was stopped. Ben: Really? Ada joined. Ben: Hi',
  );
});
