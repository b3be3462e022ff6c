import { expect, test } from 'vitest';
import {
  afterFeedEvent,
  type FetchResult,
  type Following,
  placeOfFrame,
  startFollowing,
} from './following.ts';
import type { FeedFrame } from './live-frames.ts';

type FollowEvent = Parameters<typeof afterFeedEvent>[1];

const frame = (before: number, seq: number): FeedFrame => ({
  type: 'feed',
  feed: 'account',
  before,
  seq,
  rows: {},
});
const done = (result: FetchResult = 'current'): FollowEvent => ({ type: 'done', result });
const arrived = (before: number, seq: number): FollowEvent => ({
  type: 'arrived',
  frame: frame(before, seq),
});
const opened: FollowEvent = { type: 'switched', isOpen: true };
const closed: FollowEvent = { type: 'switched', isOpen: false };
const failed: FollowEvent = { type: 'failed' };
const woken: FollowEvent = { type: 'woken' };

const follow = (...events: FollowEvent[]): Following => events.reduce(afterFeedEvent, startFollowing());
const doing = (...events: FollowEvent[]) => follow(...events).task.type;
/** One that has fetched everything, and hears of what is new. */
const listening = [done(), opened, done()];

test('it loads first, and polls while there is no socket', () => {
  expect(doing()).toBe('load');
  expect(doing(done())).toBe('poll');
  expect(doing(done(), done())).toBe('poll');
});

test('when a socket opens, what came before it is fetched, then it listens', () => {
  expect(doing(done(), opened)).toBe('fetch');
  expect(doing(...listening)).toBe('listen');
  // It opens while something is fetched, which may lack what came since.
  expect(doing(opened, done())).toBe('fetch');
});

test('when the socket closes, it polls, and frames that waited are forgotten', () => {
  expect(doing(...listening, closed)).toBe('poll');
  const reopened = follow(...listening, arrived(1, 2), arrived(2, 3), closed, opened);
  expect(reopened).toMatchObject({ frames: [], isBehind: true, task: { frame: frame(1, 2) } });
  expect(afterFeedEvent(reopened, done()).task.type).toBe('fetch');
});

test('frames are received one after the other, in the order in which they came', () => {
  const first = follow(...listening, arrived(0, 1), arrived(1, 2));
  expect(first.task).toEqual({ type: 'receive', frame: frame(0, 1) });
  const second = afterFeedEvent(first, done());
  expect(second.task).toEqual({ type: 'receive', frame: frame(1, 2) });
  expect(afterFeedEvent(second, done()).task.type).toBe('listen');
});

test('frames that come while something is fetched wait for it', () => {
  expect(doing(done(), opened, arrived(0, 1))).toBe('fetch');
  expect(doing(done(), opened, arrived(0, 1), done())).toBe('receive');
});

test.each([
  ['follows on', frame(3, 4), 'next'],
  ['joins several changes', frame(1, 4), 'next'],
  ['comes twice', frame(2, 3), 'current'],
  ['comes late', frame(0, 1), 'current'],
  ['comes after one that is missing', frame(4, 5), 'behind'],
  ['only hints', { type: 'hint', feed: 'account', seq: 4 }, 'hint'],
  ['hints at what is known', { type: 'hint', feed: 'account', seq: 3 }, 'current'],
  ['makes everything invalid', { type: 'resync', feed: 'account' }, 'outdated'],
] as const)('a frame that %s is told from the others', (_, one, place) => {
  expect(placeOfFrame(one, 3)).toBe(place);
});

test('a gap is fetched, and so is the rest of a long answer', () => {
  expect(doing(...listening, arrived(4, 5), done('behind'))).toBe('fetch');
  expect(doing(...listening, arrived(4, 5), done('behind'), done('behind'))).toBe('fetch');
  expect(doing(...listening, arrived(4, 5), done('behind'), done())).toBe('listen');
});

test('what is outdated is loaded again', () => {
  expect(doing(...listening, arrived(4, 5), done('outdated'))).toBe('load');
  expect(doing(done(), done('outdated'), failed, done('behind'))).toBe('load');
  expect(doing(...listening, arrived(4, 5), done('outdated'), done())).toBe('listen');
});

test('after failures it rests, longer each time, until something succeeds', () => {
  expect(follow(failed).task).toEqual({ type: 'rest', failures: 1 });
  expect(follow(failed, done('behind'), failed).task).toEqual({ type: 'rest', failures: 2 });
  expect(doing(failed, done('behind'))).toBe('load');
  expect(follow(failed, done('behind'), done(), failed).task).toEqual({ type: 'rest', failures: 1 });
  expect(doing(done(), failed, done('behind'))).toBe('fetch');
});

test('a frame does not end a series of failures', () => {
  const now = follow(...listening, arrived(0, 1), failed);
  expect(now.task).toEqual({ type: 'rest', failures: 1 });
  expect(afterFeedEvent(now, arrived(1, 2)).task.type).toBe('rest');
});

test('a pause ends when the server is there again', () => {
  for (const event of [woken, opened]) expect(doing(done(), failed, event)).toBe('fetch');
});

test('whoever is woken fetches, at once or after what is being fetched, even if that fails', () => {
  expect(doing(done(), woken)).toBe('fetch');
  expect(doing(...listening, woken)).toBe('fetch');
  expect(doing(woken, done())).toBe('fetch');
  expect(doing(done(), woken, woken, failed)).toBe('fetch');
});

test('with nobody looking it sleeps until it is woken', () => {
  const asleep = [done('hidden')];
  expect(doing(...asleep)).toBe('sleep');
  expect(doing(...asleep, opened)).toBe('sleep');
  expect(doing(...asleep, woken)).toBe('fetch');
  expect(doing(woken, done('hidden'))).toBe('fetch');
});

test('one that was stopped does nothing more', () => {
  const stopped = follow(...listening, arrived(0, 1), { type: 'stopped' });
  for (const event of [done(), failed, woken, opened, arrived(1, 2)])
    expect(afterFeedEvent(stopped, event)).toBe(stopped);
});
