import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

const at = new Date('2026-02-03T14:05:09Z');

test('the chat fills the screen and only its list scrolls [ROUTE-01 CHAT-01 CHAT-07 CHAT-10 CHAT-11] @phone', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.ask('/tokens 800');
  await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', '/dashboard');
  await expect(chat.list).toBeVisible();
  await expect(chat.button('Upload document')).toBeVisible();
  await expect(chat.button('Upload media')).toBeVisible();
  const sizes = await page.evaluate(() => ({
    page: document.documentElement.scrollHeight,
    pageWidth: document.documentElement.scrollWidth,
    window: innerHeight,
    width: innerWidth,
  }));
  expect(sizes.page).toBe(sizes.window);
  expect(sizes.pageWidth).toBe(sizes.width);
  const { toBottom, top } = await chat.scrolling();
  expect(toBottom + top).toBeGreaterThan(0);
  const box = await chat.box.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(sizes.window);
});

test('the user’s messages are on the right, the assistant’s on the left, none wider than 85% [LIST-01 LIST-02 LIST-03 CONST-14] @phone-rest @rest', async ({
  chat,
}) => {
  await chat.open();
  const long = 'word '.repeat(120);
  await chat.ask(`/say ${long}`);
  const row = await chat.questions.boundingBox();
  const bubble = async (of: typeof chat.questions) => await of.locator('[class*=_bubble_]').boundingBox();
  const question = await bubble(chat.questions);
  const reply = await bubble(chat.replies);
  if (!row || !question || !reply) throw new Error('Something is not on the screen.');
  expect(question.x + question.width).toBeCloseTo(row.x + row.width, 0);
  expect(reply.x).toBeCloseTo(row.x, 0);
  for (const { width } of [question, reply]) {
    expect(width).toBeLessThanOrEqual(row.width * 0.85 + 0.5);
    expect(width).toBeGreaterThan(row.width * 0.8);
  }
});

test('a table or code may stand out of the bubble, the words may not [LIST-35] @phone-rest @rest', async ({
  chat,
}) => {
  await chat.open();
  const long = 'word '.repeat(60);
  const row =
    '| a long cell with many words | another long cell with many words | and one more of them, too |';
  const reply = await chat.ask(
    `/say ${long}\n\n\`\`\`\n${'x'.repeat(160)}\n\`\`\`\n\n${row}\n|---|---|---|\n${row}`,
  );
  const widthOf = async (of: typeof reply) => (await of.boundingBox())?.width ?? 0;
  const whole = await widthOf(reply);
  expect(await widthOf(reply.locator('[data-text] p').first())).toBeLessThanOrEqual(whole * 0.85 + 0.5);
  const code = await reply.locator('[data-code]').boundingBox();
  const { x: start } = (await reply.boundingBox()) ?? { x: 0 };
  expect((code?.x ?? 0) + (code?.width ?? 0)).toBeCloseTo(start + whole, 0);
  expect(await widthOf(reply.locator('[class*=_tableFrame_]'))).toBeGreaterThan(whole * 0.86);
});

test('a paragraph that is long on the screen can be folded, too [LIST-36] @rest', async ({ page, chat }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await chat.open();
  const reply = await chat.ask(`/say ${'word '.repeat(120)}`);
  await reply.locator('p').first().dblclick();
  expect((await reply.getByRole('region', { name: 'Collapsed message' }).boundingBox())?.height).toBe(200);
  await reply.getByRole('button', { name: 'Expand message' }).click();
  await expect(reply.getByRole('button', { name: 'Collapse message' })).toBeVisible();
});

test('a question and a reply differ in side, icon and paper, and one can do the same with both [ROLE-04 ROLE-05] @rest', async ({
  chat,
}) => {
  await chat.open();
  await chat.ask('/say Hello.');
  const paper = (of: typeof chat.questions) =>
    of.locator('[class*=_bubble_]').evaluate((bubble) => getComputedStyle(bubble).backgroundColor);
  expect(await paper(chat.replies)).toBe('rgba(0, 0, 0, 0)');
  expect(await paper(chat.questions)).not.toBe('rgba(0, 0, 0, 0)');
  const icon = (of: typeof chat.questions) => of.getByRole('img', { name: 'OpenAI' });
  await expect(icon(chat.replies)).toHaveCount(1);
  await expect(icon(chat.questions)).toHaveCount(0);
  for (const message of [chat.questions, chat.replies]) {
    await message.hover();
    await expect(message.getByRole('button', { name: 'Copy message' })).toBeVisible();
    await expect(message.getByRole('button', { name: /\d\d:\d\d/ })).toBeVisible();
  }
});

test('a message shows the short time, and the full one on hover [LIST-08 LIST-09 MSG-03 MSG-04]', async ({
  page,
  chat,
}) => {
  await page.clock.setFixedTime(at);
  await chat.open();
  await chat.ask('/say Hello.');
  for (const message of [chat.questions, chat.replies]) {
    const time = message.getByRole('button', { name: /14:05/ });
    await expect(time).toHaveText('14:05', { useInnerText: true });
    await time.hover();
    await expect(time).toHaveText('3 February 2026 at 14:05:09', { useInnerText: true });
  }
});

test('tapping the time of a message shows the full time [LIST-10] @phone', async ({
  page,
  chat,
  hasTouch,
}) => {
  await page.clock.setFixedTime(at);
  await chat.open();
  await chat.ask('/say Hello.');
  const time = chat.replies.getByRole('button', { name: /14:05/ });
  await (hasTouch ? time.tap() : time.click());
  await expect(time).toHaveText('3 February 2026 at 14:05:09', { useInnerText: true });
});

test.describe('copying', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('copying gives the text as it was written and a check mark for 2 seconds [LIST-20 LIST-21 STATE-11 CONST-10]', async ({
    page,
    chat,
  }) => {
    await page.clock.install();
    await chat.open();
    const markdown = 'Some **bold** and `code`.';
    await chat.ask(`/say ${markdown}`);
    const copy = chat.replies.getByRole('button', { name: 'Copy message' });
    const icon = () => copy.locator('svg').innerHTML();
    const idle = await icon();
    await page.clock.pauseAt(Date.now() + 60_000);
    await copy.click();
    await expect.poll(icon).not.toBe(idle);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(markdown);
    await page.clock.runFor(1_900);
    expect(await icon()).not.toBe(idle);
    await page.clock.runFor(200);
    await expect.poll(icon).toBe(idle);

    await chat.questions.getByRole('button', { name: 'Copy message' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`/say ${markdown}`);
  });
});

test('a copy that fails is only logged [ERR-11 ERR-14] @rest', async ({ page, chat, watched }) => {
  watched.expectErrors(/Failed to copy text/);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no clipboard today'));
  });
  await chat.open();
  await chat.ask('/say Hello.');
  const logged = page.waitForEvent('console', (message) => message.text().includes('Failed to copy text'));
  await chat.replies.getByRole('button', { name: 'Copy message' }).click();
  await logged;
  await expect(chat.toasts).toHaveCount(0);
});

/** Gives the page a share feature with this outcome. */
async function withShare(page: Page, ending: 'done' | 'AbortError' | 'DataError') {
  await page.addInitScript((ending) => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    navigator.share = async (what?: ShareData) => {
      shared.push(what ?? {});
      if (ending !== 'done') throw new DOMException('as the test wants it', ending);
    };
  }, ending);
}

test('sharing hands the text to the device [LIST-22] @rest', async ({ page, chat }) => {
  await withShare(page, 'done');
  await chat.open();
  await chat.ask('/say Share me.');
  await chat.replies.getByRole('button', { name: 'Share message' }).click();
  await chat.questions.getByRole('button', { name: 'Share message' }).click();
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
  expect(shared.map(({ text }) => text)).toEqual(['Share me.', '/say Share me.']);
});

test('where a device cannot share, the button copies, and says so [LIST-22] @rest', async ({
  page,
  context,
  chat,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
  await chat.open();
  const reply = await chat.ask('/say Keep me.');
  await reply.getByRole('button', { name: 'Share message' }).click();
  await chat.expectToast('Message copied', 'This browser cannot share it.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Keep me.');
});

test('a share that fails is only logged [ERR-12 ERR-14] @rest', async ({ page, chat, watched }) => {
  watched.expectErrors(/Error sharing/);
  await withShare(page, 'DataError');
  await chat.open();
  await chat.ask('/say Share me.');
  const logged = page.waitForEvent('console', (message) => message.text().includes('Error sharing'));
  await chat.replies.getByRole('button', { name: 'Share message' }).click();
  await logged;
  await expect(chat.toasts).toHaveCount(0);
});

test('a share that the user cancels logs nothing [ERR-13] @rest', async ({ page, chat }) => {
  await withShare(page, 'AbortError');
  await chat.open();
  await chat.ask('/say Share me.');
  await chat.replies.getByRole('button', { name: 'Share message' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared.length))
    .toBe(1);
  await expect(chat.toasts).toHaveCount(0);
});

const lines = (count: number) =>
  Array.from({ length: count }, (_, line) => `Line ${line + 1} of it.`).join('\n\n');

test('double-clicking a message of more than 5 lines makes it 200 px high, and back [LIST-23 LIST-25 STATE-12 CONST-06 CONST-07] @rest', async ({
  chat,
}) => {
  await chat.open();
  const reply = await chat.ask(`/say ${lines(12)}`);
  const area = reply.locator('[class*=_foldable_]');
  const height = async () => (await area.boundingBox())?.height ?? 0;
  const whole = await height();
  expect(whole).toBeGreaterThan(250);
  await reply.getByText('Line 2 of it.').dblclick();
  expect(await height()).toBe(200);
  await area.evaluate((element) => element.scrollTo(0, 50));
  expect(await area.evaluate((element) => element.scrollTop)).toBe(50);
  await reply.getByText('Line 4 of it.').dblclick();
  expect(await height()).toBe(whole);

  await reply.getByRole('button', { name: 'Collapse message' }).press('Enter');
  expect(await height()).toBe(200);
  await reply.getByRole('button', { name: 'Expand message' }).press('Enter');
  expect(await height()).toBe(whole);
});

test('double-clicking a message of 5 lines or fewer changes nothing [LIST-24 CONST-06] @rest', async ({
  chat,
}) => {
  await chat.open();
  const reply = await chat.ask('/say alpha\n\nbeta\n\ngamma');
  const before = await reply.locator('[class*=_foldable_]').boundingBox();
  await reply.getByText('beta').dblclick();
  expect(await reply.locator('[class*=_foldable_]').boundingBox()).toEqual(before);
  await expect(reply.getByRole('button', { name: 'Collapse message' })).toHaveCount(0);
});

test('double-clicking code or a link selects and does not fold [LIST-25] @rest', async ({ chat }) => {
  await chat.open();
  const reply = await chat.ask(`/say ${lines(8)}\n\n\`\`\`js\nconst word = 1;\n\`\`\``);
  // Alone in its element once it is coloured: colouring later would take the selection with it.
  await reply.locator('pre').getByText('const', { exact: true }).dblclick();
  expect((await reply.locator('[class*=_foldable_]').boundingBox())?.height).toBeGreaterThan(200);
  expect(await chat.page.evaluate(() => String(getSelection()))).not.toBe('');
});

test('only the newest reply fades in, over 0.2 s [LIST-26 CONST-11] @rest', async ({ chat }) => {
  await chat.open();
  await chat.ask('/say One.');
  await chat.ask('/say Two.');
  await expect(chat.replies.last()).toHaveCSS('animation-duration', '0.2s');
  await expect(chat.replies.last()).toHaveCSS('animation-name', /fade/);
  await expect(chat.replies.first()).toHaveCSS('animation-name', 'none');
  await expect(chat.questions.last()).toHaveCSS('animation-name', 'none');
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing fades and nothing glides [LIST-33] @rest', async ({ chat }) => {
    await chat.open();
    await chat.ask('/tokens 1500');
    const seconds = await chat.replies.evaluate((reply) =>
      Number.parseFloat(getComputedStyle(reply).animationDuration),
    );
    expect(seconds).toBeLessThan(0.01);
    await chat.button('Scroll to top').click();
    expect((await chat.scrolling()).top).toBe(0);
  });
});
