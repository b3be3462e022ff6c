import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { holdScripts } from './slow-scripts.ts';
import { storeConversation, storedDraft } from './stored.ts';

const rich = `## The answer

It is **strong**, with \`code\`.

- One
- Two

The end.`;

/** Stores so many messages, the last of which is `rich`; the page then records every text shown. Returns its address. */
async function begin(page: Page, count: number) {
  await page.addInitScript(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('[data-role=assistant] [data-text]')].at(-1);
      const words = shown?.textContent ?? '';
      if (words !== '' && words !== seen.at(-1)) seen.push(words);
    }).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { seen });
  });
  const messages = Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: at === count - 1 ? rich : `Message ${at}. `.repeat(20),
  }));
  return await storeConversation(page.context(), messages);
}

test('a conversation is readable as plain text before the Markdown reader has loaded [OPEN-02]', async ({
  page,
  chat,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource|Failed to fetch|Unable to preload/);
  await page.route(/\/assets\/markdown[^/]*\.js$/, (route) => route.abort());
  await chat.openStored(await begin(page, 100), 100);
  await expect(chat.replies.last()).toContainText('It is **strong**');
});

test('a conversation that is opened is rendered once, in its final form and with its end in sight, and text typed meanwhile stays, as does the focus [OPEN-01 OPEN-03] @phone-rest', async ({
  page,
  chat,
}) => {
  const address = await begin(page, 100);
  const letGo = await holdScripts(page, 'react');
  await page.goto(address, { waitUntil: 'commit' });
  await chat.box.fill('One\nTwo\nThree');
  await expect.poll(() => storedDraft(page)).toBe('One\nTwo\nThree');
  const box = await chat.box.elementHandle();
  letGo();
  await expect(chat.list.getByText('The end.')).toBeInViewport();
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(1);
  await expect(chat.replies.last().getByRole('listitem')).toHaveText(['One', 'Two']);
  expect(await page.evaluate('seen')).toEqual(['The answerIt is strong, with code.OneTwoThe end.']);
  expect(await box?.evaluate((node) => node.isConnected && node === document.activeElement)).toBe(true);
  await chat.box.press('End');
  await chat.box.pressSequentially(', and more');
  await expect(chat.box).toHaveValue('One\nTwo\nThree, and more');
  await chat.box.fill('/say And now you.');
  await chat.box.press('Enter');
  await expect(chat.replies.last()).toContainText('And now you.');
});

test('of 5,000 messages no more are drawn than of 200 [OPEN-05] @phone-rest @rest', async ({
  page,
  chat,
}) => {
  /** Elements of the list that opens with so many, once nothing more comes above the screen. */
  async function elements(count: number): Promise<number> {
    await page.goto(await begin(page, count));
    await expect(chat.list.getByText('The end.')).toBeInViewport();
    await expect(chat.messages.last()).toHaveAttribute('aria-posinset', String(count));
    let before = 0;
    let still = 0;
    await expect(async () => {
      const now = await chat.list.locator('*').count();
      still = now === before ? still + 1 : 0;
      before = now;
      expect(still).toBe(3);
    }).toPass({ intervals: [100] });
    return before;
  }
  const few = await elements(200);
  const many = await elements(5_000);
  // A row more or less above the screen is a matter of moments.
  expect(many).toBeLessThan(few * 1.5);
});
