import type { Locator } from '@playwright/test';
import { expectClean } from './axe.ts';
import type { Chat } from './chat.ts';
import { expect, test } from './journey.ts';

/** Presses Delete under a message, with the keyboard or without. */
async function remove(chat: Chat, message: Locator, isByKeyboard = false) {
  const button = message.getByRole('button', { name: 'Delete message' });
  // It is there once the focus is on the message.
  await button.focus();
  if (isByKeyboard) await chat.page.keyboard.press('Enter');
  else await button.click();
}

const undo = (message: Locator) => message.getByRole('button', { name: 'Undo' });

test('a deleted message is no longer sent, copied or found, and a line brings it back [STEER-50 STEER-51] @phone-rest @rest', async ({
  page,
  chat,
  asked,
}) => {
  await chat.open();
  await chat.ask('My secret word is Rumpelstiltskin. /say I will keep it.');
  await chat.ask('/say Two.');
  await remove(chat, chat.questions.first());
  await expect(chat.questions.first()).toContainText('Message deleted');
  await expect(chat.questions.first()).not.toContainText('Rumpelstiltskin');
  await remove(chat, chat.replies.first());
  await expect(chat.replies.first()).toContainText('Reply deleted');
  await expectClean(page);
  await chat.ask('/say Three.');
  expect(asked().at(-1)?.body).toMatchObject({
    messages: [
      { role: 'user', content: '/say Two.' },
      { role: 'assistant', content: 'Two.' },
      { role: 'user', content: '/say Three.' },
    ],
  });

  await chat.button('Conversation').click();
  await page.getByRole('menuitem', { name: 'Find' }).click();
  await page.getByRole('textbox', { name: 'Find in conversation' }).fill('Rumpel');
  await expect(page.getByRole('search')).toContainText('Nothing found');
  await page.keyboard.press('Escape');

  // No toast takes this Undo away: it is there after everything else.
  await undo(chat.questions.first()).click();
  await expect(chat.questions.first()).toContainText('Rumpelstiltskin');
  await undo(chat.replies.first()).click();
  await chat.ask('/say Four.');
  expect(JSON.stringify(asked().at(-1)?.body)).toContain('Rumpelstiltskin');
});

test('of a long message that is deleted in the middle, the line with Undo stays in sight [STEER-50] @phone @rest', async ({
  chat,
}) => {
  await chat.open();
  await chat.ask('/tokens 1500');
  await chat.ask('/tokens 1500');
  const long = chat.replies.first();
  await long.getByRole('button', { name: 'Delete message' }).scrollIntoViewIfNeeded();
  await remove(chat, long);
  await expect(undo(long)).toBeInViewport();
});

test('by keyboard the focus goes to Undo, and back to the message [STEER-50] @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.ask('/say One.');
  for (const message of [chat.questions.first(), chat.replies.first()]) {
    await remove(chat, message, true);
    await expect(undo(message)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(message.getByRole('button', { name: 'Delete message' })).toBeFocused();
  }
});

test('after the last reply was deleted Retry asks for another [STEER-52] @phone @rest', async ({
  chat,
  asked,
}) => {
  await chat.open();
  await chat.ask('/tokens 30');
  await remove(chat, chat.replies.last());
  await chat.replies.last().getByRole('button', { name: 'Retry' }).click();
  await expect(chat.list.getByRole('group', { name: 'Versions' })).toContainText('2/2');
  await expect(chat.send).toBeVisible();
  expect(asked()).toHaveLength(2);
  expect(asked()[1]?.body).toMatchObject({ messages: [{ role: 'user' }] });
  await chat.list.getByRole('button', { name: 'Previous version' }).click();
  await expect(chat.replies.last()).toContainText('Reply deleted');
});

test('a reply whose question was deleted says why no other is asked for [STEER-51] @rest', async ({
  chat,
  asked,
}) => {
  await chat.open();
  await chat.ask('/say One.');
  await remove(chat, chat.questions.first());
  await chat.replies.getByRole('button', { name: 'Regenerate reply' }).click();
  await chat.expectToast('The question behind this reply was deleted', 'Press Undo where it was');
  expect(asked()).toHaveLength(1);
});

test('deleting a reply that streams stops it, and what arrived comes back [STEER-53] @phone-rest @rest', async ({
  chat,
  imitation,
  begin,
  asked,
}) => {
  await chat.open();
  await begin(4);
  await remove(chat, chat.replies.last());
  await expect.poll(() => asked()[0]?.answer.ended).toBe('left');
  await expect(chat.replies.last()).toContainText('Reply deleted');
  await expect(chat.send).toBeVisible();
  imitation.release();
  await undo(chat.replies.last()).click();
  await expect(chat.replies.last()).toContainText('Twelve');
  await expect(chat.button('Continue')).toBeVisible();
});

test('a reply that was stopped is continued in front of what was deleted since [STEER-54] @phone @rest', async ({
  page,
  chat,
  imitation,
  begin,
}) => {
  await chat.open();
  await begin(4);
  await chat.stop.click();
  imitation.release();
  await chat.ask('/say Two.');
  await remove(chat, chat.questions.last());
  await remove(chat, chat.replies.last());
  const half = chat.replies.first();
  await expect(chat.button('Retry')).toHaveCount(1);
  await half.getByRole('button', { name: 'Continue' }).click();
  await expect(chat.send).toBeVisible();
  await expect(half).not.toContainText('You stopped this reply');
  await expect(chat.replies.last()).toContainText('Reply deleted');
  await expect(chat.button('Continue')).toHaveCount(0);
  await expectClean(page);
});

for (const provider of ['openai', 'gemini', 'anthropic', 'deepseek', 'grok'] as const) {
  test.describe(provider, () => {
    test.use({ provider });
    test('takes what is left after messages were deleted [STEER-51] @rest', async ({ chat, asked }) => {
      await chat.open();
      await chat.ask('/say One.');
      await chat.ask('/say Two.');
      await chat.ask('/say Three.');
      await remove(chat, chat.questions.nth(1));
      await remove(chat, chat.questions.first());
      await remove(chat, chat.replies.last());
      const reply = await chat.ask('/echo');
      const echoed = await chat.textOf(reply);
      expect(echoed).toContain('Three.');
      const sent = JSON.stringify(asked().at(-1)?.body);
      expect(sent).toContain('Two.');
      expect(sent).not.toContain('/say Two.');
    });
  });
}

test('after an older reply is asked for again, the list says where the later messages are, with Undo @rest', async ({
  chat,
}) => {
  await chat.open();
  await chat.ask('/say One.');
  await chat.ask('/say Two.');
  await chat.replies.first().getByRole('button', { name: 'Regenerate reply' }).click();
  const note = chat.list.getByText('2 later messages are in version 1');
  await expect(note).toBeVisible();
  await expect(chat.messages).toHaveCount(2);
  await chat.page.getByRole('button', { name: 'Undo and go back to that version' }).press('Enter');
  await expect(chat.messages).toHaveCount(4);
  await expect(chat.replies.last()).toContainText('Two.');
  await expect(note).toBeHidden();
});
