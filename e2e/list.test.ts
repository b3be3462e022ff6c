import type { Locator } from '@playwright/test';
import { expect, test } from './journey.ts';

const at = new Date('2026-02-03T14:05:09Z');

/** The place of an element on the screen. */
async function placeOf(element: Locator) {
  const place = await element.boundingBox();
  if (!place) throw new Error('It is not on the screen.');
  return { ...place, right: place.x + place.width, bottom: place.y + place.height };
}

test('the chat fills the screen, only its list scrolls, words stay within 85%, and one press glides back to the top [ROUTE-01 CHAT-01 CHAT-07 CHAT-10 CHAT-11 LIST-01 LIST-27 LIST-28 LIST-33 LIST-35 STATE-15 CONST-09 CONST-14] @phone-rest', async ({
  page,
  chat,
  isMobile,
}) => {
  await chat.open();
  const row =
    '| a long cell with many words | another long cell with many words | and one more of them, too |';
  const code = `\`\`\`\n${'x'.repeat(160)}\n\`\`\``;
  await chat.ask(`/say ${'word '.repeat(300)}\n\n${code}\n\n${row}\n|---|---|---|\n${row}`);
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
  expect(toBottom + top).toBeGreaterThan(200);
  expect((await placeOf(chat.box)).bottom).toBeLessThanOrEqual(sizes.window);

  const whole = await placeOf(chat.replies);
  const bubble = (of: Locator) => of.locator('[class*=_bubble_]');
  const question = await placeOf(bubble(chat.questions));
  const reply = await placeOf(bubble(chat.replies));
  // Each touches the thread on its side, which is beside the list.
  const threads = { line: 3, beside: 12 };
  expect(question.right).toBeCloseTo(whole.right + threads.beside - threads.line, 0);
  expect(reply.x).toBeCloseTo(whole.x - threads.beside + threads.line, 0);
  const paper = await bubble(chat.replies).evaluate((of) =>
    Number.parseFloat(getComputedStyle(of, '::before').inlineSize),
  );
  const words = await placeOf(chat.replies.locator('[data-text] p').first());
  for (const width of [question.width, paper, words.right - reply.x]) {
    expect(width).toBeLessThanOrEqual(whole.width * 0.85 + 0.5);
    expect(width).toBeGreaterThan(whole.width * 0.75);
  }
  // A table or code may stand out of the paper.
  expect((await placeOf(chat.replies.locator('[data-code]'))).right).toBeCloseTo(whole.right, 0);
  const table = await placeOf(chat.replies.locator('[class*=_tableFrame_]'));
  expect(table.width).toBeGreaterThan(whole.width * 0.86);

  const toTop = chat.button('Scroll to top');
  await chat.list.evaluate((list) => list.scrollTo(0, 100));
  await expect(toTop).toBeHidden();
  await chat.list.evaluate((list) => list.scrollTo(0, 101));
  await expect(toTop).toHaveText('Scroll to top');
  await expect(toTop).toHaveCSS('transition', /opacity 0\.2s/);
  await expect(toTop).toHaveCSS('opacity', '1');
  await expect(toTop).toBeVisible();
  const button = await placeOf(toTop);
  // Beside the messages where there is room, else in a row of its own below them.
  if (isMobile) expect(button.y).toBeGreaterThanOrEqual((await placeOf(chat.list)).bottom);
  else expect(button.x).toBeGreaterThanOrEqual(whole.right);

  const toEnd = () => chat.list.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await toEnd();
  const start = await chat.scrolling();
  const places = chat.list.evaluate(
    (list) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        list.addEventListener('scroll', () => {
          seen.push(list.scrollTop);
          if (list.scrollTop === 0) resolve(seen);
        });
      }),
  );
  await toTop.click();
  const between = (await places).filter((place) => place > 0 && place < start.top);
  expect(between.length).toBeGreaterThan(0);
  await expect(toTop).toBeHidden();

  // Where motion is unwelcome, nothing fades and nothing glides.
  await expect(chat.replies).toHaveCSS('animation-duration', '0.2s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(chat.replies).toHaveCSS('animation-duration', '0s');
  await toEnd();
  await expect(toTop).toHaveCSS('transition-duration', /^0s(, 0s)*$/);
  await toTop.click();
  expect((await chat.scrolling()).top).toBe(0);
});

test('a paragraph that is long on the screen can be folded, too [LIST-36] @rest', async ({ page, chat }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await chat.open();
  const reply = await chat.ask(`/say ${'word '.repeat(120)}`);
  await reply.locator('p').first().dblclick();
  expect((await reply.getByRole('region', { name: 'Collapsed message' }).boundingBox())?.height).toBe(200);
  await reply.getByRole('button', { name: 'Show all' }).click();
  await expect(reply.getByRole('button', { name: 'Collapse message' })).toBeVisible();
});

const lines = (count: number) =>
  Array.from({ length: count }, (_, line) => `Line ${line + 1} of it.`).join('\n\n');

test('a question and a reply differ in side, icon and paper; each shows its time, and can be copied, shared and folded [LIST-02 LIST-03 LIST-08 LIST-09 LIST-11 LIST-23 LIST-25 MSG-03 MSG-04 ROLE-04 ROLE-05 STATE-12 CONST-06 CONST-07]', async ({
  page,
  chat,
}) => {
  await page.clock.setFixedTime(at);
  await chat.open();
  await chat.ask(`/say ${lines(12)}\n\n[A link](https://example.com).\n\n\`\`\`js\nconst word = 1;\n\`\`\``);
  const whole = await placeOf(chat.replies);
  const sideOf = async (of: Locator) => {
    const { x, right } = await placeOf(of.locator('[class*=_bubble_]'));
    return { left: Math.round(x - whole.x) <= 0, right: Math.round(whole.right - right) <= 0 };
  };
  expect(await sideOf(chat.questions)).toEqual({ left: false, right: true });
  expect(await sideOf(chat.replies)).toEqual({ left: true, right: false });
  const looks = (of: Locator) =>
    of.locator('[class*=_bubble_]').evaluate((bubble) => {
      const { backgroundColor, lineHeight } = getComputedStyle(bubble);
      const below = getComputedStyle(bubble, '::before').backgroundColor;
      return { own: backgroundColor, below, lineHeight: Number.parseFloat(lineHeight) };
    });
  const [asked, answered] = [await looks(chat.questions), await looks(chat.replies)];
  const plain = await page
    .getByRole('form', { name: 'Write a message' })
    .evaluate((form) => getComputedStyle(form).backgroundColor);
  expect(answered).toMatchObject({ own: 'rgba(0, 0, 0, 0)', below: plain });
  expect(['rgba(0, 0, 0, 0)', plain]).not.toContain(asked.own);
  expect(answered.lineHeight).toBeGreaterThan(asked.lineHeight);
  const icon = (of: Locator) => of.getByRole('img', { name: 'OpenAI' });
  await expect(icon(chat.replies)).toHaveCount(1);
  await expect(icon(chat.replies)).toBeVisible();
  await expect(icon(chat.questions)).toHaveCount(0);

  for (const message of [chat.questions, chat.replies]) {
    const time = message.getByRole('button', { name: /14:05/ });
    await expect(time).toHaveText('14:05', { useInnerText: true });
    // Without pointing at anything.
    expect(await time.evaluate((shown) => shown.checkVisibility({ checkOpacity: true }))).toBe(true);
    // While code is being coloured, the list may move away below the pointer.
    await expect(async () => {
      await time.hover();
      await expect(time).toHaveText('3 February 2026 at 14:05:09', { useInnerText: true, timeout: 1_000 });
    }).toPass();
    await page.mouse.move(5, 5);
    await expect(message.getByRole('button', { name: 'Copy message' })).toBeVisible();
    await expect(message.getByRole('button', { name: 'Share message' })).toBeVisible();

    const area = message.locator('[class*=_foldable_]');
    const height = async () => (await placeOf(area)).height;
    const unfolded = await height();
    expect(unfolded).toBeGreaterThan(250);
    await message.getByText('Line 2 of it.').dblclick();
    expect(await height()).toBe(200);
    await area.evaluate((element) => element.scrollTo(0, 50));
    expect(await area.evaluate((element) => element.scrollTop)).toBe(50);
    await message.getByText('Line 4 of it.').dblclick();
    expect(await height()).toBe(unfolded);
    await message.getByRole('button', { name: 'Collapse message' }).press('Enter');
    expect(await height()).toBe(200);
    await message.getByRole('button', { name: 'Show all' }).press('Enter');
    expect(await height()).toBe(unfolded);

    // There it selects a word. Alone in its element once it is coloured: colouring later would take the selection with it.
    await message.locator('pre').getByText('const', { exact: true }).dblclick();
    expect(await page.evaluate(() => String(getSelection()))).toContain('const');
    await message.getByRole('link', { name: 'A link' }).dispatchEvent('dblclick');
    expect(await height()).toBe(unfolded);
  }
});

test('tapping the time of a message shows the full time, tapping the icon of a reply opens nothing [LIST-10 LIST-19] @touch', async ({
  page,
  chat,
}) => {
  await page.clock.setFixedTime(at);
  await chat.open();
  await chat.ask('/say Hello.');
  const time = chat.replies.getByRole('button', { name: /14:05/ });
  await time.tap();
  await expect(time).toHaveText('3 February 2026 at 14:05:09', { useInnerText: true });

  const icon = chat.replies.getByRole('button', { name: 'OpenAI' });
  const card = page.getByRole('tooltip');
  // A mouse opens its card; from then on its code is there.
  await icon.hover();
  await expect(card).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(card).toHaveCount(0);
  await icon.tap();
  await page.clock.runFor(3_000);
  await expect(card).toHaveCount(0);
  // Nor does a finger that stays on it.
  await icon.dispatchEvent('pointerover', { pointerType: 'touch' });
  await page.clock.runFor(3_000);
  await expect(card).toHaveCount(0);
  await expect(icon).not.toHaveAttribute('aria-describedby');
});

test.describe('copying and sharing', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('copying gives the text as it was written and a check mark for 2 seconds; so does sharing where the device cannot; what fails is only logged [LIST-20 LIST-21 LIST-22 STATE-11 CONST-10 ERR-11 ERR-12 ERR-14]', async ({
    page,
    chat,
    watched,
  }) => {
    watched.expectErrors(/Failed to copy text/, /Error sharing/);
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
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    expect(await copied()).toBe(markdown);
    await page.clock.runFor(1_900);
    expect(await icon()).not.toBe(idle);
    await page.clock.runFor(200);
    await expect.poll(icon).toBe(idle);

    await chat.questions.getByRole('button', { name: 'Copy message' }).click();
    await expect.poll(copied).toBe(`/say ${markdown}`);
    await page.clock.resume();

    const share = (of: Locator) => of.getByRole('button', { name: 'Share message' }).click();
    await page.evaluate(() => Object.assign(navigator, { share: undefined }));
    await share(chat.replies);
    await chat.expectToast('Message copied', 'This browser cannot share it.');
    expect(await copied()).toBe(markdown);
    await chat.closeToast();

    await page.evaluate(() => {
      const shared: ShareData[] = [];
      const share = async (what: ShareData) => void shared.push(what);
      Object.assign(navigator, { share });
      Object.assign(window, { shared });
    });
    await share(chat.replies);
    await share(chat.questions);
    const shared = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
    expect(shared).toEqual([{ text: markdown }, { text: `/say ${markdown}` }]);

    await page.evaluate(() => {
      navigator.share = () => Promise.reject(new DOMException('as the test wants it', 'DataError'));
      navigator.clipboard.writeText = () => Promise.reject(new Error('no clipboard today'));
    });
    const logged = (text: string) => page.waitForEvent('console', (message) => message.text().includes(text));
    await Promise.all([logged('Error sharing'), share(chat.replies)]);
    await Promise.all([logged('Failed to copy text'), copy.click()]);
    // A toast would be there with the next frame.
    await page.evaluate(
      () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
    );
    await expect(chat.toasts).toHaveCount(0);
  });
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

test('only the newest reply fades in, over 0.2 s [LIST-26 CONST-11] @rest', async ({ chat }) => {
  await chat.open();
  await chat.ask('/say One.');
  await chat.ask('/say Two.');
  await expect(chat.replies.last()).toHaveCSS('animation-duration', '0.2s');
  await expect(chat.replies.last()).toHaveCSS('animation-name', /fade/);
  await expect(chat.replies.first()).toHaveCSS('animation-name', 'none');
  await expect(chat.questions.last()).toHaveCSS('animation-name', 'none');
});
