import type { Notification } from '@polylogue/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { seenUntil, whenNextBegins } from './seen-notifications.ts';

const notification = (kind: Notification['kind'], more: Partial<Notification> = {}) =>
  ({
    notification_id: `${kind}-1`,
    kind,
    space_id: 'garden',
    created_at: 10,
    is_read: false,
    ...more,
  }) as Notification;

test.each(['answer', 'session', 'session-moved', 'session-cancelled'] as const)(
  'opening a space ends a notification of kind %s, also of one that comes while it is open',
  (kind) => {
    expect(seenUntil([notification(kind)], 'garden', 20)).toBe(10);
    expect(seenUntil([notification(kind, { created_at: 30 })], 'garden', 20)).toBe(30);
    expect(seenUntil([notification(kind, { is_read: true })], 'garden', 20)).toBeNull();
    expect(seenUntil([notification(kind)], 'orchard', 20)).toBeNull();
  },
);

test('a reminder that comes while its space is open stays new until the space is opened again', () => {
  expect(seenUntil([notification('session-soon')], 'garden', 20)).toBe(10);
  const reminder = notification('session-soon', { created_at: 30 });
  expect(seenUntil([reminder], 'garden', 20)).toBeNull();
  expect(seenUntil([notification('answer', { created_at: 40 }), reminder], 'garden', 20)).toBeNull();
  expect(seenUntil([reminder, notification('answer', { created_at: 25 })], 'garden', 20)).toBe(25);
  expect(seenUntil([notification('answer', { created_at: 40 }), reminder], 'garden', 50)).toBe(40);
});

test('once the session has begun that it is about, a reminder holds nothing back: its members are there', () => {
  const reminder = notification('session-soon', { created_at: 30, starts_at: 100 });
  const news = [notification('answer', { created_at: 40 }), reminder];
  expect(seenUntil(news, 'garden', 20, 0, 99)).toBeNull();
  expect(seenUntil(news, 'garden', 20, 0, 100)).toBe(40);
});

test('when a session begins, the reminder of who is in the room is read, without a press', () => {
  vi.useFakeTimers({ now: 50 });
  onTestFinished(() => void vi.useRealTimers());
  const reminder = (starts_at: number, more = {}) =>
    notification('session-soon', { created_at: 30, starts_at, ...more });
  const known = [
    ...[reminder(100), reminder(200), reminder(40)],
    ...[reminder(60, { space_id: 'orchard' }), reminder(70, { is_read: true })],
  ];
  const begun: number[] = [];
  whenNextBegins(known, 'garden', browserClock, (at) => void begun.push(at));
  vi.advanceTimersByTime(49);
  expect(begun).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(begun).toEqual([100]);
  expect(seenUntil([reminder(100)], 'garden', 20, 0, 100)).toBe(30);
  const stop = whenNextBegins(
    [reminder(Date.now() + 1)],
    'garden',
    browserClock,
    (at) => void begun.push(at),
  );
  stop();
  vi.advanceTimersByTime(1_000);
  expect(begun).toEqual([100]);
});

test('an answer that comes while its space is open has been seen, and what came before it', () => {
  expect(seenUntil([], 'garden', 20, 30)).toBe(30);
  expect(seenUntil([notification('answer')], 'garden', 20, 30)).toBe(30);
  expect(seenUntil([], 'garden', 20, 10)).toBeNull();
  expect(seenUntil([notification('session-soon', { created_at: 25 })], 'garden', 20, 30)).toBeNull();
});

test('a mention ends with its message, and an invitation with its answer', () => {
  expect(seenUntil([notification('mention'), notification('invitation')], 'garden', 20)).toBeNull();
});
