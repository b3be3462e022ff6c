import type { OwnSpace, PostRow } from '@polylogue/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { live } from '../../../lib/state/live.ts';
import { showNotification } from '../../../ui/browser-notifications/index.ts';
import { emptyRoom, type Room } from '../engine/room.ts';
import { personFormat, turnRow } from '../testing/turns.ts';
import { notifyOf, readyAnswer, shouldNotify } from './desktop-notifications.ts';

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
  const what = { title: 'Ada in Physics', words: 'Look', tag: 'm1', path: '/spaces/s1' };
  showNotification(what, () => {});
  await vi.waitFor(() =>
    expect(show).toHaveBeenCalledWith('Ada in Physics', { body: 'Look', tag: 'm1', data: '/spaces/s1' }),
  );
  // Nor does a browser without service workers fail.
  vi.stubGlobal('navigator', {});
  showNotification(what, () => {});
});

const own = {
  notify: 'all',
  read_number: 0,
  space: { space_id: 's1', name: 'Physics', ai_name: null },
} as OwnSpace;
const question = turnRow({ state: 'running' });
const answer = turnRow({ state: 'done', ended_at: 50 });
const post = { ...question, message_id: 'm3', number: 3, kind: 'post', by_id: 'ben', turn: null } as PostRow;

/** What Ada is notified of when a post and an answer arrive; `readTo`, `seenAt`: on another device, meanwhile or before. */
async function newsWhile(isInView: boolean, { readTo = 0, seenAt = 0, isReadBefore = false } = {}) {
  onTestFinished(() => void vi.unstubAllGlobals());
  const titles: string[] = [];
  const closed: string[] = [];
  const went: string[] = [];
  const pressed: (() => void)[] = [];
  class Shown {
    static permission = 'granted';
    readonly title: string;
    constructor(title: string) {
      this.title = title;
      titles.push(title);
    }
    set onclick(press: () => void) {
      pressed.push(press);
    }
    close() {
      closed.push(this.title);
    }
  }
  vi.stubGlobal('Notification', Shown);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', { focus() {} });
  const press = (path: string) => {
    vi.stubGlobal('location', { pathname: path });
    pressed.at(-1)?.();
  };
  const start = { ...emptyRoom, own, rows: [question] };
  const room = live<Room, Partial<Room>>(start, (now, more) => ({ ...now, ...more }));
  const view = vi.fn(async () => isInView);
  let comeBack = () => {};
  const onInView = (listener: () => void) => {
    comeBack = listener;
    return () => {};
  };
  const stop = notifyOf(room, 'ada', {
    nameOf: personFormat.nameOf,
    isInView: view,
    go: (path) => went.push(path),
    onInView,
  });
  const read = { own: { ...own, read_number: readTo, seen_at: seenAt } };
  room.dispatch({ rows: [question, post], ...(isReadBefore && read) });
  room.dispatch({ rows: [answer, post] });
  await Promise.all(view.mock.results.map(({ value }) => value));
  room.dispatch(read);
  stop();
  return { titles, closed, comeBack, press, went };
}

test('a post and an answer in a room that is in view nowhere are notified of [SPACE-15]', async () => {
  const { titles } = await newsWhile(false);
  expect(titles).toEqual(['Physics', 'AI has answered you in Physics']);
});

test('who comes back to a room finds none of its notifications left outside of it [SPACE-15]', async () => {
  const { titles, closed, comeBack } = await newsWhile(false);
  expect(closed).toEqual([]);
  comeBack();
  expect(closed).toEqual(titles);
});

test('what arrives in a room that is in view, here or in another tab, is not notified of [SPACE-15]', async () => {
  expect((await newsWhile(true)).titles).toEqual([]);
});

test('a press on a notification leads back to its room from another page [SPACE-15]', async () => {
  const { press, went } = await newsWhile(false);
  press('/spaces/s1');
  expect(went).toEqual([]);
  press('/settings/profile');
  expect(went).toEqual(['/spaces/s1']);
});

test('what was read on another device is not notified of, and leaves no notification [SPACE-15]', async () => {
  expect((await newsWhile(false, { readTo: 3, isReadBefore: true })).titles).toEqual([
    'AI has answered you in Physics',
  ]);
  expect((await newsWhile(false, { readTo: 2 })).closed).toEqual([]);
  expect((await newsWhile(false, { readTo: 3 })).closed).toEqual(['Physics']);
});

test('an answer that was seen on another device is not notified of, and leaves no notification [SPACE-15 SPACE-30]', async () => {
  expect((await newsWhile(false, { seenAt: 50, isReadBefore: true })).titles).toEqual(['Physics']);
  expect((await newsWhile(false, { seenAt: 49 })).closed).toEqual([]);
  expect((await newsWhile(false, { seenAt: 50 })).closed).toEqual(['AI has answered you in Physics']);
});
