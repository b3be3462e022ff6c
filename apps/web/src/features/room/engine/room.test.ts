import type { OwnSpace, PostRow } from '@polylogue/contract';
import { spaceRights } from '@polylogue/sync/spaces';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  after,
  areNewLoaded,
  type Changes,
  countNew,
  emptyRoom,
  firstNew,
  hasAnyMessages,
  type Page,
  pinsOf,
  type Room,
  sendableRows,
  snapshotOf,
  summaryStart,
} from './room.ts';

const rights = spaceRights({ role: 'member', is_muted: false, is_archived: false, members_invite: true });

const row = (number: number, seq = number, body = `Post ${number}`): PostRow => ({
  message_id: `m${number}`,
  seq,
  number,
  kind: 'post',
  by_id: 'ada',
  created_at: 1_000 + number,
  body,
  reply_to: null,
  is_reply_withheld: false,
  mentions: [],
  is_off_record: false,
  files: [],
  reactions: [],
  edited_at: null,
  deleted_at: null,
  deleted_by: null,
  notice: null,
  turn: null,
});

const own = { space: {}, role: 'member', can: rights, read_number: 3, unread: 99 } as OwnSpace;
const page = (messages: Page['messages'], head: number, next: number | null = null): Page => ({
  messages,
  people: [],
  next,
  view: 'v1',
  head,
});
const changes = (messages: Changes['messages'], head: number): Changes => ({
  space: null,
  members: [],
  messages,
  sessions: [],
  people: [],
  role: 'member',
  can: rights,
  view: 'v1',
  head,
  more: false,
});
const waiting = (message_id: string) => ({ message_id, body: 'Hello', ...plain, at: 0, failed: null });
const opened = (messages: Page['messages'], head: number, next: number | null = null): Room =>
  after(emptyRoom, { type: 'opened', own, page: page(messages, head, next) });
const numbers = ({ rows }: Room) => rows.map(({ number }) => number);

const plain = { reply_to: null, files: [], is_off_record: false, turn_id: null, wants: null };

test('whatever arrives twice, late or reordered, the room ends up as if it had been opened at the end [SPACE-05]', () => {
  const versions = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 40 })), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(versions, fc.array(fc.nat(39)), (all, order) => {
      const rows = all.map(([number, seq]) => row(number, number * 100 + seq, `${number} ${seq}`));
      let room = opened([], 0);
      for (const at of [...order, ...rows.keys()]) {
        const one = rows[at % rows.length];
        if (one) room = after(room, { type: 'changes', changes: changes([one], one.seq) });
      }
      const newest = new Map<number, PostRow>();
      for (const one of rows) {
        const before = newest.get(one.number);
        if (!before || before.seq < one.seq) newest.set(one.number, one);
      }
      expect(room.rows).toEqual([...newest.values()].sort((one, other) => one.number - other.number));
    }),
  );
});

test('a post waits until its number arrives, with the answer or the changes, and appears once [SPACE-06]', () => {
  const before = after(opened([row(1)], 1), { type: 'waiting', waiting: [waiting('m2'), waiting('m3')] });
  expect(before.waiting.length).toBe(2);
  const answered = after(before, { type: 'row', row: row(2) });
  expect(answered.waiting.map(({ message_id }) => message_id)).toEqual(['m3']);
  const confirmed = after(answered, { type: 'changes', changes: changes([row(2), row(3)], 3) });
  expect(confirmed.waiting).toEqual([]);
  expect(numbers(confirmed)).toEqual([1, 2, 3]);
});

test('a pinned message is known however far back it is, as it is now, and leaves no gap in the list [PIN-01]', () => {
  const pinning = { ...own.space, pins: ['m2', 'm8'] };
  const far = after(opened([row(7), row(8)], 8, 7), {
    type: 'changes',
    changes: { ...changes([row(2, 9)], 9), space: pinning },
  });
  expect(numbers(far)).toEqual([7, 8]);
  expect(pinsOf(far).map(({ number }) => number)).toEqual([2, 8]);
  const edited = after(far, { type: 'received', messages: [row(2, 10, 'Edited')], seq: 10 });
  expect(pinsOf(edited)[0]?.body).toBe('Edited');
  const late = after(edited, { type: 'pins', page: page([row(2, 9)], 10) });
  expect(pinsOf(late)[0]?.body).toBe('Edited');
  expect(numbers(after(edited, { type: 'row', row: row(2, 11) }))).toEqual([7, 8]);
  const deleted = after(edited, { type: 'received', messages: [{ ...row(2, 12), deleted_at: 1 }], seq: 12 });
  expect(pinsOf(deleted).map(({ number }) => number)).toEqual([8]);
  expect(sendableRows(edited).map(({ number }) => number)).toEqual([2, 7, 8]);
});

test('posts that others wrote in the meantime are placed by their numbers, before the reader’s own', () => {
  const room = after(opened([row(1)], 1), { type: 'row', row: row(3) });
  expect(numbers(after(room, { type: 'changes', changes: changes([row(2), row(3)], 3) }))).toEqual([1, 2, 3]);
});

test('a change to a message that is not loaded yet leaves no gap: it arrives with the older ones', () => {
  const room = opened([row(50), row(51)], 51, 50);
  const edited = after(room, { type: 'changes', changes: changes([row(7, 60, 'edited')], 60) });
  expect(numbers(edited)).toEqual([50, 51]);
  const older = after(edited, { type: 'older', page: page([row(48), row(49)], 61, 48) });
  expect(numbers(older)).toEqual([48, 49, 50, 51]);
  expect(older.older).toBe(48);
});

test('after one of two people blocks the other, nothing seen before is left [SPACE-07]', () => {
  const room = opened([row(1), row(2)], 2);
  const anew = after(room, {
    type: 'opened',
    own,
    page: { ...page([row(1), { seq: 2, is_withheld: true }], 3), view: 'v2' },
  });
  expect(numbers(anew)).toEqual([1]);
});

test('after the database was restored, a message is shown as the server has it now, even with the number it had', () => {
  const room = opened([row(1), row(2, 3, 'Edited'), row(3, 4)], 4);
  const now = page([row(1), row(2, 3, 'Edited since')], 3);
  const bodies = (one: Page) => after(room, { type: 'opened', own, page: one }).rows.map(({ body }) => body);
  expect(bodies({ ...now, head: 9, view: 'v2' })).toEqual(['Post 1', 'Edited since']);
  // A history that was not renewed: only the head tells.
  expect(bodies(now)).toEqual(['Post 1', 'Edited since']);
});

test('a removed member sees nothing more, and what they had not sent is still there', () => {
  const room = after(opened([row(1)], 1), { type: 'waiting', waiting: [waiting('m9')] });
  const unavailable = after(room, { type: 'unavailable' });
  expect([unavailable.isUnavailable, unavailable.rows, unavailable.waiting.length]).toEqual([true, [], 1]);
});

test('the line above new posts stays where it was when the room was opened', () => {
  const room = opened([row(4)], 4);
  expect(room.readBefore).toBe(3);
  const again = { ...own, read_number: 4 } as OwnSpace;
  expect(after(room, { type: 'opened', own: again, page: page([row(4)], 4) }).readBefore).toBe(3);
});

test('a room that was stored is shown as it was, until it is fetched; what has not changed stays the same object', () => {
  const before = opened([row(1), row(2), row(3)], 3);
  const snapshot = snapshotOf(before);
  if (!snapshot) throw new Error('A room that was fetched can be stored.');
  const restored = after(emptyRoom, { type: 'restored', snapshot });
  expect(restored.rows).toEqual(before.rows);
  expect(restored.isCurrent).toBe(false);
  expect(firstNew(restored, 'me')).toBeNull();
  const news = { ...own, read_number: 3 };
  const now = after(restored, { type: 'opened', own: news, page: page([row(2, 7), row(3), row(4)], 8) });
  expect(now.rows[1]).toBe(before.rows[2]);
  expect(now.rows.map(({ seq }) => seq)).toEqual([7, 3, 4]);
  expect(firstNew(now, 'me')).toBe('m4');
  expect(after(now, { type: 'restored', snapshot })).toBe(now);
});

test('a room whose last messages only say who joined is not empty if there are earlier ones', () => {
  const joined = { ...row(101), kind: 'notice' } as const;
  expect(hasAnyMessages(opened([joined], 101))).toBe(false);
  expect(hasAnyMessages(opened([joined], 101, 101))).toBe(true);
  expect(hasAnyMessages(opened([joined, row(102)], 102))).toBe(true);
  expect(hasAnyMessages({ ...emptyRoom, waiting: [waiting('m1')] })).toBe(true);
});

test('the line above new posts stands where they begin, so not before that is loaded', () => {
  const now = opened([row(101), row(102)], 102, 101);
  expect(now).toMatchObject({ readBefore: 3, unreadBefore: 99 });
  expect(areNewLoaded(now)).toBe(false);
  expect(firstNew(now, 'me')).toBeNull();
  const rows = Array.from({ length: 60 }, (_, at) => row(at + 41));
  const more = after(now, { type: 'older', page: page(rows, 102, 41) });
  expect(firstNew(more, 'me')).toBeNull();
  const last = after(more, {
    type: 'older',
    page: page(
      [4, 5, 6].map((number) => row(number)),
      102,
      4,
    ),
  });
  expect(areNewLoaded(last)).toBe(true);
  expect(firstNew(last, 'me')).toBe('m4');
  // What the reader is shown while the room is open is not new.
  const later = after(last, { type: 'opened', own: { ...own, unread: 0 }, page: page([row(103)], 103, 103) });
  expect(later.unreadBefore).toBe(99);
});

test('a summary begins with what came while the reader was away, or with the whole room [TORCH-08]', () => {
  const away = opened([row(3), row(4), row(5)], 5);
  const later = after(away, { type: 'changes', changes: changes([row(6)], 6) });
  expect([summaryStart(away), summaryStart(later)]).toEqual([3, 3]);
  expect(summaryStart(opened([row(3)], 3))).toBe(0);
});

test('who returns to a room that was open all day finds a line where the new messages begin, and a summary begins there [TORCH-08]', () => {
  const morning = after(opened([row(3), row(4)], 4), { type: 'changes', changes: changes([], 4) });
  const evening = after(morning, { type: 'returned', readBefore: 4 });
  const first = after(evening, { type: 'changes', changes: { ...changes([row(5)], 5), more: true } });
  const rest = [row(6), { ...row(7), by_id: 'me' }, { ...row(8), deleted_at: 1 }];
  const all = after(first, { type: 'changes', changes: changes(rest, 8) });
  expect([firstNew(all, 'me'), summaryStart(all), countNew(all, 'me')]).toEqual(['m5', 4, 2]);
  // What comes after that is seen as it comes.
  const later = after(all, { type: 'changes', changes: changes([row(9)], 9) });
  expect([firstNew(later, 'me'), countNew(later, 'me')]).toEqual(['m5', 2]);
});

test('who returns to a room in which nobody wrote meanwhile still finds the line of when it was opened, and a summary begins there [TORCH-08]', () => {
  const away = opened([row(3), row(4), row(5)], 5);
  const back = after(away, { type: 'returned', readBefore: 5 });
  const joined = { ...row(6), kind: 'notice' } as const;
  for (const rows of [[], [joined]]) {
    const now = after(back, { type: 'changes', changes: changes(rows, 5 + rows.length) });
    expect([firstNew(now, 'me'), summaryStart(now), countNew(now, 'me')]).toEqual(['m4', 3, 2]);
    // They are there, and see what is written next.
    const later = after(now, { type: 'changes', changes: changes([row(7)], 7) });
    expect([firstNew(later, 'me'), countNew(later, 'me')]).toEqual(['m4', 2]);
  }
  // What changed meanwhile was fetched as a page.
  const anew = after(back, {
    type: 'opened',
    own: { ...own, read_number: 5, unread: 0 },
    page: page([...away.rows], 9),
  });
  expect([firstNew(anew, 'me'), summaryStart(anew), countNew(anew, 'me')]).toEqual(['m4', 3, 2]);
});

test('what came to a hidden page is below the line as soon as its reader returns', () => {
  const hidden = after(opened([row(3), row(4)], 4), {
    type: 'received',
    messages: [row(5), row(6)],
    seq: 6,
  });
  const now = after(hidden, { type: 'returned', readBefore: 4 });
  expect([firstNew(now, 'me'), summaryStart(now), countNew(now, 'me')]).toEqual(['m5', 4, 2]);
});

test('what was read on another device meanwhile is not new to who returns', () => {
  const evening = after(opened([row(3), row(4)], 4), { type: 'returned', readBefore: 4 });
  const marks = { read_number: 5, notify: 'all' } as const;
  const now = after(evening, { type: 'changes', changes: { ...changes([row(5), row(6)], 6), own: marks } });
  expect([firstNew(now, 'me'), summaryStart(now)]).toEqual(['m6', 5]);
});

test('of a long room the last messages are stored; a room that is not fetched, or unavailable, is not stored', () => {
  const long = opened(
    Array.from({ length: 200 }, (_, at) => row(at + 1)),
    200,
  );
  expect(snapshotOf(long)).toMatchObject({ older: 141, cursor: 200 });
  expect(snapshotOf(long)?.rows).toHaveLength(60);
  expect(snapshotOf(after(long, { type: 'reopened' }))).toBeNull();
  const unavailable = after(long, { type: 'unavailable' });
  expect(snapshotOf(unavailable)).toBeNull();
  expect(after(unavailable, { type: 'reopened' })).toEqual(emptyRoom);
});
