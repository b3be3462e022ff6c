import type { Chat } from './chat.ts';
import { expect, test } from './journey.ts';
import type { Tab } from './tab.ts';

/**
 * Talks until there are many screens, five times as fast as the fastest provider. What comes all at once is never laid out, and
 * Firefox does not hold on to what is seen where its estimated height turns out wrong.
 */
async function talk(chat: Chat, times: number) {
  for (let time = 1; time <= times; time++) await chat.ask(`/tokens 900 kind=mixed rate=1500`);
}

/** The first fully visible message or block, and its position. */
const markTopmost = (tab: Tab) =>
  tab.run(() => {
    const list = document.querySelector('[role=log]');
    const top = list?.getBoundingClientRect().top ?? 0;
    const rows = [...(list?.querySelectorAll<HTMLElement>('[data-message] *') ?? [])];
    const row = rows.find(
      (one) =>
        one.textContent &&
        one.getBoundingClientRect().top >= top + 5 &&
        one.matches('p, li, pre, tr, h1, h2, h3'),
    );
    (globalThis as { marked?: Element | undefined }).marked = row;
    return row?.getBoundingClientRect().top ?? Number.NaN;
  });
const topOfMarked = (tab: Tab) =>
  tab.run(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return (globalThis as { marked?: Element }).marked?.getBoundingClientRect().top ?? Number.NaN;
  });

test('the list follows the newest text, and leaves a reader who scrolled up alone', async ({
  chat,
  imitation,
}) => {
  await chat.ask('/tokens 900');
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
  imitation.hold();
  await chat.say('/tokens 600');
  imitation.release(200);
  await chat.replies.hasCount(2);
  const length = async () => (await chat.replies.last.text()).length;
  await expect.poll(length).toBeGreaterThan(400);
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);

  await chat.tab.wheel(await chat.list.place(), -300);
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeGreaterThan(100);
  await chat.button('Jump to latest').hasCount(1);
  const { top } = await chat.scrolling();
  const before = await length();
  imitation.release(200);
  await expect.poll(length).toBeGreaterThan(before + 200);
  expect((await chat.scrolling()).top).toBe(top);
  imitation.release();
  await chat.send.hasCount(1);
  await chat.button('Jump to latest').click();
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
});

test('on the way up through a long conversation nothing jumps', async ({ chat }) => {
  test.slow();
  await talk(chat, 15);
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
  const jumps: number[] = [];
  for (let turn = 0; turn < 40 && (await chat.scrolling()).top > 0; turn++) {
    const place = await markTopmost(chat.tab);
    const { top } = await chat.scrolling();
    const by = Math.min(200, top);
    await chat.tab.run(
      (by) => document.querySelector('[role=log]')?.scrollBy({ top: -by, behavior: 'instant' }),
      by,
    );
    const moved = (await topOfMarked(chat.tab)) - place - by;
    if (Math.abs(moved) >= 2) jumps.push(moved);
  }
  expect(jumps).toEqual([]);
});

test('Home and End lead to the first and to the last message', async ({ chat }) => {
  await talk(chat, 6);
  await chat.list.press('Home');
  await expect.poll(async () => (await chat.scrolling()).top).toBe(0);
  await chat.list.press('PageDown');
  await expect.poll(async () => (await chat.scrolling()).top).toBeGreaterThan(200);
  await chat.list.press('End');
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
  await chat.button('Scroll to top').click();
  await expect.poll(async () => (await chat.scrolling()).top).toBe(0);
});

test('words are found far from the screen, marked, and brought to it', async ({ chat }) => {
  await chat.ask('/say The needle is here, in the first reply.');
  await talk(chat, 5);
  await chat.list.press('f', 'Control');
  const field = chat.field('Find in conversation');
  await expect.poll(field.isFocused).toBe(true);
  await chat.tab.type('needle is');
  await chat.all('search [role=status]').hasText('1 of 2');
  const seen = () =>
    chat.tab.run(() => {
      const [range] = CSS.highlights.get('found-here') ?? [];
      if (!(range instanceof Range)) return 'nowhere';
      const { top, bottom } = range.getBoundingClientRect();
      const list = document.querySelector('[role=log]')?.getBoundingClientRect();
      return list && top >= list.top && bottom <= list.bottom ? `${range}` : `at ${top}`;
    });
  await expect.poll(seen).toBe('needle is');
  await chat.tab.press('Escape');
  await field.hasCount(0);
  await expect.poll(chat.list.isFocused).toBe(true);
});

test('a reply of 20,000 tokens is followed to its last word', async ({ chat }) => {
  await chat.say('/tokens 20000 rate=2000 kind=mixed');
  await chat.replies.hasCount(1);
  await expect.poll(chat.send.count, { timeout: 60_000 }).toBe(1);
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
});
