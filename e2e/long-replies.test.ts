import type { Locator } from '@playwright/test';
import { expect, test } from './journey.ts';

/** Boxes with plain text only, since they are far from the screen. */
const far = (reply: Locator) => reply.locator('[data-far]');

/** How many of them a reader could see. */
const farInSight = (list: Locator) =>
  list.evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    return [...list.querySelectorAll('[data-far]')].filter((box) => {
      const place = box.getBoundingClientRect();
      return place.bottom > top && place.top < bottom;
    }).length;
  });

/** Letters and digits alone, as they are before and after markdown. */
const letters = (text: string) => text.replace(/\]\([^)]*\)/g, '').replace(/[^\p{L}\p{N}]/gu, '');

/** The answer has ended, and its last words are on the page: a flood is shown a few times a second. */
async function expectWhole(reply: Locator, said = '') {
  const shown = () => reply.evaluate((reply) => reply.textContent ?? '');
  await expect.poll(async () => letters(await shown())).toContain(letters(said.slice(-400)).slice(-20));
}

for (const kind of ['mixed', 'list', 'table', 'quote', 'code']) {
  test(`of a long reply only what is near the screen is there, and all of it on the way up: ${kind} @rest`, async ({
    chat,
  }) => {
    test.slow();
    await chat.open();
    const reply = await chat.ask(`/tokens 12000 kind=${kind}`);
    await expect(far(reply)).not.toHaveCount(0);
    const elements = () => reply.evaluate((reply) => reply.querySelectorAll('*').length);
    await expect.poll(elements, { timeout: 15_000 }).toBeLessThan(900);

    // From the end: content above the reader may be taller than estimated.
    const fromEnd = () => chat.list.evaluate((list) => list.scrollHeight - list.scrollTop);
    let passed = await fromEnd();
    while ((await chat.scrolling()).top > 0) {
      await chat.list.evaluate((list) => list.scrollBy(0, -400));
      await expect.poll(() => farInSight(chat.list)).toBe(0);
      const now = await fromEnd();
      expect(now).toBeGreaterThan(passed);
      passed = now;
    }
    // Content left behind is unloaded again.
    await expect.poll(elements, { timeout: 15_000 }).toBeLessThan(900);
  });
}

test('unloaded text keeps its measured height, so that the list does not jump @rest', async ({ chat }) => {
  test.slow();
  await chat.open();
  const reply = await chat.ask('/tokens 8000 kind=table');
  const widths = () =>
    reply
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  const before = await widths();
  const height = () => chat.list.evaluate((list) => list.scrollHeight);
  const walk = async (step: number) => {
    for (let last = -1; ; ) {
      await chat.list.evaluate((list, step) => list.scrollBy(0, step), step);
      await expect.poll(() => farInSight(chat.list)).toBe(0);
      const { top } = await chat.scrolling();
      if (top === last) return;
      last = top;
    }
  };
  await walk(-600);
  const seen = await height();
  await expect.poll(() => far(reply).count(), { timeout: 15_000 }).toBeGreaterThan(40);
  expect(Math.abs((await height()) - seen)).toBeLessThan(2);
  await walk(600);
  expect(Math.abs((await height()) - seen)).toBeLessThan(2);
  expect(await widths()).toEqual(before);
});

test('up to the top and down to the latest words in one press each, however far @phone-rest @rest', async ({
  chat,
}) => {
  await chat.open();
  await chat.ask('/tokens 12000');
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
  await chat.button('Scroll to top').click();
  await expect.poll(async () => (await chat.scrolling()).top, { timeout: 15_000 }).toBe(0);
  await expect.poll(() => farInSight(chat.list)).toBe(0);
  await chat.button('Jump to latest').click();
  await expect.poll(() => farInSight(chat.list)).toBe(0);
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
});

test('words selected in a long reply stay selected wherever its reader goes @rest', async ({
  page,
  chat,
  asked,
}) => {
  test.slow();
  await chat.open();
  const reply = await chat.ask('/tokens 8000');
  await expectWhole(reply, asked().at(-1)?.answer.text);
  await expect(far(reply)).not.toHaveCount(0);
  const selected = await reply.evaluate((reply) => {
    const last = [...reply.querySelectorAll('p')].at(-1) as Element;
    getSelection()?.selectAllChildren(last);
    return String(getSelection());
  });
  expect(selected).not.toBe('');
  await chat.list.evaluate((list) => list.scrollTo(0, 0));
  await expect.poll(() => farInSight(chat.list)).toBe(0);
  // The markup around the text goes.
  const chunks = reply.locator('[class*=_markdown_] > [class*=_chunk_]');
  await expect(chunks.nth(-3)).toHaveAttribute('data-far', 'true', { timeout: 15_000 });
  expect(await page.evaluate(() => String(getSelection()))).toBe(selected);
});

test.describe('copying a selection', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('brings the words far from the screen along @rest', async ({ page, chat, asked }) => {
    await chat.open();
    const reply = await chat.ask('/tokens 8000 kind=code');
    await expect(far(reply)).not.toHaveCount(0);
    const said = asked().at(-1)?.answer.text ?? '';
    await expectWhole(reply, said);
    await reply.evaluate((reply) => getSelection()?.selectAllChildren(reply));
    await page.keyboard.press('ControlOrMeta+c');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const line of said.split('\n').slice(1).filter(Boolean)) expect(copied).toContain(line.trimEnd());
  });
});
