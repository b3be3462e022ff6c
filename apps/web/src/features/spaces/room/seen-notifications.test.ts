import type { Notification } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { lastToSee } from './seen-notifications.ts';

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
    expect(lastToSee([notification(kind)], 'garden', 20)).toBe(`${kind}-1`);
    expect(lastToSee([notification(kind, { created_at: 30 })], 'garden', 20)).toBe(`${kind}-1`);
    expect(lastToSee([notification(kind, { is_read: true })], 'garden', 20)).toBeNull();
    expect(lastToSee([notification(kind)], 'orchard', 20)).toBeNull();
  },
);

test('a reminder that comes while its space is open stays new until the space is opened again', () => {
  expect(lastToSee([notification('session-soon')], 'garden', 20)).toBe('session-soon-1');
  expect(lastToSee([notification('session-soon', { created_at: 30 })], 'garden', 20)).toBeNull();
});

test('a mention ends with its message, and an invitation with its answer', () => {
  expect(lastToSee([notification('mention'), notification('invitation')], 'garden', 20)).toBeNull();
});
