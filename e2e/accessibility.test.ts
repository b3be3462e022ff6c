import { AxeBuilder } from '@axe-core/playwright';
import { expectClean, expectCleanInBothColours, standards } from './axe.ts';
import { expect, test } from './journey.ts';

const full = `# A heading

Text with **bold**, a [link](https://example.com) and \`code\`.

- [x] done
- [ ] to do

| Name | Count |
| --- | ---: |
| apples | 3 |

> A quote.

![a foreign image](https://images.example/one.png)

\`\`\`js
// a comment
const answer = await ask('one', { to: 42 }); // "why"
\`\`\`
`;

test.describe('on a first visit', () => {
  test.use({ provider: null });

  test('an empty chat has nothing for axe to find @phone @rest', async ({ page, chat }) => {
    await chat.open();
    await expectCleanInBothColours(page);
  });

  test('the open dialog has nothing for axe to find @phone-rest @rest', async ({ page, chat }) => {
    await chat.open();
    await chat.settings.click();
    await expect(chat.dialog).toBeVisible();
    await expectCleanInBothColours(page);
    await chat.field('API Endpoint').fill('nonsense');
    await chat.save();
    await expect(chat.dialog).toContainText('Must be a valid URL');
    await expectCleanInBothColours(page);
  });
});

test('a full chat has nothing for axe to find, also in the other colours @phone-rest @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  const reply = await chat.ask(`/say ${full}`);
  await expect(reply.locator('pre span').filter({ hasText: 'comment' }).first()).toBeVisible();
  await chat.ask('/tokens 600 kind=mixed');
  await expectCleanInBothColours(page);
});

test('a failed question has nothing for axe to find @phone-rest @rest', async ({ page, chat, watched }) => {
  watched.expectErrors(/Failed to load resource/);
  await chat.open();
  await chat.say('/status 500');
  await chat.expectToast('GPT-4 Omega Error');
  await chat.questions.getByText('Details').click();
  await expectCleanInBothColours(page);
});

test('a loading chat has nothing for axe to find @phone-rest @rest', async ({ page, chat, imitation }) => {
  await chat.open();
  imitation.hold();
  await chat.say('/say Wait.');
  await expect(chat.dots).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
});

test('the not-found page has nothing for axe to find @phone-rest @rest', async ({ page, watched }) => {
  watched.expectErrors(/Failed to load resource.*404/);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await expectCleanInBothColours(page);
});

test('the chat works at 320 px, and an empty list that appears scrolls to its bottom after 100 ms; a full one has nothing for axe to find [LIST-07 CONST-12]', async ({
  page,
  chat,
}) => {
  await page.setViewportSize({ width: 320, height: 260 });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/chat');
  await expect(chat.list).toBeVisible();
  // A reader quicker than that would be at the top.
  await chat.list.evaluate((list) => list.scrollTo(0, 0));
  expect((await chat.scrolling()).toBottom).toBeGreaterThan(10);
  await page.clock.runFor(80);
  expect((await chat.scrolling()).top).toBe(0);
  await page.clock.runFor(30);
  expect((await chat.scrolling()).toBottom).toBeLessThan(1);

  await page.clock.resume();
  await page.setViewportSize({ width: 320, height: 560 });
  await expect(chat.box).toBeEnabled();
  const reply = await chat.ask(`/say ${full}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  for (const button of [
    chat.settings,
    chat.send,
    chat.button('Upload document'),
    chat.button('Conversation'),
  ]) {
    await expect(button).toBeInViewport({ ratio: 1 });
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(reply.locator('pre span').filter({ hasText: 'comment' }).first()).toBeVisible();
  await expectClean(page);
});
