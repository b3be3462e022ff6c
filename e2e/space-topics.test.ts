import { expectCleanInBothColours } from './axe.ts';
import { expect } from './journey.ts';
import { test } from './people.ts';
import { settingEntries } from './provider.ts';
import { box, choose, createSpace, idOf, join, log, post, say } from './room.ts';

test('a room begins a new topic, keeps what is pinned, and a question says beforehand what it is sent with [TOPIC-01 TOPIC-02 TOPIC-03 PIN-01 PIN-03 SPACE-52] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  imitation,
}) => {
  const address = await createSpace(api, lovelace, 'Physics');
  await join(api, hopper, address);
  const params = { space_id: idOf(address) };
  for (const body of ['The rules of this room', 'An old question', 'An old answer']) {
    const message = { message_id: crypto.randomUUID(), body };
    await api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', { params, body: message });
  }
  await page.addInitScript(
    (entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    },
    settingEntries('openai', imitation.url),
  );
  await page.goto(address);
  await page.getByRole('button', { name: 'OK' }).click();

  await post(page, 'The rules of this room').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Pin message' }).click();
  await expect(log(page).getByText('You pinned a message')).toBeVisible();
  const pins = page.getByRole('region', { name: 'Pinned messages' });
  await pins.getByText('Pinned').click();
  await expect(pins).toContainText(`${hopper.name} The rules of this room`);
  await pins.getByText('Pinned').click();

  await choose(page, 'New topic');
  await expect(log(page).getByText('You began a new topic')).toBeVisible();
  await log(page).getByRole('button', { name: 'Undo' }).click();
  await expect(log(page).getByText('You began a new topic')).toBeHidden();
  await choose(page, 'New topic');
  await expect(log(page).getByText('You began a new topic')).toBeVisible();

  await page.getByRole('button', { name: 'Ask AI' }).click();
  const question = page.getByRole('form', { name: 'Ask AI' });
  const sent = page.getByRole('dialog', { name: 'What is sent' });
  await choose(page, 'Costs of the AI');
  await question.getByText(/^Sends 2 messages from 2 people to your OpenAI account/).click();
  const [list, panel] = [await log(page).boundingBox(), await sent.boundingBox()];
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);
  await expect(sent.getByRole('listitem')).toHaveText([
    /The rules of this room · pinned/,
    /what you are writing/,
  ]);
  await expectCleanInBothColours(page);
  const [asked] = await Promise.all([
    page.waitForRequest((one) => one.url().startsWith(imitation.url) && one.method() === 'POST'),
    say(page, '/say The first answer.'),
  ]);
  expect(asked.postData()).toContain('The rules of this room');
  expect(asked.postData()).not.toContain('An old');
  await expect(log(page).getByText('The first answer.').last()).toBeVisible();
  // What stood there before is back.
  await expect(sent).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Costs of the AI' })).toBeVisible();

  // What is left out by a press is part of the question.
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await question.getByText(/^Sends 3 messages from 2 people and 1 answer/).click();
  await sent.getByRole('button', { name: /^Leave out The rules/ }).click();
  await expect(question.getByText(/^Sends 2 messages from 1 person and 1 answer/)).toBeVisible();
  await expect(sent).toContainText('Leaving out is not secrecy');
  // Neither does a message to everyone bring it back.
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await say(page, 'One moment');
  await page.getByRole('button', { name: 'Ask AI' }).click();
  const [less] = await Promise.all([
    page.waitForRequest((one) => one.url().startsWith(imitation.url) && one.method() === 'POST'),
    say(page, '/say The second answer.'),
  ]);
  expect(less.postData()).not.toContain('The rules of this room');
  await expect(log(page).getByText('The second answer.').last()).toBeVisible();
  await expect(log(page).locator('summary').last()).toContainText('1 left out');
  await log(page).getByText('Asked without 1 message').click();
  await expect(log(page).getByRole('blockquote')).toContainText('The rules of this room');

  // What is answered is sent although it is of an earlier topic.
  await post(page, 'An old question').getByRole('button', { name: 'Reply' }).click();
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await expect(question.getByText(/^Sends 6 messages from 2 people and 2 answers/)).toBeVisible();
  await box(page).press('Escape');

  await pins.getByText('Pinned').click();
  await pins.getByRole('button', { name: /^Unpin/ }).click();
  await expect(pins).toBeHidden();
  await expect(log(page).getByText('You took off a pinned message')).toBeVisible();
});
