import type { Locator } from '@playwright/test';
import { expect, test } from './journey.ts';

const copy = (message: Locator) => message.getByRole('button', { name: 'Copy message' }).locator('..');

test('on a phone a press on a message shows what can be done with it, and does nothing else; a wide table fades where it is cut off, and its first column stays; a fold says Show all [LOOK-40 LOOK-42 LOOK-43] @touch', async ({
  chat,
}) => {
  await chat.open();
  await chat.ask('/say One.');
  await chat.ask('/say Two.');
  const first = chat.replies.first();
  const remove = first.getByRole('button', { name: 'Delete message' });
  await expect(copy(chat.replies.last())).toHaveCSS('opacity', '1');
  await expect(copy(first)).toHaveCSS('opacity', '0');
  const place = await remove.boundingBox();
  if (!place) throw new Error('It has no place.');
  await chat.page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
  await expect(copy(first)).toHaveCSS('opacity', '1');
  await expect(first).toContainText('One.');
  await remove.tap();
  await expect(first).toContainText('Reply deleted');

  const cells = (words: string) => `|${Array.from({ length: 9 }, (_, at) => ` ${words}${at} |`).join('')}`;
  const table = [cells('Column'), `|${'---|'.repeat(9)}`, ...Array(8).fill(cells('Cell'))].join('\n');
  await chat.ask(`/say ${table}`);
  const frame = chat.replies.last().locator('[class*=_tableFrame_]');
  await expect(frame).toHaveAttribute('data-cut', 'right');
  const column = frame.getByRole('cell', { name: 'Cell0' }).first();
  const before = (await column.boundingBox())?.x;
  await frame.evaluate((place) => place.scrollTo({ left: 9_999, behavior: 'instant' }));
  await expect(frame).toHaveAttribute('data-cut', 'left');
  expect((await column.boundingBox())?.x).toBe(before);

  await chat.replies.last().getByRole('button', { name: 'Collapse message' }).click();
  await chat.replies.last().getByRole('button', { name: 'Show all' }).click();
  await expect(chat.replies.last().getByRole('button', { name: 'Collapse message' })).toBeVisible();
});
