import type { OwnSpace, PostRow } from '@polylogue/contract';
import type { TurnDelta } from '@polylogue/sync/turns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listedPosts } from '../list/posts.ts';
import { quoteText } from '../list/quotes.ts';
import { people, personFormat, turnRow } from '../testing/turns.ts';
import { after, emptyRoom, type Page, type Room, type RoomEvent } from './room.ts';

const own = { role: 'member', read_number: 0, space: { ai_name: null } } as OwnSpace;
const opened = (...messages: PostRow[]): Room =>
  after(emptyRoom, {
    type: 'opened',
    own,
    page: { messages, people: Object.values(people), next: null, view: 'v', head: 1 } as Page,
  });
const rowCame = (row: PostRow): RoomEvent => ({ type: 'row', row });
const piece = (epoch: number, offset: number, text: string, base = 0): RoomEvent => ({
  type: 'delta',
  turn_id: 'turn',
  delta: { epoch, base, offset, text },
});
const textIn = (room: Room) =>
  room.turns.turn?.text ?? room.rows.find(({ message_id }) => message_id === 'turn')?.body;

const running = turnRow({ state: 'running', epoch: 1 });

test('a text grows with its pieces, even if one is doubled, overlaps, or comes too early', () => {
  const events = [piece(1, 0, 'One '), piece(1, 0, 'One '), piece(1, 8, 'three'), piece(1, 2, 'e two ')];
  expect(textIn(events.reduce(after, opened(running)))).toBe('One two three');
});

test('whichever pieces are lost, doubled or late, the row that ends the turn wins', () => {
  const fullText = 'An answer of some words.';
  const deltas: TurnDelta[] = [0, 3, 9, 10, 17].map((offset, at, all) => ({
    epoch: 1,
    base: 0,
    offset,
    text: fullText.slice(offset, all[at + 1]),
  }));
  fc.assert(
    fc.property(fc.array(fc.nat(deltas.length - 1), { maxLength: 12 }), fc.nat(12), (order, endsAt) => {
      const events = order.map(
        (at): RoomEvent => ({ type: 'delta', turn_id: 'turn', delta: deltas[at] as TurnDelta }),
      );
      const end = rowCame(turnRow({ state: 'done', epoch: 1 }, { seq: 2, body: fullText }));
      let room = opened(running);
      for (const event of [...events.slice(0, endsAt), end, ...events.slice(endsAt)]) {
        room = after(room, event);
        expect(fullText.startsWith(textIn(room) ?? '')).toBe(true);
      }
      expect(textIn(room)).toBe(fullText);
      expect(room.turns).toEqual({});
    }),
  );
});

test('pieces that come before the row of their turn are not lost', () => {
  const room = [piece(1, 0, 'Early '), piece(1, 6, 'bird')].reduce(after, opened());
  expect(textIn(after(room, rowCame(running)))).toBe('Early bird');
});

test('pieces of a holder that has lost the turn come too late', () => {
  const passedOn = rowCame(turnRow({ state: 'running', epoch: 2 }, { seq: 2, body: 'Kept' }));
  const events = [piece(1, 0, 'Kept and more'), piece(2, 4, ' on', 4), passedOn, piece(1, 13, ' late')];
  expect(textIn(events.reduce(after, opened(running)))).toBe('Kept on');
});

test('a row that was fetched for a missing piece counts, though its number is the same', () => {
  const room = after(opened(running), piece(1, 10, '!'));
  expect(room.turns.turn?.ahead).toHaveLength(1);
  const fetched = turnRow({ state: 'running', epoch: 1 }, { body: 'Hello room' });
  expect(textIn(after(room, rowCame(fetched)))).toBe('Hello room!');
});

test('an older version of a row changes nothing', () => {
  const done = after(opened(running), rowCame(turnRow({ state: 'done' }, { seq: 3, body: 'All' })));
  expect(textIn(after(done, rowCame(turnRow({ state: 'running', epoch: 1 }, { seq: 2 }))))).toBe('All');
});

test('while a text grows every line of the list stays the same object, and when it is truncated only its own changes', () => {
  const question = {
    ...turnRow({}, { number: 1 }),
    message_id: 'question',
    kind: 'post',
    turn: null,
  } as PostRow;
  const listed = listedPosts('me', personFormat);
  let room = opened(question, running);
  const before = listed(room);
  const [, line] = before.messages;
  if (line?.role !== 'assistant') throw new Error('The turn is not listed.');
  room = [piece(1, 0, 'Hello '), piece(1, 6, 'room')].reduce(after, room);
  expect(listed(room)).toBe(before);
  expect([line.text.value, line.text.isEnded]).toEqual(['Hello room', false]);

  room = after(room, piece(2, 0, 'Anew'));
  const cut = listed(room).messages;
  expect(cut[0]).toBe(before.messages[0]);
  expect(cut[1]).not.toBe(line);

  room = after(room, rowCame(turnRow({ state: 'done', epoch: 2 }, { seq: 2, body: 'Anew.' })));
  const [, done] = listed(room).messages;
  if (done?.role !== 'assistant' || cut[1]?.role !== 'assistant') throw new Error('The turn is not listed.');
  // The text on the page is ended, not begun again.
  expect(done.text).toBe(cut[1].text);
  expect([done.text.value, done.text.isEnded, done.isGrowing]).toEqual(['Anew.', true, false]);
});

test('the line of a deleted answer says who deleted it', () => {
  const deleted = { ...turnRow({ state: 'done' }), deleted_at: 1, deleted_by: 'ben' };
  const [line] = listedPosts('me', personFormat)(opened(deleted)).messages;
  expect(line).toMatchObject({ role: 'assistant', isDeleted: true, deletedBy: 'Ben' });
});

test.each([
  ['is there', {}, true],
  ['was deleted', { deleted_at: 1 }, false],
  ['is off the record', { is_off_record: true }, false],
])('an answer can be asked for again only while its question may be sent: it %s', (_, change, isAskable) => {
  const question = {
    ...turnRow({}, { number: 1 }),
    message_id: 'question',
    kind: 'post',
    turn: null,
  } as const;
  const room = opened({ ...question, ...change }, turnRow({ state: 'done' }));
  expect(listedPosts('me', personFormat)(room).messages[1]).toMatchObject({ isAskable });
});

test('an answer is shown as it grows, and without its reasoning once it has ended', () => {
  const body = 'They ask for a sum.\n</think>\n\nTwo.';
  const listed = listedPosts('me', personFormat);
  const growing = [rowCame(running), piece(1, 0, body)].reduce(after, opened());
  expect(listed(growing).messages[0]).toMatchObject({ reasoning: null, text: { value: body } });
  const ended = after(growing, rowCame(turnRow({ state: 'done', epoch: 1 }, { seq: 2, body })));
  expect(listed(ended).messages[0]).toMatchObject({
    text: { value: 'Two.', isEnded: true },
    reasoning: { value: 'They ask for a sum.' },
  });
  expect(ended.rows.map(quoteText)).toEqual(['Two.']);
});
