import type { Page } from '@playwright/test';
import { expectDashboard } from './account.ts';
import { expect, test } from './journey.ts';
import { test as asMember } from './member.ts';
import { settingEntries } from './provider.ts';

interface Seen {
  fonts: { name: string; start: number; bytes: number }[];
  firstPaint: number;
  moved: number;
}

/** Which fonts were fetched and when, and how far the layout has shifted. */
async function seenOn(page: Page): Promise<Seen> {
  // After a later stylesheet Chromium recreates its font faces as not loaded: the fetches are more reliable.
  await page.waitForFunction(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const isHere = (name: string) =>
      entries.some(
        (entry) => entry.name.includes(name) && entry.name.endsWith('.woff2') && entry.responseEnd > 0,
      );
    return isHere('hyperlegible-next') && isHere('hyperlegible-mono');
  });
  // One frame after they are first drawn, the layout uses them.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  return page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return {
      fonts: entries
        .filter(({ name }) => name.endsWith('.woff2'))
        .map(({ name, fetchStart, encodedBodySize }) => ({
          name,
          start: fetchStart,
          bytes: encodedBodySize,
        })),
      firstPaint: paint?.startTime ?? Number.POSITIVE_INFINITY,
      moved: (globalThis as unknown as { moved: number }).moved,
    };
  });
}

const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (globalThis as unknown as { moved: number }).moved += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

for (const path of ['/', '/chat', '/signin', '/terms']) {
  test(`the fonts of ${path} come behind its first paint, and move nothing [LOOK-21] @phone-rest${path === '/chat' ? '' : ' @rest'}`, async ({
    page,
    baseURL,
  }) => {
    await watchMoves(page);
    await page.goto(path);
    const { fonts, firstPaint, moved } = await seenOn(page);
    expect(fonts.length).toBeGreaterThanOrEqual(2);
    for (const { name, start } of fonts) {
      expect(new URL(name).origin).toBe(baseURL);
      expect(start).toBeGreaterThan(firstPaint);
    }
    expect(moved).toBeLessThan(0.02);
  });
}

test('an icon button shows its name on hover and on focus, and not on touch [LOOK-22] @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  const tip = page.locator('[data-tip-popup]');
  await chat.settings.hover();
  await expect(tip).toHaveText('Settings');
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await page.mouse.move(400, 400);
  await chat.box.focus();
  await page.keyboard.press('Tab');
  await expect(tip).toHaveText('Upload document');
  await page.keyboard.press('Tab');
  await expect(tip).toHaveText('Upload media');
  await page.mouse.click(400, 400);
  await expect(tip).toHaveCount(0);
});

test('a line beside the conversation shows by its colour who speaks [LOOK-23] @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.ask('/say Of course.');
  const colours = await chat.messages.evaluateAll((messages) =>
    messages.map((message) => getComputedStyle(message, '::before').backgroundColor),
  );
  expect(new Set(colours).size).toBe(2);
  const accent = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--accent)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  expect(colours[1]).toBe(accent);
  // All of it is on the page, beside the words.
  const [left, room] = await chat.replies.evaluate((reply) => [
    Number.parseFloat(getComputedStyle(reply, '::before').insetInlineStart),
    reply.getBoundingClientRect().left - (reply.closest('[role=log]')?.getBoundingClientRect().left ?? 0),
  ]);
  expect(-(left ?? 0)).toBeLessThanOrEqual(room ?? 0);
});

asMember(
  'what a member writes has the colour of their avatar [LOOK-20] @rest',
  async ({ page, chat, ada: _signedIn, imitation }) => {
    await page.goto('/dashboard');
    await expectDashboard(page);
    const avatar = await page
      .getByRole('button', { name: 'Your account' })
      .locator('span[aria-hidden]')
      .first()
      .evaluate((letter) => getComputedStyle(letter).backgroundColor);
    await page.evaluate(
      (entries) => {
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
      },
      settingEntries('openai', imitation.url),
    );
    await chat.open();
    await chat.ask('/say Hello.');
    const thread = () =>
      chat.questions.evaluate((message) => getComputedStyle(message, '::before').backgroundColor);
    // The chat does not wait to learn whose it is.
    await expect.poll(thread).toBe(avatar);
  },
);
