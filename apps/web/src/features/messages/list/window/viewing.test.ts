import { expect, test } from 'vitest';
import { question, reply } from '../../testing/sample-messages.ts';
import type { ListedMessage } from '../../view/message.ts';
import { messageRows } from './message-rows.ts';
import { anchorOf, mountedRows, nothingViewed, scrolledTo, viewed } from './viewing.ts';

const height = 800;

/** Messages a hundred pixels high, without gaps between them. */
function list(from: number, end: number): ListedMessage[] {
  return Array.from({ length: end - from }, (_, index) => question(`m${from + index}`, 'Hello'));
}

/** The conversation from message 100 to 199, read at message 150, ten pixels of which are above the screen. */
function reading() {
  const rows = messageRows(() => 100, 0);
  const messages = list(100, 200);
  const opened = viewed(nothingViewed, rows, messages, height);
  const range = { first: 48, end: 60 };
  return {
    rows,
    messages,
    viewing: { ...scrolledTo(opened, rows, { id: 'm150', below: -10 }, height), range },
  };
}

test('a conversation opens at its end, and nothing of it fades in', () => {
  const rows = messageRows(() => 100, 0);
  const viewing = viewed(nothingViewed, rows, list(0, 100), height);
  expect(viewing).toEqual({ ...nothingViewed, opened: 1, range: { first: 90, end: 100 } });
  expect(anchorOf(viewing, rows)).toBeNull();
});

test('messages that come above the reader move what they see, and the rows on the page, along', () => {
  const { rows, messages, viewing } = reading();
  const now = viewed(viewing, rows, [...list(80, 100), ...messages], height);
  expect(now.anchor).toEqual({ id: 'm150', below: -10 });
  expect([now.range, now.screen]).toEqual([
    { first: 68, end: 80 },
    { top: 7_010, height },
  ]);
});

test('messages that come below the reader move nothing', () => {
  const { rows, messages, viewing } = reading();
  const now = viewed(viewing, rows, [...messages, reply('new', 'Hi')], height);
  expect(now).toEqual({ ...viewing, fresh: 'new' });
});

test('the reader of a message that is removed sees the next one in its place', () => {
  const { rows, messages, viewing } = reading();
  const now = viewed(
    viewing,
    rows,
    messages.filter(({ id }) => id !== 'm150'),
    height,
  );
  expect(now.anchor).toEqual({ id: 'm151', below: 90 });
  expect(now.screen).toEqual({ top: 4_910, height });
});

test('what was measured is void in another conversation', () => {
  const { rows, viewing } = reading();
  rows.measure([{ id: 'm150', height: 500 }], 0);
  const other = viewed(viewing, rows, list(300, 400), height);
  expect([other.opened, other.screen, rows.heights.total]).toEqual([2, null, 10_000]);
  viewed(other, rows, list(100, 200), height);
  expect(rows.heights.total).toBe(10_000);
});

test('a held message is on the page wherever the reader is, for as long as it exists', () => {
  const { rows, viewing } = reading();
  expect(
    mountedRows({ ...viewing, range: { first: 3, end: 5 }, held: ['m199', 'gone', 'm103'] }, rows),
  ).toEqual([3, 4, 99]);
});
