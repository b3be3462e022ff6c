import type { OwnSpace, PostRow } from '@polylogue/contract';
import { expect, test } from 'vitest';
import type { WaitingPost } from '../../post/outbox.ts';
import { emptyRoom, type Room } from '../engine/room.ts';
import { turnRow } from '../testing/turns.ts';
import { countAhead, ownQuestionWaits, placesIn, placeWords } from './queue.ts';

const [waiting, running] = [turnRow({}), turnRow({ state: 'running' })];

const all = (...rows: PostRow[]) => ({ rows, older: null });

test('who asks reads how many questions come first, while one is answered [TORCH-18]', () => {
  expect(countAhead(all(running, waiting, waiting))).toBe(3);
  expect(countAhead(all(running, turnRow({ is_automatic: true })))).toBe(1);
  // Nobody answers these: with one’s own key, one is answered at once.
  expect(countAhead(all(waiting, waiting))).toBe(0);
});

test('where older questions may wait that are not loaded, a question is in line without a number [TORCH-18]', () => {
  const hour = 3_600_000;
  const at = (created_at: number, row: PostRow) => ({ ...row, created_at });
  const placeOfLast = (rows: PostRow[], older: number | null) =>
    [...placesIn({ rows, older }).values()].map(placeWords).at(-1);
  const rows = [at(hour, running), at(2 * hour, { ...waiting, message_id: 'last' })];
  expect([placeOfLast(rows, 7), countAhead({ rows, older: 7 })]).toEqual(['In line', 0]);
  expect([placeOfLast(rows, null), countAhead({ rows, older: null })]).toEqual(['Next in line', 2]);
  // No question waits longer than a day: all that wait are here.
  const long = [at(-23 * hour, running), ...rows];
  expect([placeOfLast(long, 7), countAhead({ rows: long, older: 7 })]).toEqual(['Next in line', 2]);
});

test('one question of each person waits, one that is still on its way included [TORCH-18]', () => {
  const own = { space: { ai_mode: 'always', ai_name: null } } as OwnSpace;
  const waitsIn = (room: Partial<Room>, me = 'me') => ownQuestionWaits({ ...emptyRoom, own, ...room }, me);
  expect(waitsIn({ rows: [waiting] }, 'ada')).toBe(true);
  expect(waitsIn({ rows: [waiting] })).toBe(false);
  expect(waitsIn({ rows: [running, turnRow({ is_automatic: true })] }, 'ada')).toBe(false);
  const post = { turn_id: 'turn', failed: null, body: '@ai Why?' } as WaitingPost;
  expect(waitsIn({ waiting: [post] })).toBe(true);
  expect(waitsIn({ waiting: [{ ...post, body: 'Good morning' }] })).toBe(false);
  expect(waitsIn({ waiting: [{ ...post, failed: 'It was refused.' }] })).toBe(false);
  expect(waitsIn({ waiting: [{ ...post, turn_id: null }] })).toBe(false);
});
