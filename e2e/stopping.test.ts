import { framesUntilStopped } from './frames-until-stopped.ts';
import { expect, test } from './journey.ts';

for (const provider of ['openai', 'gemini', 'anthropic'] as const) {
  test.describe(`with ${provider}`, () => {
    test.use({ provider });

    test(`Stop ends an answer of ${provider} within six frames and keeps the text so far @phone-rest @rest`, async ({
      page,
      chat,
      asked,
    }) => {
      await chat.open();
      await chat.say('/tokens 5000 rate=100');
      const shown = () => chat.textOf(chat.replies.last());
      await expect.poll(shown).toMatch(/\w+ \w+ \w+ \w+/);
      await expect(chat.stop).toBeVisible();
      const before = await shown();
      expect(await framesUntilStopped(page)).toBeLessThanOrEqual(6);
      await expect.poll(() => asked().at(-1)?.answer.ended).toBe('left');

      await expect(chat.replies).toContainText('You stopped this reply.');
      await expect(chat.box).toBeEnabled();
      // What came last is there with the next frame.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const stopped = await shown();
      expect(stopped.startsWith(before)).toBe(true);
      await chat.ask('/say Next.');
      expect(await chat.textOf(chat.replies.first())).toBe(stopped);
    });
  });
}

test('the text before Stop counts as the reply in the next request [CALL-24] @rest', async ({
  chat,
  imitation,
  begin,
  asked,
}) => {
  await chat.open();
  await begin(4);
  await chat.stop.click();
  const stopped = await chat.textOf(chat.replies.last());
  imitation.release();
  await chat.ask('/say Next.');
  expect(asked().at(-1)?.body).toMatchObject({
    messages: [
      { role: 'user', content: '/say Twelve pieces of text.' },
      { role: 'assistant', content: stopped },
      { role: 'user', content: '/say Next.' },
    ],
  });
});

test('Stop before the first word leaves the question, and it can be asked again @rest', async ({
  chat,
  imitation,
  asked,
}) => {
  await chat.open();
  imitation.hold();
  await chat.say('/say Late.');
  await expect(chat.dots).toBeVisible();
  await expect.poll(() => asked().length).toBe(1);
  await chat.stop.click();
  await expect(chat.dots).toBeHidden();
  await expect(chat.questions).toContainText('You stopped this before a reply came.');
  await expect(chat.box).toBeEnabled();
  imitation.release();
  await chat.button('Retry').click();
  await expect(chat.replies).toContainText('Late.');
  await expect(chat.questions).not.toContainText('You stopped');
  expect(asked()).toHaveLength(2);
});

test('Escape stops as Stop does, and throws nothing away; what lies over the page has it first @rest', async ({
  page,
  chat,
  imitation,
  begin,
}) => {
  await chat.open();
  await begin(4);
  await chat.settings.click();
  await expect(chat.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chat.dialog).toBeHidden();
  await expect(chat.stop).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chat.send).toBeVisible();
  imitation.release();
  await expect(chat.replies).toContainText('Twelve');
  await expect(chat.replies).toContainText('You stopped');
});

for (const provider of ['openai', 'gemini', 'anthropic'] as const) {
  test.describe(`cut off by ${provider}`, () => {
    test.use({ provider });

    test(`a reply of ${provider} that reached its length limit goes on with Continue @rest`, async ({
      chat,
      asked,
    }) => {
      const text = 'The quick brown fox jumps over the lazy dog and then goes home to sleep.';
      await chat.open();
      await chat.ask(`/length /say ${text}`);
      await expect(chat.replies).toContainText('This reply reached the length limit of the model.');
      await chat.button('Continue').click();
      await expect(chat.replies).toContainText(text);
      await expect(chat.replies).toHaveCount(1);
      await expect(chat.replies).not.toContainText('length limit');
      await expect(chat.button('Continue')).toBeHidden();
      expect(asked()).toHaveLength(2);
    });
  });
}

test('Stop works before the code of the rest of the page has loaded @rest', async ({
  page,
  chat,
  imitation,
}) => {
  await chat.open();
  imitation.hold();
  await chat.say('/say Hello.');
  imitation.release(1);
  await expect(chat.stop).toBeVisible();
  await page.keyboard.press('Tab');
  await chat.stop.focus();
  await page.keyboard.press('Enter');
  await expect(chat.send).toBeVisible();
});
