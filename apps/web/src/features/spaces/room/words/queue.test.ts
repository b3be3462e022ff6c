import type { OwnSpace } from '@polylogue/contract';
import { expect, test } from 'vitest';
import type { WaitingPost } from '../../../post/outbox.ts';
import { emptyRoom, type Room } from '../engine/room.ts';
import { turnRow } from '../testing/turns.ts';
import { countAhead, ownQuestionWaits } from './queue.ts';

const [waiting, running] = [turnRow({}), turnRow({ state: 'running' })];

test('who asks reads how many questions come first, while one is answered [TORCH-18]', () => {
  expect(countAhead([running, waiting, waiting])).toBe(3);
  expect(countAhead([running, turnRow({ is_automatic: true })])).toBe(1);
  // Nobody answers these: with one’s own key, one is answered at once.
  expect(countAhead([waiting, waiting])).toBe(0);
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
