import type { Page } from '@playwright/test';
import type { Chat } from './chat.ts';
import { expect, isLongRun, test } from './journey.ts';
import { longestTask } from './longest-task.ts';
import { type StoredMessage, storeConversation } from './stored.ts';

const sentence = 'The quick brown fox jumps over the lazy dog, and nobody minds. ';

/** Every message has its number in it. */
const numbered = (count: number): StoredMessage[] =>
  Array.from({ length: count }, (_, index) => {
    const number = `Message ${index + 1}.`;
    if (index % 2 === 0) return { role: 'user', content: `${number} ${sentence}` };
    const paragraphs = Array.from({ length: (index * 7) % 5 }, (_, times) => sentence.repeat(times + 1));
    const code = index % 10 === 1 ? '\n\n```js\nconst answer = 42;\nconsole.log(answer);\n```' : '';
    return { role: 'assistant', content: `${number}\n\n${paragraphs.join('\n\n')}${code}` };
  });

const replied = (content: string): StoredMessage => ({ role: 'assistant', content });

/** Opens a conversation that this browser stores. */
async function open(chat: Chat, messages: readonly StoredMessage[]) {
  await chat.openStored(await storeConversation(chat.page.context(), messages), messages.length);
}

const many = 5_000;

/** The first message in sight, and its position. */
const atEyes = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('[role=log]');
    const top = list?.getBoundingClientRect().top ?? 0;
    const rows = [...(list?.querySelectorAll<HTMLElement>('[data-message]') ?? [])];
    const row = rows.find((one) => one.getBoundingClientRect().bottom > top + 1);
    return { id: row?.dataset.message ?? '', place: row?.getBoundingClientRect().top ?? Number.NaN };
  });
const placeOf = (page: Page, id: string) =>
  page.evaluate(
    (id) => document.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top ?? null,
    id,
  );
const frames = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    for (let left = count; left > 0; left--) await new Promise(requestAnimationFrame);
  }, count);

test('a conversation of 5,000 messages opens at its end, with few of them in the page; nothing in it jumps, and both ends are one press away [LONG-01 LONG-02 LONG-04 LONG-08 LONG-09 LONG-11] @phone-rest', async ({
  context,
  page,
  chat,
  imitation,
}) => {
  // It is one page, but much of it.
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(chat, numbered(many));
  await test.step('it is copied whole; on the way up nothing jumps', async () => {
    await expect(chat.list.getByText(`Message ${many}.`)).toBeInViewport();
    // Between two frames there are rows for which the list has not yet been moved.
    await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
    await expect(chat.messages.last()).toHaveAttribute('aria-posinset', String(many));
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_000);

    await chat.list.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const numbers = [...copied.matchAll(/Message (\d+)\./g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: many }, (_, index) => index + 1));
    expect(copied).not.toContain('scroll to read');
    await page.evaluate(() => getSelection()?.removeAllRanges());

    // Whether all of it still fits is counted when the browser is idle. The note about it makes the list lower, and the
    // list stays at its end: its visible messages move.
    await expect(chat.button('Drop the oldest')).toBeVisible();
    await frames(page, 10);
    const height = () => chat.list.evaluate((list) => list.scrollHeight);
    for (let screens = 0; screens < (isLongRun ? 25 : 8); screens++) {
      const before = await height();
      for (let turns = 0; turns < 3; turns++) {
        const { id, place } = await atEyes(page);
        await chat.list.evaluate((list) => list.scrollBy({ top: -200, behavior: 'instant' }));
        await frames(page, 3);
        // The visible message has moved by the scrolled distance, whatever was added above it.
        expect(Math.abs(((await placeOf(page, id)) ?? Number.NaN) - place - 200)).toBeLessThan(2);
      }
      expect(Math.abs((await height()) / before - 1)).toBeLessThan(0.02);
      await expect(chat.messages.first()).toBeAttached();
    }
    // And by the scrollbar, anywhere: the messages there are shown immediately, and the list stays there.
    for (const share of [0.8, 0.1, 0.5, 0.02, 0.3]) {
      const { moved, gaps } = await chat.list.evaluate(async (list, share) => {
        const wanted = list.scrollHeight * share;
        list.scrollTo(0, wanted);
        for (let left = 2; left > 0; left--) await new Promise(requestAnimationFrame);
        const edge = list.getBoundingClientRect();
        const gaps = [...list.querySelectorAll('[data-spacer]')].filter((spacer) => {
          const { top, bottom } = spacer.getBoundingClientRect();
          return bottom > edge.top + 1 && top < edge.bottom - 1;
        });
        return { moved: Math.abs(list.scrollTop - wanted), gaps: gaps.length };
      }, share);
      expect(moved).toBeLessThan(1_000);
      expect(gaps).toBe(0);
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_000);
    }
  });
  await test.step('to the first message and back to the last, by button and by key, and a reader far up is not moved by a reply below', async () => {
    await chat.list.evaluate((list) => list.scrollBy(0, -400));
    await chat.button('Scroll to top').click();
    await expect(chat.list.getByText('Message 1.', { exact: false }).first()).toBeInViewport();
    await expect.poll(async () => (await chat.scrolling()).top).toBe(0);
    await chat.button('Jump to latest').click();
    await expect(chat.list.getByText(`Message ${many}.`)).toBeInViewport();
    await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);

    await chat.list.focus();
    await page.keyboard.press('Home');
    await expect.poll(async () => (await chat.scrolling()).top).toBe(0);
    await expect(chat.messages.first()).toHaveAttribute('aria-posinset', '1');
    // Chromium drops a page key that comes within a frame or two of a jump; no finger is so quick.
    await frames(page, 10);
    await page.keyboard.press('PageDown');
    await expect.poll(async () => (await chat.scrolling()).top).toBeGreaterThan(200);
    await page.keyboard.press('End');
    await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
    await expect(chat.messages.last()).toHaveAttribute('aria-posinset', String(many));
    await frames(page, 10);
    await page.keyboard.press('PageUp');
    await expect.poll(async () => (await chat.scrolling()).toBottom).toBeGreaterThan(200);
    await expect(chat.list).toBeFocused();

    imitation.hold();
    await chat.say('/tokens 500');
    imitation.release(60);
    await expect(chat.stop).toBeVisible();
    await chat.list.evaluate((list) => list.scrollTo(0, 300_000));
    await frames(page, 20);
    const { id, place } = await atEyes(page);
    imitation.release();
    await expect(chat.send).toBeVisible();
    await frames(page, 5);
    expect(await placeOf(page, id)).toBeCloseTo(place, 0);
    await chat.button('Jump to latest').click();
    await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
    await expect(chat.messages.last()).toHaveAttribute('aria-posinset', String(many + 2));
  });
});

test('sending from far up in a long conversation takes the user to their message [LIST-34] @phone @rest', async ({
  page,
  chat,
}) => {
  await open(chat, numbered(many));
  await chat.list.evaluate((list) => list.scrollTo(0, 300_000));
  await frames(page, 20);
  await chat.say('/tokens 300');
  await expect(chat.messages.last()).toHaveAttribute('aria-posinset', String(many + 2));
  await expect(chat.send).toBeVisible();
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
});

test('a message with the focus stays wherever one scrolls, and keeps what was folded [LONG-10] @phone @rest', async ({
  page,
  chat,
}) => {
  await open(chat, numbered(many));
  const message = chat.list.locator('[data-message]').filter({ hasText: `Message ${many - 2}.` });
  const collapse = message.getByRole('button', { name: 'Collapse message' });
  // On a touch screen it is there once the focus is on the message.
  await collapse.focus();
  await collapse.click();
  const unfold = message.getByRole('button', { name: 'Show all' });
  await expect(unfold).toBeFocused();
  await chat.list.evaluate((list) => list.scrollTo(0, 200_000));
  await frames(page, 30);
  await expect(unfold).toBeFocused();
  await chat.list.focus();
  await chat.list.evaluate((list) => list.scrollTo(0, 100_000));
  await expect(message).toHaveCount(0);
  await chat.button('Jump to latest').click();
  await expect(message.getByRole('region', { name: 'Collapsed message' })).toBeVisible();
});

test('the last question is there to be edited, however far above the end it stands [STEER-01 LONG-08] @phone @rest', async ({
  page,
  chat,
}) => {
  const messages = numbered(39);
  await open(chat, [...messages, replied('And on it goes.\n\n'.repeat(200))]);
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
  const question = chat.list.locator('[aria-posinset="39"]');
  await expect(question).toHaveCount(0);
  await chat.box.press('ArrowUp');
  const box = question.getByRole('textbox', { name: 'Edit your message' });
  await expect(box).toBeFocused();
  await expect(box).toBeInViewport();
  await page.keyboard.type(' And so?');
  await expect(box).toHaveValue(/^Message 39\..* And so\?$/);
  await frames(page, 10);
  await expect(box).toBeInViewport();
});

test('rotating the window keeps the reading position [LONG-05] @rest', async ({ page, chat }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(chat, numbered(many));
  await chat.list.evaluate((list) => list.scrollTo(0, 250_000));
  await frames(page, 30);
  const { id } = await atEyes(page);
  await page.setViewportSize({ width: 844, height: 390 });
  await frames(page, 30);
  await expect(chat.list.locator(`[data-message="${id}"]`)).toBeInViewport();
});

const bar = (page: Page) => page.getByRole('search').filter({ has: page.getByLabel('Find in conversation') });
/** Opens the search by its key, from wherever the focus is. */
async function openSearch(page: Page) {
  await page.keyboard.press('Control+f');
  const field = bar(page).getByLabel('Find in conversation');
  await expect(field).toBeFocused();
  return { field, status: bar(page).getByRole('status') };
}
/** The current match, once it is visible; a formula as its source. */
const here = (page: Page) =>
  page.evaluate(() => {
    const [range] = CSS.highlights.get('found-here') ?? [];
    if (!(range instanceof Range)) return 'nowhere';
    const { top, bottom } = range.getBoundingClientRect();
    const list = document.querySelector('[role=log]')?.getBoundingClientRect();
    const isSeen = list !== undefined && top >= list.top && bottom <= list.bottom;
    const formula = range.cloneContents().querySelector<HTMLElement>('[data-tex]');
    return isSeen ? (formula?.dataset.tex ?? `${range}`) : `at ${top}`;
  });
/** The text of every match marked on the page. */
const marked = (page: Page) =>
  page.evaluate(() => Array.from(CSS.highlights.get('found') ?? [], (range) => `${range}`));

test('words are found in all of a long conversation, from the last message to the first [LONG-06 LONG-07] @rest', async ({
  browser,
  page,
  chat,
}) => {
  await open(chat, numbered(many));
  await chat.list.focus();
  const { field, status } = await openSearch(page);
  const longest = await longestTask(browser, page, async () => {
    await field.fill('MESSAGE');
    await expect(status).toHaveText(/^[\d,]+ of 5,000$/, { timeout: 20_000 });
  });
  expect(longest).toBeLessThan(100);
  await field.fill(`message ${many}.`);
  await expect(status).toHaveText('1 of 1');
  await field.fill('mèssage 1.');
  await expect(status).toHaveText('1 of 1');
  await expect(chat.list.locator('[aria-posinset="1"]')).toBeInViewport();
  expect(await page.evaluate(() => String([...(CSS.highlights.get('found-here') ?? [])][0]))).toBe(
    'Message 1.',
  );
  await field.fill('answer = 42');
  await expect(status).toHaveText('1 of 500');
  await field.press('Shift+Enter');
  await expect(status).toHaveText('500 of 500');
  await field.fill('nobody minds at all');
  await expect(status).toHaveText('Nothing found');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(chat.list).toBeFocused();
  await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0);
});

test('a search that is closed on its way to a match leaves nothing marked [LONG-06] @rest', async ({
  page,
  chat,
}) => {
  await open(chat, numbered(many));
  await chat.list.focus();
  const { field, status } = await openSearch(page);
  await field.fill('answer = 42');
  await expect(status).toHaveText('500 of 500');
  await field.press('Enter');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  // Cancelling a scroll takes a frame, and marks need a moment.
  await frames(page, 30);
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
});

test('a search ends with its page: it is closed when the reader comes back [LONG-06] @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.ask('/say Some words.');
  await openSearch(page);
  await page.getByRole('banner').getByRole('link').click();
  await expect(chat.list).toHaveCount(0);
  await page.goBack();
  await expect(chat.replies).toContainText('Some words.');
  await frames(page, 10);
  await expect(bar(page)).toHaveCount(0);
});

test('a place deep inside a long reply, in code and in a folded message, is brought onto the screen [LONG-06] @rest', async ({
  page,
  chat,
}) => {
  const lines = (count: number, word: string) =>
    Array.from({ length: count }, (_, line) =>
      line === 700 ? `The ${word} is here.` : `Line ${line} of it.`,
    );
  await open(chat, [
    replied(lines(1_500, 'needle').join('\n\n')),
    replied(`\`\`\`js\n${lines(1_500, 'hayfork').join('\n')}\n\`\`\``),
    replied(lines(1_500, 'pitchfork').join('\n\n')),
  ]);
  await chat.messages.last().getByRole('button', { name: 'Collapse message' }).click();
  const { field, status } = await openSearch(page);
  for (const word of ['needle', 'hayfork', 'pitchfork']) {
    await field.fill(word);
    await expect(status).toHaveText('1 of 1');
    await expect.poll(() => here(page)).toBe(word);
  }
});

test('words are found from one line of code to the next, wherever its runs of lines begin [LONG-06] @phone @rest', async ({
  page,
  chat,
}) => {
  const lines = (begin: string, count: number) =>
    Array.from({ length: count }, (_, line) => `${begin} ${line + 1} end`).join('\n');
  await open(chat, [
    replied(`\`\`\`\n${lines('first', 200)}\n\`\`\``),
    replied(`\`\`\`js\n${lines('begin', 20)}\n\`\`\``),
  ]);
  const { field, status } = await openSearch(page);

  // Line 9 begins another run of lines: the line end before it is not on the page.
  for (const [words, marks] of [
    ['8 end begin 9 end', '8 endbegin 9 end'],
    ['begin 9', 'begin 9'],
    ['16 END begin 17', '16 endbegin 17'],
    // Far from the screen such a match is not in the page until the reader goes to it.
    ['96 end first 97', '96 endfirst 97'],
    ['first 177', 'first 177'],
  ] as const) {
    await field.fill(words);
    await expect(status).toHaveText('1 of 1');
    await expect.poll(() => here(page)).toBe(marks);
  }
  await field.fill('end begin');
  await expect(status).toHaveText('1 of 19');
  await expect
    .poll(() => marked(page))
    .toEqual(Array.from({ length: 19 }, (_, end) => ([7, 15].includes(end) ? 'endbegin' : 'end\nbegin')));
});

test('of a list of tasks every word is found, and no box [LONG-06] @phone @rest', async ({ page, chat }) => {
  const tasks = [
    '- [x] x marks *the* spot',
    '- [ ] dig',
    '',
    '  where x is',
    '',
    '- no box',
    '',
    '1. [X] boxed',
  ];
  await open(chat, [replied(tasks.join('\n'))]);
  const { field, status } = await openSearch(page);
  for (const nothing of ['[x]', '] x', 'spot dig', 'done:']) {
    await field.fill(nothing);
    await expect(status).toHaveText('Nothing found');
  }
  await field.fill('x');
  const places = ['x marks the spot', 'where x is', 'no box', 'boxed'];
  for (const [index, paragraph] of places.entries()) {
    await expect(status).toHaveText(`${index + 1} of 4`);
    await expect.poll(() => here(page)).toBe('x');
    const around = () =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('found-here') ?? [];
        return range instanceof Range ? range.startContainer.parentElement?.closest('p')?.textContent : null;
      });
    await expect.poll(around).toBe(paragraph);
    await field.press('Enter');
  }
  await field.fill('marks the spot');
  await expect.poll(() => here(page)).toBe('marks the spot');
});

test('footnotes are found, and formulas as they are written, drawn or not [LONG-06] @phone @rest', async ({
  page,
  chat,
}) => {
  const lines = Array.from({ length: 300 }, (_, line) => `Line ${line} of it.`).join('\n\n');
  const notes = Array.from({ length: 60 }, (_, note) => `[^${note}]: Source number ${note}, a *book*.`);
  await open(chat, [
    replied(`It holds[^0] that $\\frac{a}{b} = c$, so:\n\n$$\n\\frac{a}{b} - c = 0\n$$\n\n${lines}`),
    replied(`As they say[^7] at times.\n\n${notes.join('\n')}`),
    replied(lines),
  ]);
  const { field, status } = await openSearch(page);
  await field.fill('\\frac{a}{b}');
  await expect(status).toHaveText('2 of 2');
  await expect.poll(() => here(page)).toBe('$$\\frac{a}{b} - c = 0$$');
  await field.press('Enter');
  await expect.poll(() => here(page)).toBe('$\\frac{a}{b} = c$');
  await field.fill('number 41, a book');
  await expect(status).toHaveText('1 of 1');
  await expect.poll(() => here(page)).toBe('number 41, a book');
  await field.fill('they say at');
  await expect(status).toHaveText('1 of 1');
  await expect.poll(() => here(page)).toBe('they say8 at');
});

test('somebody who scrolls away from a match is not pulled back to it [LONG-06] @rest', async ({
  page,
  chat,
}) => {
  await open(chat, numbered(200));
  const { field } = await openSearch(page);
  await field.fill('Message 150.');
  await expect.poll(() => here(page)).toBe('Message 150.');
  await chat.list.hover();
  await page.mouse.wheel(0, -800);
  await expect.poll(() => here(page)).not.toBe('Message 150.');
  const wasPulledBack = await page.evaluate(async () => {
    const list = document.querySelector('[role=log]');
    const before = list?.scrollTop ?? 0;
    for (let frame = 0; frame < 120; frame++) await new Promise(requestAnimationFrame);
    return Math.abs((list?.scrollTop ?? 0) - before) > 300;
  });
  expect(wasPulledBack).toBe(false);
});

test('Find is in the menu too, and what a reply says meanwhile counts [LONG-06] @phone @rest', async ({
  page,
  chat,
  imitation,
}) => {
  await chat.open();
  await chat.ask('/say One fox.');
  await chat.button('Conversation').click();
  await page.getByRole('menuitem', { name: 'Find' }).click();
  const field = bar(page).getByLabel('Find in conversation');
  await expect(field).toBeFocused();
  await field.fill('fox');
  await expect(bar(page).getByRole('status')).toHaveText('1 of 2');
  imitation.hold();
  await chat.say('/say Another fox and a fox.');
  await expect(bar(page).getByRole('status')).toHaveText(/ of 4$/);
  imitation.release();
  await expect(bar(page).getByRole('status')).toHaveText(/ of 6$/);
  await bar(page).getByRole('button', { name: 'Close search' }).click();
  await expect(field).toHaveCount(0);
});
