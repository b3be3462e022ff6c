import type { OwnSpace, PostRow } from '@polylogue/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyRoom } from '../engine/room.ts';
import { readMarks } from './read-marks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A room whose first post has been read, if it is visible. */
function start(isVisible = true) {
  const page = {
    isVisible,
    rows: 1,
    marked: [] as number[],
    unseen: 0,
    readTo: 0,
    told: 0,
    returned: [] as number[],
  };
  const row = (number: number) => ({ number, kind: 'post', by_id: 'ada' }) as PostRow;
  const { changed } = readMarks({
    room: {
      read: () => ({
        ...emptyRoom,
        own: { read_number: page.readTo } as OwnSpace,
        rows: Array.from({ length: page.rows }, (_, at) => row(at + 1)),
      }),
    },
    me: 'ben',
    isVisible: () => page.isVisible,
    mark: async (number) => void page.marked.push(number),
    onReadElsewhere: () => Object.assign(page, { told: page.told + 1 }),
    onReturned: (readBefore) => void page.returned.push(readBefore),
    setUnseen: (count) => Object.assign(page, { unseen: count }),
  });
  changed();
  vi.advanceTimersByTime(500);
  expect(page.marked).toEqual(isVisible ? [1] : []);
  return {
    page,
    post() {
      page.rows += 1;
      changed();
    },
    readTo(number: number) {
      page.readTo = number;
      changed();
    },
    show(isVisible: boolean) {
      page.isVisible = isVisible;
      changed();
    },
  };
}

test('what was read just before the page is hidden is marked as read at once, and once', () => {
  const { page, post, show } = start();
  post();
  vi.advanceTimersByTime(1_000);
  expect(page.marked).toEqual([1]);
  show(false);
  expect(page.marked).toEqual([1, 2]);
  vi.advanceTimersByTime(60_000);
  expect(page.marked).toEqual([1, 2]);
});

test('what arrives while the page is hidden is counted, and marked as read when it is shown', () => {
  const { page, post, show } = start();
  show(false);
  post();
  vi.advanceTimersByTime(60_000);
  expect(page).toMatchObject({ marked: [1], unseen: 1 });
  show(true);
  vi.advanceTimersByTime(5_000);
  expect(page).toMatchObject({ marked: [1, 2], unseen: 0 });
});

test('what was read on another device is not counted by a hidden page, which looks once for what it was told of [SPACE-29]', () => {
  const { page, post, readTo, show } = start();
  show(false);
  // The server confirms what this page has read.
  readTo(1);
  post();
  post();
  expect(page).toMatchObject({ unseen: 2, told: 0 });
  readTo(3);
  expect(page).toMatchObject({ unseen: 0, told: 1 });
  post();
  expect(page).toMatchObject({ unseen: 1, told: 1 });
});

test('who was away for minutes returns to what this page had shown, or to what was read elsewhere', () => {
  const { page, post, readTo, show } = start();
  show(false);
  vi.advanceTimersByTime(60_000);
  post();
  show(true);
  expect(page.returned).toEqual([]);
  show(false);
  vi.advanceTimersByTime(300_000);
  post();
  post();
  show(true);
  post();
  expect(page.returned).toEqual([2]);
  show(false);
  vi.advanceTimersByTime(300_000);
  post();
  post();
  readTo(6);
  show(true);
  expect(page.returned).toEqual([2, 6]);
});

test('a page that was opened in the background is not returned to', () => {
  const { page, show } = start(false);
  vi.advanceTimersByTime(300_000);
  show(true);
  expect(page.returned).toEqual([]);
});
