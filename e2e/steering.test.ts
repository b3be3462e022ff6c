import { expectClean } from './axe.ts';
import type { Chat } from './chat.ts';
import { expect, test } from './journey.ts';
import { endpointOf } from './provider.ts';
import { storeConversation } from './stored.ts';

const edit = (chat: Chat, index: number) =>
  chat.questions.nth(index).getByRole('button', { name: 'Edit message' });
/** On a touch screen the button is there once the focus is on the message, or after a press on it. */
async function beginEdit(chat: Chat, index: number) {
  await edit(chat, index).focus();
  await edit(chat, index).click();
}
const editBox = (chat: Chat) => chat.list.getByRole('textbox', { name: 'Edit your message' });
const versions = (chat: Chat) => chat.list.getByRole('group', { name: 'Versions' });

test('a question is edited in its place: Enter sends, Shift+Enter is a new line, Escape keeps the old; versions are switched by keyboard and announced [STEER-01 STEER-04 STEER-08]', async ({
  page,
  chat,
  asked,
}) => {
  await chat.open();
  await chat.ask('/say First.');
  await beginEdit(chat, 0);
  await expect(editBox(chat)).toBeFocused();
  await expect(editBox(chat)).toHaveValue('/say First.');
  await page.keyboard.type(' And');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('more');
  await page.keyboard.press('Escape');
  await expect(editBox(chat)).toHaveCount(0);
  await expect(edit(chat, 0)).toBeFocused();
  expect(await chat.textOf(chat.questions.first())).toBe('/say First.');

  await page.keyboard.press('Enter');
  await editBox(chat).fill('/say Second.');
  await page.keyboard.press('Enter');
  await expect(chat.replies).toContainText('Second.');
  await expect(chat.box).toBeFocused();
  await expect(page.locator('[role=log]:focus-visible')).toHaveCount(0);
  await expect(chat.messages).toHaveCount(2);
  expect(asked().at(-1)?.body).toMatchObject({ messages: [{ role: 'user', content: '/say Second.' }] });

  await expect(chat.send).toBeVisible();
  await expect(versions(chat)).toContainText('2/2');
  await versions(chat).getByRole('button', { name: 'Previous version' }).focus();
  await page.keyboard.press('Enter');
  await expect(chat.replies).toContainText('First.');
  await expect(versions(chat)).toContainText('1/2');
  await expect(versions(chat).getByRole('button', { name: 'Previous version' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Version 1 of 2' })).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(chat.replies).toContainText('Second.');
  await expect(versions(chat).getByRole('button', { name: 'Next version' })).toBeFocused();
  // With Alt, which goes back, or Ctrl it is no key of ours.
  await page.keyboard.press('Control+ArrowLeft');
  await expect(versions(chat)).toContainText('2/2');
});

test('an edit stays in sight as it grows and as a reply grows under it [STEER-09] @phone @rest', async ({
  page,
  chat,
  imitation,
}) => {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 780 });
  await chat.open();
  await chat.ask(`/say ${'A line of it.\n\n'.repeat(5)}`);
  const form = chat.list.getByRole('form', { name: 'Edit message' });
  const isSeen = () =>
    form.evaluate((form) => {
      const { top, bottom } = form.getBoundingClientRect();
      const list = form.closest('[role=log]')?.getBoundingClientRect();
      return list !== undefined && top >= list.top && bottom <= list.bottom;
    });
  await beginEdit(chat, 0);
  for (let lines = 0; lines < 12; lines++) await page.keyboard.press('Shift+Enter');
  expect((await chat.scrolling()).toBottom).toBeGreaterThan(10);
  await expect.poll(isSeen).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);

  imitation.hold();
  await chat.say('/tokens 400');
  imitation.release(10);
  await expect(chat.replies).toHaveCount(2);
  await beginEdit(chat, 1);
  const length = async () => (await chat.replies.last().textContent())?.length ?? 0;
  const before = await length();
  imitation.release(350);
  await expect.poll(length).toBeGreaterThan(before + 350);
  expect(await isSeen()).toBe(true);
  await expect(editBox(chat)).toBeFocused();
  await page.keyboard.press('Escape');
  imitation.release();
  await expect(chat.send).toBeVisible();

  // Sending scrolls to the end again.
  await beginEdit(chat, 0);
  await editBox(chat).fill(`/tokens 600${'\n'.repeat(12)}`);
  await page.keyboard.press('Enter');
  await expect(chat.send).toBeVisible();
  await expect(chat.messages).toHaveCount(2);
  await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);
});

test('an unfinished edit is there again after Escape and after Cancel [STEER-07] @phone-rest @rest', async ({
  page,
  chat,
  asked,
}) => {
  await chat.open();
  await chat.ask('/say First.');
  const note = chat.questions.getByText('Edit not sent');
  await beginEdit(chat, 0);
  await editBox(chat).fill('/say Second.');
  await page.keyboard.press('Escape');
  await expect(note).toBeVisible();
  await expectClean(page);
  expect(await chat.textOf(chat.questions.first())).toBe('/say First.');

  await beginEdit(chat, 0);
  await expect(editBox(chat)).toHaveValue('/say Second.');
  await chat.button('Start over').click();
  await expect(editBox(chat)).toHaveValue('/say First.');
  await expect(editBox(chat)).toBeFocused();
  await chat.button('Cancel').click();
  await expect(note).toHaveCount(0);

  await beginEdit(chat, 0);
  await editBox(chat).fill('/say Third.');
  await chat.button('Cancel').click();
  await beginEdit(chat, 0);
  await page.keyboard.press('Enter');
  await expect(chat.replies).toContainText('Third.');
  expect(asked().at(-1)?.body).toMatchObject({ messages: [{ role: 'user', content: '/say Third.' }] });
});

test('the text before Start over comes back with Ctrl+Z, with Undo, and after Cancel too [STEER-07] @phone @rest', async ({
  page,
  chat,
  asked,
}) => {
  await chat.open();
  await chat.ask('/say First.\nOf two lines.');
  await beginEdit(chat, 0);
  await editBox(chat).fill('/say Second.\n\nOf three.');
  await chat.button('Cancel').click();
  await beginEdit(chat, 0);
  await chat.button('Start over').click();
  await expect(editBox(chat)).toHaveValue('/say First.\nOf two lines.');
  await expect(chat.button('Start over')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(editBox(chat)).toHaveValue('/say Second.\n\nOf three.');
  await expect(chat.button('Undo starting over')).toHaveCount(0);

  // No key undoes anything on a phone.
  await chat.button('Start over').click();
  await expectClean(page);
  await chat.button('Cancel').click();
  await expect(chat.questions.getByText('Edit not sent')).toHaveCount(0);
  await beginEdit(chat, 0);
  await expect(editBox(chat)).toHaveValue('/say First.\nOf two lines.');
  await chat.button('Undo starting over').click();
  await expect(editBox(chat)).toHaveValue('/say Second.\n\nOf three.');
  await expect(editBox(chat)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(editBox(chat)).toHaveValue('/say First.\nOf two lines.');
  await page.keyboard.press('Control+Shift+z');
  await chat.button('Send the edited message').click();
  await expect(chat.replies).toContainText('Of three.');
  expect(asked().at(-1)?.body).toMatchObject({
    messages: [{ role: 'user', content: '/say Second.\n\nOf three.' }],
  });
});

test('an edit of thousands of lines is started over and restored without delay [STEER-07] @rest', async ({
  page,
  chat,
}) => {
  const content = Array.from({ length: 4_000 }, (_, line) => `Line ${line} of a long log.`).join('\n');
  await chat.openStored(await storeConversation(page.context(), [{ role: 'user', content }]), 1);
  await beginEdit(chat, 0);
  await expect(editBox(chat)).toBeFocused();
  await page.keyboard.type(' And more.');
  await page.keyboard.press('Escape');
  await beginEdit(chat, 0);
  const began = Date.now();
  await chat.button('Start over').click();
  await expect(editBox(chat)).toHaveValue(/long log\.$/);
  await chat.button('Undo starting over').click();
  await expect(editBox(chat)).toHaveValue(/And more\.$/);
  // Typed as such it took half a minute.
  expect(Date.now() - began).toBeLessThan(15_000);
});

test('after an edit is sent one goes on in the message box, or in the list, without a ring around all of it [STEER-08] @phone-rest @rest', async ({
  page,
  chat,
  imitation,
  isMobile,
}) => {
  await chat.open();
  await chat.ask('/say First.');
  for (const send of ['Enter', 'a press']) {
    imitation.hold();
    await beginEdit(chat, 0);
    await editBox(chat).fill(`/say Sent with ${send}.`);
    if (send === 'Enter') await page.keyboard.press('Enter');
    else await chat.button('Send the edited message').click();
    // On a phone the box would bring the keyboard up over the reply.
    if (isMobile) await expect(chat.list).toBeFocused();
    await expect(page.locator('[role=log]:focus-visible')).toHaveCount(0);
    imitation.release();
    await expect(chat.replies).toContainText(send);
    await expect(isMobile ? chat.list : chat.box).toBeFocused();
    await expect(page.locator('[role=log]:focus-visible')).toHaveCount(0);
  }
});

test('versions are switched by keyboard and announced, and the shown version is the one sent [STEER-03 STEER-04] @phone-rest @rest', async ({
  page,
  chat,
  asked,
}) => {
  await chat.open();
  await chat.ask('/say One.');
  await chat.ask('/say Two.');
  await beginEdit(chat, 0);
  await editBox(chat).fill('/say Uno.');
  await chat.button('Send the edited message').click();
  await expect(chat.replies).toContainText('Uno.');
  await expect(chat.send).toBeVisible();
  await expect(chat.messages).toHaveCount(2);
  await expect(versions(chat)).toContainText('2/2');

  await versions(chat).getByRole('button', { name: 'Previous version' }).focus();
  await page.keyboard.press('Enter');
  await expect(chat.messages).toHaveCount(4);
  await expect(versions(chat)).toContainText('1/2');
  await expect(versions(chat).getByRole('button', { name: 'Previous version' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Version 1 of 2' })).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(chat.messages).toHaveCount(2);
  await expect(versions(chat).getByRole('button', { name: 'Next version' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(chat.messages).toHaveCount(4);

  await chat.ask('/say Three.');
  expect(JSON.stringify(asked().at(-1)?.body)).not.toContain('Uno');
  await expectClean(page);
});

test('another reply is a version beside the old one, which comes back when no other comes [STEER-10 STEER-13] @phone-rest @rest', async ({
  page,
  chat,
  imitation,
  watched,
}) => {
  await chat.open();
  const reply = await chat.ask('/tokens 30');
  const first = await chat.textOf(reply);
  await chat.replies.getByRole('button', { name: 'Regenerate reply' }).click();
  await expect(versions(chat)).toContainText('2/2');
  await expect(chat.send).toBeVisible();
  await expect(chat.messages).toHaveCount(2);
  await versions(chat).getByRole('button', { name: 'Previous version' }).click();
  expect(await chat.textOf(chat.replies)).toBe(first);

  watched.expectErrors(/Failed to load resource/);
  await page.route(`${imitation.url}/**`, (route) => route.abort());
  await chat.replies.getByRole('button', { name: 'Regenerate reply' }).click();
  await chat.expectToast(/Nothing answers at/);
  expect(await chat.textOf(chat.replies)).toBe(first);
  await expect(versions(chat)).toContainText('1/2');
});

/** From here on Grok answers, and the provider saved before can be asked for another reply. */
async function openWithGrok(chat: Chat, imitation: string) {
  await chat.open();
  await chat.settings.click();
  const endpoint = endpointOf('grok', imitation);
  await chat.configure('grok', { endpoint, model: 'grok-4.7', apiKey: 'xai-0123456789' });
  await expect(chat.dialog).toBeHidden();
}

test.describe('with two saved providers', () => {
  test('another reply is asked of another saved provider [STEER-11] @rest', async ({
    page,
    chat,
    imitation,
    asked,
  }) => {
    await openWithGrok(chat, imitation.url);
    await chat.ask('/say Who are you?');
    expect(asked().at(-1)?.path).toContain('grok');
    await chat.replies.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Regenerate with .*GPT-4o$/ }).click();
    await expect(versions(chat)).toContainText('2/2');
    await expect(chat.send).toBeVisible();
    expect(asked().at(-1)?.path).toContain('openai');
    await expect(chat.replies.getByRole('img', { name: 'OpenAI' })).toBeVisible();
    await expectClean(page);
  });

  test('while a reply streams no other provider can be asked for it, and the same menu offers that once it is there [STEER-11] @rest', async ({
    page,
    chat,
    imitation,
    asked,
    begin,
  }) => {
    await openWithGrok(chat, imitation.url);
    await begin(4);
    await expect(chat.replies.getByRole('button', { name: 'Regenerate reply' })).toHaveCount(0);
    await chat.replies.getByRole('button', { name: 'More' }).click();
    const other = page.getByRole('menuitem', { name: /^Regenerate with .*GPT-4o$/ });
    await expect(other).toBeDisabled();
    await expectClean(page, ['region']);
    await other.click({ force: true });
    await other.press('Enter');
    await expect(chat.stop).toBeVisible();
    expect(asked()).toHaveLength(1);
    imitation.release();
    await expect(chat.send).toBeVisible();
    await expect(other).toBeEnabled();
    await other.click();
    await expect(versions(chat)).toContainText('2/2');
    expect(asked()).toHaveLength(2);
  });
});

test.describe('reasoning', () => {
  test.use({ provider: 'deepseek' });

  test('thinking counts its seconds and is folded away, and stays as Thought for … [STEER-31] @rest', async ({
    page,
    chat,
    imitation,
  }) => {
    await page.clock.install();
    await chat.open();
    imitation.hold();
    await chat.say('/reasoning /say The answer.');
    imitation.release(3);
    await expect(chat.replies).toContainText('Thinking…');
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await expect(chat.replies).not.toContainText('I am an imitation');
    await page.clock.runFor(2_000);
    await expect(chat.replies).toContainText(/Thinking… \d+/);
    imitation.release();
    await page.clock.resume();
    await expect(chat.replies).toContainText(/Thought for/);
  });
});

const queued = (chat: Chat) =>
  chat.page.getByRole('region', { name: 'Queued messages' }).getByRole('listitem');

test('messages written while an answer streams are queued, and sent automatically when it is done [STEER-20 STEER-21] @phone-rest @rest', async ({
  chat,
  imitation,
  asked,
}) => {
  await chat.open();
  imitation.hold();
  await chat.say('/say A long answer.');
  imitation.release(2);
  await expect(chat.stop).toBeVisible();
  await expect(chat.button('Queue message')).toBeHidden();
  await chat.say('/say Second.');
  await expect(chat.box).toHaveValue('');
  await chat.box.fill('/say Third.');
  await chat.button('Queue message').click();
  await expect(queued(chat)).toHaveCount(2);
  await expect(chat.page.getByText('Sent when this reply is done', { exact: true })).toBeVisible();
  await expectClean(chat.page);
  expect(asked()).toHaveLength(1);
  imitation.release();
  await expect(chat.replies).toHaveCount(3);
  await expect(chat.replies.last()).toContainText('Third.');
  await expect(chat.send).toBeVisible();
  await expect(queued(chat)).toHaveCount(0);
  expect(asked()).toHaveLength(3);
});

test('a user who has left the message box meanwhile is not taken back to it when the queue is sent [STEER-21] @rest', async ({
  chat,
  imitation,
  begin,
}) => {
  await chat.open();
  await begin(4);
  await chat.say('/tokens 20');
  await expect(chat.box).toBeFocused();
  await expect(chat.box).toHaveValue('');
  await chat.box.blur();
  imitation.release();
  await expect(chat.replies).toHaveCount(2);
  await expect(chat.send).toBeVisible();
  await expect(chat.box).not.toBeFocused();
});

test('after Stop the queue waits: it can be edited, removed, brought back and sent [STEER-22 STEER-23] @rest', async ({
  chat,
  imitation,
  asked,
}) => {
  await chat.open();
  imitation.hold();
  await chat.say('/say A long answer.');
  imitation.release(2);
  await chat.say('/say Second.');
  await chat.say('/say Third.');
  await chat.stop.click();
  imitation.release();
  await expect(queued(chat)).toHaveCount(2);
  await expect(chat.page.getByText('Not sent yet', { exact: true })).toBeVisible();
  expect(asked()).toHaveLength(1);

  imitation.hold();
  await chat.say('/say Something else.');
  imitation.release(2);
  await expect(chat.stop).toBeVisible();
  await expect(chat.page.getByText('Not sent yet', { exact: true })).toBeVisible();
  imitation.release();
  await expect(chat.send).toBeVisible();

  await queued(chat).nth(1).getByRole('button', { name: 'Remove queued message' }).click();
  await expect(queued(chat)).toHaveCount(1);
  await expect(chat.box).toBeFocused();
  await chat.button('Undo').click();
  await expect(queued(chat)).toHaveText([/Second/, /Third/]);

  await chat.box.fill('more');
  await queued(chat).nth(1).getByRole('button', { name: 'Edit queued message' }).click();
  await expect(chat.box).toHaveValue('/say Third.\n\nmore');
  await expect(chat.box).toBeFocused();
  await chat.button('Send now').click();
  await expect(chat.replies.last()).toContainText('Second.');
  await expect(queued(chat)).toHaveCount(0);
  await expect(chat.box).toHaveValue('/say Third.\n\nmore');
});

test('a reload brings queued texts back as the draft [STEER-24] @rest', async ({ page, chat, imitation }) => {
  await chat.open();
  imitation.hold();
  await chat.say('/say A long answer.');
  imitation.release(2);
  await chat.say('Second');
  await chat.box.fill('Third');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(chat.box).toHaveValue('Second\n\nThird');
  imitation.release();
});

test('a queue stays with its conversation and is sent there while another is open [STEER-25 STEER-26] @phone @rest', async ({
  page,
  chat,
  imitation,
  asked,
}) => {
  await chat.open();
  imitation.hold();
  await chat.say('/say A long answer.');
  imitation.release(2);
  await chat.say('/say Second.');
  await expect(queued(chat)).toHaveCount(1);
  await chat.startNew();
  await expect(queued(chat)).toHaveCount(0);
  imitation.release();
  await chat.ask('/say Something else.');
  await expect(chat.messages).toHaveCount(2);
  await expect.poll(() => asked().length).toBe(3);

  // Another toast takes the place of the one with Undo.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await chat.button('Conversation').click();
  await page.getByRole('menuitem', { name: 'Copy all' }).click();
  await expect(chat.toasts).toHaveCount(1);
  await expect(chat.toasts).not.toContainText('New conversation started');
  await chat.button('Conversation').click();
  await page.getByRole('menuitem', { name: 'Undo new conversation' }).click();
  await expect(chat.replies).toHaveText([/A long answer/, /Second/]);
  await expect(queued(chat)).toHaveCount(0);
});

test('messages queued in another conversation are in its text box after a reload [STEER-25] @rest', async ({
  page,
  chat,
  imitation,
}) => {
  await chat.open();
  imitation.hold();
  await chat.say('/say A long answer.');
  imitation.release(2);
  await chat.say('Second');
  const address = page.url();
  await chat.startNew();
  await chat.box.fill('Third');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(chat.box).toHaveValue('Third');
  await page.goto(address);
  await expect(chat.box).toHaveValue('Second');
  imitation.release();
});

test.describe('a model that reads 1,000 tokens at once', () => {
  test.use({ entries: { context_window: '1000', model_name: 'GPT-4o', model_version: 'gpt-4o' } });

  test('a divider says from where on messages are sent, and takes it back [STEER-40] @phone-rest @rest', async ({
    page,
    chat,
    asked,
  }) => {
    await chat.open();
    await chat.ask('The first question. /tokens 600');
    await chat.ask('The second question. /tokens 400');
    await page.getByRole('button', { name: 'Drop the oldest', exact: true }).click();
    const divider = chat.list.getByRole('note').filter({ hasText: 'Messages above are no longer sent' });
    await expect(divider).toBeVisible();
    await expectClean(page);
    await chat.ask('/say Still here');
    expect(JSON.stringify(asked().at(-1)?.body)).not.toContain('The first question');
    await divider.getByRole('button', { name: 'Send them again' }).click();
    await expect(divider).toHaveCount(0);
    await chat.ask('/say Once more');
    expect(JSON.stringify(asked().at(-1)?.body)).toContain('The first question');
  });
});
