import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

/** The page begins with a conversation of so many messages, every one with its number in it. */
async function opening(page: Page, count: number) {
  await page.addInitScript((count) => {
    const sentence = 'The quick brown fox jumps over the lazy dog, and nobody minds. ';
    const asked = { provider: 'openai', model: 'gpt-4', endpoint: 'https://a.test' };
    Object.assign(globalThis, {
      polylogueOpens: Array.from({ length: count }, (_, index) => {
        const at = Date.UTC(2026, 1, 3, 14, 5) + index * 1_000;
        const number = `Message ${index + 1}.`;
        if (index % 2 === 0) {
          return { role: 'user', content: `${number} ${sentence}`, at, asked, trouble: null };
        }
        const paragraphs = Array.from({ length: (index * 7) % 5 }, (_, times) => sentence.repeat(times + 1));
        const code = index % 10 === 1 ? '\n\n```js\nconst answer = 42;\nconsole.log(answer);\n```' : '';
        const content = `${number}\n\n${paragraphs.join('\n\n')}${code}`;
        return { role: 'assistant', content, at, asked, trouble: null };
      }),
    });
  }, count);
}

const many = 5_000;

test('a conversation of 5,000 messages opens at its end, with few of them in the page [LONG-01] @phone', async ({
  page,
  chat,
}) => {
  await opening(page, many);
  await chat.open();
  await expect(chat.list.getByText(`Message ${many}.`)).toBeInViewport();
  expect((await chat.scrolling()).toBottom).toBeLessThan(10);
  await expect(chat.messages.last()).toHaveAttribute('aria-posinset', String(many));
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_000);
});
