import type { PostRow } from '@polylogue/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readyAnswer, shouldNotify, showNotification } from './desktop-notifications.ts';
import { turnRow } from './testing/turns.ts';

const row = (by_id: string, mentions: string[] = [], more: Partial<PostRow> = {}) =>
  ({ kind: 'post', by_id, mentions, deleted_at: null, ...more }) as PostRow;

test('with notifications for everything, there is one for every post by others [SPACE-15]', () => {
  expect(shouldNotify(row('ada'), 'all', 'me')).toBe(true);
  expect(shouldNotify(row('me'), 'all', 'me')).toBe(false);
  expect(shouldNotify(row('ada', [], { kind: 'notice' }), 'all', 'me')).toBe(false);
  expect(shouldNotify(row('ada', [], { deleted_at: 1 }), 'all', 'me')).toBe(false);
});

test('otherwise only for mentions, or for nothing [SPACE-15]', () => {
  expect(shouldNotify(row('ada', ['me']), 'mentions', 'me')).toBe(true);
  expect(shouldNotify(row('ada'), 'mentions', 'me')).toBe(false);
  expect(shouldNotify(row('ada', ['me']), 'none', 'me')).toBe(false);
});

test('a member who asked the AI is notified when the answer is ready, unless notifications are off', () => {
  const running = [turnRow({ state: 'running' })];
  const done = [turnRow({ state: 'done' })];
  const failed = [turnRow({ state: 'failed' })];
  expect(readyAnswer(running, done, 'mentions', 'ada')).toBe(done[0]);
  expect(readyAnswer(done, [...done], 'all', 'ada')).toBeNull();
  expect(readyAnswer([], done, 'all', 'ada')).toBeNull();
  expect(readyAnswer(running, done, 'all', 'ben')).toBeNull();
  expect(readyAnswer(running, failed, 'all', 'ada')).toBeNull();
  expect(readyAnswer(running, done, 'none', 'ada')).toBeNull();
});

test('where only service workers may show notifications, ours does, and knows the room [SPACE-15]', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const show = vi.fn(async () => {});
  class Forbidden {
    static permission = 'granted';
    constructor() {
      throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.');
    }
  }
  vi.stubGlobal('Notification', Forbidden);
  vi.stubGlobal('location', { pathname: '/spaces/s1' });
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ showNotification: show }) } });
  showNotification('Ada in Physics', 'Look', 'm1');
  await vi.waitFor(() =>
    expect(show).toHaveBeenCalledWith('Ada in Physics', { body: 'Look', tag: 'm1', data: '/spaces/s1' }),
  );
  // Nor does a browser without service workers fail.
  vi.stubGlobal('navigator', {});
  showNotification('Ada in Physics', 'Look', 'm1');
});
