import type { Page } from '@playwright/test';
import { newId } from '@polylogue/sync';
import type { Server } from './account.ts';
import { expectCleanInBothColours } from './axe.ts';
import { expect } from './journey.ts';
import { endSignInElsewhere, signOutButton } from './member.ts';
import { createMember, type NamedMember, test, toastOf, uniqueName } from './people.ts';
import { canary, endpointOf, type ProviderName, settingEntries } from './provider.ts';
import { box, choose, join, log, post, say } from './room.ts';
import { samples } from './samples.ts';

/** Below the answer: who paid for what. */
const receipt = (page: Page) => page.getByRole('log', { name: 'Messages' }).locator('summary').last();

/** A member in another browser, in which a key is saved. */
async function withKey(page: Page, provider: ProviderName, imitation: string): Promise<Page> {
  await page.addInitScript(
    (entries) => {
      for (const [name, value] of Object.entries(entries)) {
        if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
      }
    },
    settingEntries(provider, imitation),
  );
  return page;
}

async function ask(page: Page, text: string) {
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await box(page).fill(text);
  await box(page).press('Enter');
}

/** Lends to everyone in the open space. */
async function lend(page: Page, until?: string) {
  await page.getByRole('button', { name: 'Lend', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: /^Lend your key/ });
  await dialog.getByRole('button', { name: 'Change…' }).click();
  await dialog.getByLabel('Who can use it').selectOption('members');
  if (until) await dialog.getByLabel('How long').selectOption(until);
  await dialog.getByRole('button', { name: 'Lend', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: /^Lent to|^What you lend$/ }).first()).toBeVisible();
}

/** Creates a space with all of them in it; returns its address. */
async function createSpace(
  api: Server,
  [owner, ...others]: [NamedMember, ...NamedMember[]],
): Promise<string> {
  const space_id = crypto.randomUUID();
  await api.as(owner, 'POST /api/v1/spaces', { body: { space_id, name: 'Physics', visibility: 'public' } });
  for (const other of others) {
    await api.as(other, 'POST /api/v1/spaces/:space_id/join', { params: { space_id }, body: {} });
  }
  return `/spaces/${space_id}`;
}

/** A budget that stops, as another device of that person stores it, and an answer that has cost two cents. */
async function storeBudget(api: Server, person: NamedMember, usd: number) {
  const at = Date.now();
  await api.as(person, 'POST /api/v1/changes', {
    body: {
      records: [
        {
          kind: 'budget',
          record_id: '00000000-0000-8000-8000-000000000001',
          fields: { monthly_usd_micros: [usd * 1_000_000, at], stops: [true, at], deleted: [false, at] },
        },
      ],
      usage: [
        {
          ...{ usage_id: newId(), conversation_id: newId(), message_id: newId(), created_at: at },
          ...{ provider: 'openai', model: 'gpt-4o', host: 'api.openai.com', input: 9, output: 9 },
          ...{ cached: 0, reasoning: 0, usd_micros: 20_000, is_estimate: false },
        },
      ],
    },
  });
}

test('a member without a key asks a model of their choice, a lender’s browser answers, and everyone reads it, unlike a summary with one’s own key; no key goes anywhere else [TORCH-01 TORCH-07 TORCH-08 TORCH-09 TORCH-16]', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
  arrive,
  imitation,
  baseURL,
}) => {
  const address = await createSpace(api, [lovelace, hopper, turing]);
  const lender = await withKey(await arrive(hopper), 'openai', imitation.url);
  const sent: string[] = [];
  lender.on('request', (request) => {
    if (request.url().startsWith(baseURL ?? '')) {
      sent.push(JSON.stringify([request.url(), request.headers(), request.postData()]));
    }
  });
  lender.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  const reader = await withKey(await arrive(turing), 'gemini', imitation.url);
  for (const one of [page, lender, reader]) await one.goto(address);
  await page.getByRole('button', { name: 'OK' }).click();

  await ask(page, '/say A torch is **a light** that goes round.');
  await expect(log(page).getByText('Waiting for someone with a key')).toBeVisible();
  await expect(log(reader).getByText('Waiting for someone with a key')).toBeVisible();
  await lend(lender);
  for (const one of [page, lender, reader]) {
    await expect(log(one).getByText('that goes round.').last()).toBeVisible();
    await expect(log(one).locator('strong').last()).toHaveText('a light');
  }
  await expect(receipt(page)).toContainText('GPT-4o');
  await expect(receipt(page)).toContainText(hopper.name);
  const again = log(page).getByRole('button', { name: 'Ask again' });
  await expect(again).toHaveAccessibleDescription(`Asking again goes to ${hopper.name}’s OpenAI account`);
  await expect(log(page).getByText(`Asking again goes to ${hopper.name}’s OpenAI account`)).toBeVisible();

  await lend(reader);
  await page.getByRole('button', { name: 'Ask AI' }).click();
  const question = page.getByRole('form', { name: 'Ask AI' });
  await expect(question).toContainText(`${hopper.name}’s OpenAI account or ${turing.name}’s Google account`);
  const gemini = await question.getByRole('option', { name: turing.name }).getAttribute('value');
  await question.getByLabel('Model').selectOption(gemini);
  await expect(question).toContainText(`to ${turing.name}’s Google account`);
  await say(page, '/say From the one I chose.');
  await expect(log(page).getByText('From the one I chose.').last()).toBeVisible();
  await expect(receipt(page)).toContainText(turing.name);
  await expect(receipt(page)).toContainText(/^Gemini|^gemini/);
  await expect(again.last()).toHaveAccessibleDescription(
    `Asking again goes to ${turing.name}’s Google account`,
  );
  await reader
    .getByRole('region', { name: /^Lent to/ })
    .getByRole('button', { name: 'Stop lending' })
    .click();

  const [summary] = await Promise.all([
    reader.waitForRequest((one) => one.url().startsWith(imitation.url) && one.method() === 'POST'),
    choose(reader, 'Catch me up'),
  ]);
  expect(summary.postData()).toContain('A torch is');
  const summarized = reader.getByRole('dialog', { name: 'Catch up' });
  await expect(summarized).toContainText('No one else sees this');
  await expect(summarized.getByText('What you would see from gemini').first()).toBeVisible();
  await reader.keyboard.press('Escape');
  await expect(log(page)).not.toContainText('What you would see from gemini');

  // Over every page, for as long as it lasts.
  await lender.goto('/dashboard');
  await lender
    .getByRole('region', { name: 'Lent to Physics' })
    .getByRole('button', { name: 'Stop lending' })
    .click();
  await expect(lender.getByRole('region', { name: 'Lent to Physics' })).toBeHidden();
  await ask(page, '/say Nobody is here.');
  await expect(log(page).getByText('Waiting for someone with a key')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(log(page).getByText('The question was withdrawn.')).toBeVisible();
  expect(sent.filter((one) => one.includes(canary))).toEqual([]);
  expect(sent.length).toBeGreaterThan(10);
});

test('somebody who joined with a link asks, and the owner lends on their question without changing anything: it is answered [TORCH-10] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const space_id = crypto.randomUUID();
  const code = crypto.randomUUID().replaceAll('-', '').slice(0, 22);
  await api.as(lovelace, 'POST /api/v1/spaces', { body: { space_id, name: 'Physics', visibility: 'link' } });
  await api.as(lovelace, 'POST /api/v1/spaces/:space_id/invitations', {
    params: { space_id },
    body: { invitation_id: crypto.randomUUID(), code },
  });
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/join', { params: { space_id }, body: { code } });
  await withKey(page, 'openai', imitation.url);
  const stranger = await arrive(hopper);
  for (const one of [page, stranger]) await one.goto(`/spaces/${space_id}`);
  await ask(stranger, '/say A light for strangers.');
  const message = log(page).getByRole('article').last();
  await expect(message).toContainText(
    'Answer questions in Physics with GPT-4o, up to 200,000 tokens a day, while this page is open.',
  );
  await message.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Lend your key/ });
  await expect(dialog.getByLabel('Who can use it').getByRole('option')).toHaveText([
    `My friends in this space and ${hopper.name}`,
    'Everyone who can post here',
    `Hosts and ${hopper.name}`,
  ]);
  await expect(dialog).toContainText('Also those who join with the link later.');
  await expectCleanInBothColours(page);
  await page.keyboard.press('Escape');
  await message.getByRole('button', { name: 'Lend', exact: true }).click();
  await expect(log(stranger).getByText('A light for strangers.').last()).toBeVisible();
  await expect(receipt(stranger)).toContainText(lovelace.name);
});

test('on a phone, one press lends to a question that waits; what is used stands over every page, and a lend is changed while it runs; the receipt opens in view, and news are told as long as there is a way down [LEND-01 LEND-02 SPACE-17] @touch @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const space_id = crypto.randomUUID();
  await api.as(lovelace, 'POST /api/v1/spaces', {
    body: { space_id, name: 'Family', visibility: 'public' },
  });
  await join(api, hopper, `/spaces/${space_id}`);
  await withKey(page, 'openai', imitation.url);
  const asker = await arrive(hopper);
  for (const one of [page, asker]) await one.goto(`/spaces/${space_id}`);
  await ask(asker, '/say For one press.');
  const bar = page.getByRole('region', { name: 'Lent to Family' });
  const waiting = log(page).getByRole('article').last();
  await expect(waiting).toContainText(
    `Answer questions from your friends and ${hopper.name} in Family with GPT-4o, up to 200,000 tokens a day, while this page is open.`,
  );
  await waiting.getByRole('button', { name: 'Lend', exact: true }).click();
  await expect(receipt(asker)).toContainText(lovelace.name);
  // Nothing moves once it has ended.
  await expect(receipt(asker)).toContainText('tokens');
  await receipt(asker).tap();
  await expect(asker.getByRole('list', { name: 'Who answered' })).toBeInViewport({ ratio: 1 });
  await expect(bar).toContainText(/Lent to Family: used \d+ of 200,000 tokens today/);

  // Nothing moves for a lender while an answer comes, either.
  const { height } = (await bar.boundingBox()) ?? {};
  imitation.hold();
  await ask(asker, '/say For the second time.');
  // On a phone not in sight.
  await expect(bar).toContainText('Your key is answering in');
  expect((await bar.boundingBox())?.height).toBe(height);
  imitation.release();
  await expect(receipt(asker)).toContainText('tokens');

  await bar.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lend your key to Family' });
  await dialog.getByLabel('Limit per question').fill('50');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('One answer of GPT-4o takes at least 1,500 tokens')).toBeVisible();
  await dialog.getByLabel('Limit per question').fill('30000');
  await dialog.getByLabel('Limit per day').fill('90000');
  await expectCleanInBothColours(page);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(bar).toContainText('of 90,000 tokens today');
  await page.goto('/settings');
  await expect(bar).toContainText('of 90,000 tokens today');
  await bar.getByRole('button', { name: 'Stop lending' }).click();
  await expect(bar).toBeHidden();

  // Further up one is told of new messages, as long as there is a way down to them.
  const news = asker.getByRole('button', { name: 'New messages' });
  const post = (body: string) =>
    api.as(lovelace, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id },
      body: { message_id: crypto.randomUUID(), body },
    });
  await post('Line by line\n'.repeat(60));
  await expect(log(asker).getByText('Line by line').last()).toBeVisible();
  await expect(news).toHaveCount(0);
  await log(asker).hover();
  await asker.mouse.wheel(0, -400);
  await expect(asker.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await post('The end');
  await expect(news).toBeVisible();
  await asker.mouse.wheel(0, 4_000);
  await expect(log(asker).getByText('The end').last()).toBeInViewport();
  await expect(news).toHaveCount(0);
  await expect(asker.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);

  // The last choices are remembered.
  await page.goto(`/spaces/${space_id}`);
  await page.getByRole('button', { name: 'Lend', exact: true }).click();
  await expect(dialog).toContainText('up to 90,000 tokens a day');
});

test('where the AI answers every message, one waits in plain words until its author asks, or somebody lends for every message [MODE-01 MODE-02 MODE-03] @touch @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const space_id = crypto.randomUUID();
  const body = { space_id, name: 'Family', visibility: 'public' as const };
  await api.as(lovelace, 'POST /api/v1/spaces', { body });
  await api.as(lovelace, 'PUT /api/v1/spaces/:space_id', {
    params: { space_id },
    body: { ai_mode: 'always' },
  });
  await join(api, hopper, `/spaces/${space_id}`);
  await withKey(page, 'openai', imitation.url);
  const author = await withKey(await arrive(hopper), 'openai', imitation.url);
  for (const one of [page, author]) await one.goto(`/spaces/${space_id}`);
  await expect(author.getByText('Nobody here lends a key for every message')).toBeVisible();
  await box(author).fill('/say Asked by a press.');
  await box(author).press('Enter');
  const hers = log(author).getByRole('article').last();
  await expect(hers).toContainText('Nobody here lends a key for every message');
  await expectCleanInBothColours(author);
  await hers.getByRole('button', { name: 'Ask AI' }).click();
  await expect(receipt(author)).toContainText('you');

  await box(author).fill('/say For every message.');
  await box(author).press('Enter');
  const waiting = log(page).getByRole('article').last();
  await expect(waiting).toContainText('Nobody here lends a key for every message');
  await expect(waiting).toContainText('Answer questions and every message from your friends and');
  await waiting.getByRole('button', { name: 'Lend', exact: true }).click();
  await expect(receipt(author)).toContainText(lovelace.name);
  await page.getByRole('region', { name: 'Lent to Family' }).getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lend your key to Family' });
  await expect(dialog.getByRole('switch', { name: 'Also messages that ask nothing' })).toBeChecked();
  await expectCleanInBothColours(page);
});

test('where the AI answers every message, whoever has no key is not sent to connect one while a press on Ask is answered with what is lent [MODE-03] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper]);
  const params = { space_id: address.slice('/spaces/'.length) };
  await api.as(lovelace, 'PUT /api/v1/spaces/:space_id', { params, body: { ai_mode: 'always' } });
  await withKey(page, 'openai', imitation.url);
  const author = await arrive(hopper);
  for (const one of [page, author]) await one.goto(address);
  await say(author, '/say Good morning.');
  const waiting = log(author).getByRole('article').last();
  await expect(waiting.getByRole('button', { name: 'Connect a model' })).toBeVisible();
  await lend(page);
  await expect(waiting).toContainText(`goes to ${lovelace.name}’s OpenAI account`);
  await expect(waiting.getByRole('button', { name: 'Connect a model' })).toHaveCount(0);
  await waiting.getByRole('button', { name: 'Ask AI' }).click();
  await expect(receipt(author)).toContainText(lovelace.name);
});

test('whoever saves a first key is asked, on the page where they are, in which of their spaces a question that waits should reach them [TELL-01] @phone-rest @rest', async ({
  page,
  chat,
  api,
  lovelace,
  hopper,
  imitation,
}) => {
  // Who made a space is told without a wish.
  await createSpace(api, [hopper, lovelace]);
  await page.goto('/chat');
  await chat.settings.click();
  await chat.configure('openai', {
    endpoint: endpointOf('openai', imitation.url),
    model: 'gpt-4o',
    apiKey: canary,
  });
  const offered = page.getByRole('region', { name: 'Questions that wait' });
  await offered.getByRole('button', { name: 'Physics' }).click();
  await chat.expectToast('You will be told when a question waits in Physics');
  await expect(offered).toBeHidden();
  // It is asked once.
  await chat.settings.click();
  await chat.dialog.getByLabel('Model Name').fill('gpt-4o-mini');
  await chat.save();
  await expect(chat.dialog).toBeHidden();
  await page.reload();
  await expect(chat.box).toBeEnabled();
  await expect(offered).toBeHidden();
});

test('who stops lending is asked whether to be told, hears of a question elsewhere in the app, and answers that one alone; then the notification is gone [TELL-01 TELL-02 LEND-02 LEND-04 LEND-06] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper]);
  const lender = await withKey(await arrive(hopper), 'openai', imitation.url);
  for (const one of [page, lender]) await one.goto(address);
  await lend(lender);
  const signingOut = await signOutButton(lender);
  await expect(signingOut).toContainText(
    'what you lend to Physics: questions there will wait for another key',
  );
  await signingOut.getByRole('button', { name: 'Stay signed in' }).click();
  await lender.getByRole('button', { name: 'Stop lending' }).click();
  const offered = lender.getByRole('region', { name: 'About lending to Physics' });
  await offered.getByRole('button', { name: 'Tell me when a question waits here' }).click();
  await expect(offered).toBeHidden();
  await choose(lender, 'Notifications');
  const wish = lender.getByRole('switch', { name: 'Tell me when a question waits here' });
  await expect(wish).toBeChecked();
  await expectCleanInBothColours(lender);
  // Muted, they can still switch it off.
  const params = { space_id: address.slice('/spaces/'.length), user_id: hopper.user_id };
  for (const [muted_until, boxes] of [
    [Date.now() + 3_600_000, 0],
    [null, 1],
  ] as const) {
    await api.as(lovelace, 'PUT /api/v1/spaces/:space_id/members/:user_id', {
      params,
      body: { muted_until },
    });
    await expect(lender.locator('textarea')).toHaveCount(boxes);
    await expect(wish).toBeChecked();
  }
  await lender.goto('/community');

  await ask(page, '/say Who has a key?');
  const bell = lender.getByRole('button', { name: 'Notifications' });
  // The other one asks for the email address to be verified.
  await expect(bell).toHaveAccessibleDescription('2 new');
  await bell.click();
  const notification = lender.getByRole('link', { name: /^A question waits for a key in Physics/ });
  await expect(lender.getByText('/say Who has a key?')).toBeVisible();
  // As wide as the face of a person, however long the words are.
  const picture = lender.getByRole('listitem').filter({ has: notification }).locator('svg');
  expect((await picture.boundingBox())?.width).toBe(36);
  await expectCleanInBothColours(lender);
  await notification.click();
  await expect(log(lender).getByRole('button', { name: 'Lend', exact: true })).toBeVisible();
  await expectCleanInBothColours(lender);
  await log(lender).getByRole('button', { name: 'Answer this one' }).click();
  await expect(receipt(page)).toContainText(hopper.name);
  await expect(lender.getByRole('region', { name: 'Lent to Physics' })).toBeHidden();
  await expect(bell).toHaveAccessibleDescription('1 new');
  await bell.click();
  await expect(lender.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await expect(notification).toHaveCount(0);
});

test('a class asks at once: each question says its place, a second one is not sent, and who scrolled on is led to their answer [TORCH-18] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
  arrive,
  imitation,
}) => {
  const others = await Promise.all(
    Array.from({ length: 7 }, () => createMember(api, { first_name: 'Pupil', last_name: uniqueName() })),
  );
  const address = await createSpace(api, [lovelace, hopper, turing, ...others]);
  const lender = await withKey(await arrive(hopper), 'openai', imitation.url);
  for (const one of [page, lender]) await one.goto(address);
  await lend(lender);
  const space_id = address.slice('/spaces/'.length);
  const askFrom = (who: NamedMember) =>
    api.as(who, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id },
      body: { message_id: crypto.randomUUID(), body: '/say A light.', turn_id: crypto.randomUUID() },
    });
  imitation.hold();
  await askFrom(turing);
  await expect(log(page).getByText('model is thinking').last()).toBeVisible();
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await expect(page.getByText('One question is answered before yours.')).toBeVisible();
  await say(page, '/say The answer to mine.');
  await expect(log(page).getByText('Next in line')).toBeVisible();
  for (const other of others) await askFrom(other);
  await expect(log(page).getByText('8th in line')).toBeVisible();

  await page.getByRole('button', { name: 'Ask AI' }).click();
  await say(page, 'And another one?');
  await expect(toastOf(page)).toContainText('Your last question is still waiting');
  await expect(box(page)).toHaveValue('And another one?');

  imitation.release();
  await page.getByRole('button', { name: 'Go to your answer' }).click();
  await expect(log(page).getByText('The answer to mine.').last()).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Go to your answer' })).toBeHidden();
  await expect(log(page).getByText('in line')).toHaveCount(0);
});

test('when the laptop that answers closes, another torch goes on, and again; one answer is left [TORCH-02] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
  arrive,
  imitation,
}) => {
  test.slow();
  const noether = await createMember(api, { first_name: 'Emmy', last_name: uniqueName() });
  const address = await createSpace(api, [lovelace, hopper, turing, noether]);
  const first = await withKey(await arrive(hopper), 'openai', imitation.url);
  const second = await withKey(await arrive(turing), 'gemini', imitation.url);
  const third = await withKey(await arrive(noether), 'anthropic', imitation.url);
  for (const one of [page, first, second, third]) await one.goto(address);

  await lend(first);
  await ask(page, '/tokens 400 rate=40');
  await expect(receipt(page)).toContainText('GPT-4o');
  await expect(log(page).locator('[data-role=assistant] p').first()).toBeVisible();
  await lend(second);
  await first.close();
  await expect(log(page).getByText(`passed on to ${turing.name}`, { exact: false })).toBeVisible();
  await lend(third);
  await second
    .getByRole('region', { name: /^Lent to/ })
    .getByRole('button', { name: 'Stop lending' })
    .click();
  await expect(log(page).getByText(`passed on to ${noether.name}`, { exact: false })).toBeVisible();
  await expect(receipt(page)).toContainText('Claude', { timeout: 60_000 });
  await expect(log(page).getByRole('button', { name: 'Ask again' })).toBeVisible({ timeout: 60_000 });
  await third.reload();
  await expect(log(third).locator('[data-role=assistant]')).toHaveCount(1);
});

test('the only lender reloads the page in mid-answer, and is asked again: one answer is left, and its receipt has both parts [TORCH-02 LEND-03] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper]);
  const lender = await withKey(await arrive(hopper), 'openai', imitation.url);
  for (const one of [page, lender]) await one.goto(address);
  await lend(lender);
  await ask(page, '/tokens 120 rate=40');
  await expect(log(page).locator('[data-role=assistant] p').first()).toBeVisible();
  await lender.reload();
  await expect(log(page).getByText('browser stopped answering', { exact: false }).first()).toBeVisible();
  await expect(log(page).getByRole('button', { name: 'Ask again' })).toBeVisible({ timeout: 60_000 });
  await receipt(page).click();
  await expect(log(page).getByText('finished the answer')).toBeVisible();
  await expect(log(page).getByText('could not reach its provider')).toHaveCount(0);
  // What its first part took is on no bill that anyone will see, and stands on the receipt as in the ledger.
  await expect(receipt(page)).toContainText('≤');
});

test('the only lender’s provider is at its limit: the question counts down, is asked again once, and then by a press [TORCH-12 TORCH-13] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper]);
  const lender = await withKey(await arrive(hopper), 'gemini', imitation.url);
  const calls: string[] = [];
  lender.on('request', (request) => {
    if (request.url().startsWith(imitation.url) && request.method() === 'POST') calls.push(request.url());
  });
  for (const one of [page, lender]) await one.goto(address);
  await lend(lender);
  await ask(page, '/status 429 retry=4');
  const limit = `${hopper.name}’s browser reached a limit of its provider`;
  await expect(log(page).getByText(`${limit}. Asking ${hopper.name}’s browser again in`)).toBeVisible();
  await expect(log(page).getByText(/again in [1-3] s$/)).toBeVisible();
  const again = log(page).getByRole('button', { name: `Ask ${hopper.name} again` });
  await expect(again).toBeVisible();
  await expect(log(page).getByText(limit)).toContainText('Waiting for someone else with a key');
  expect(calls).toHaveLength(2);
  await expect(log(lender).getByRole('button', { name: `Ask ${hopper.name} again` })).toBeHidden();
  await again.press('Enter');
  await expect.poll(() => calls.length).toBe(3);
  await expect(again).toBeVisible();
  await log(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(log(page).getByText('The question was withdrawn.')).toBeVisible();
  // The next one says what that browser last said.
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await expect(page.getByRole('form', { name: 'Ask AI' })).toContainText(`${hopper.name}’s Google account`);
});

test('a question whose model cannot be asked right now is asked with another one [TORCH-13] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper, turing]);
  const lender = await withKey(await arrive(hopper), 'gemini', imitation.url);
  const other = await withKey(await arrive(turing), 'openai', imitation.url);
  for (const one of [page, lender, other]) await one.goto(address);
  await page.getByRole('button', { name: 'OK' }).click();
  for (const one of [lender, other]) await lend(one);
  await page.getByRole('button', { name: 'Ask AI' }).click();
  const question = page.getByRole('form', { name: 'Ask AI' });
  const gemini = await question.getByRole('option', { name: hopper.name }).getAttribute('value');
  await question.getByLabel('Model').selectOption(gemini);
  const calls: string[] = [];
  other.on('request', (request) => {
    if (request.url().startsWith(imitation.url) && request.method() === 'POST') calls.push(request.url());
  });
  // Longer than a minute: nobody waits for that by itself.
  await say(page, '/status 429 retry=90');
  const more = log(page).getByRole('button', { name: 'Other model' });
  await expect(more).toBeVisible();
  await expect(log(page).getByText(/reached a limit of its provider, until /)).toBeVisible();
  await more.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  const choice = log(page).getByRole('group', { name: 'Other models' }).getByRole('button');
  await expect(choice).toHaveCount(1);
  await expect(choice).toContainText(turing.name);
  expect(calls).toHaveLength(0);
  await choice.press('Enter');
  await expect.poll(() => calls.length).toBe(1);
});

test('a member who was away gets a summary with their own key, and no one else sees it; a budget that is used up asks for none [TORCH-08 BUDGET-02] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper]);
  const space_id = address.slice('/spaces/'.length);
  const say = (body: string, more = {}) =>
    api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id },
      body: { message_id: crypto.randomUUID(), body, ...more },
    });
  await say('We meet on Friday.');
  await say('Not for any machine.', { is_off_record: true });
  await storeBudget(api, lovelace, 0.01);
  await withKey(page, 'openai', imitation.url);
  const other = await arrive(hopper);
  await other.goto(address);
  await page.goto(address);
  await expect(log(page)).toContainText('We meet on Friday.');
  const usedUp = 'polylogue.budget_used_up';
  await page.evaluate((usedUp) => {
    localStorage.setItem(usedUp, `${Date.now() + 60_000} 20000 $0.02 of $0.01`);
  }, usedUp);
  const dialog = page.getByRole('dialog', { name: 'Catch up' });
  await choose(page, 'Catch me up');
  await expect(dialog).toContainText('Your budget for this month is used up: $0.02 of $0.01 spent.');
  await page.keyboard.press('Escape');
  await box(page).fill('@ai and now?');
  await expect(page.getByText(/^Your budget for this month is used up: your question waits/)).toBeVisible();
  await box(page).fill('');
  expect(imitation.requests().filter(({ method }) => method === 'POST')).toEqual([]);
  await storeBudget(api, lovelace, 20);
  await expect.poll(() => page.evaluate((usedUp) => localStorage.getItem(usedUp), usedUp)).toBeNull();

  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.url().startsWith(imitation.url) && request.method() === 'POST'),
    page
      .getByRole('button', { name: 'More about this space' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Catch me up' }).click()),
  ]);
  expect(asked.postData()).toContain('We meet on Friday.');
  expect(asked.postData()).not.toContain('Not for any machine.');
  await expect(dialog).toContainText('No one else sees this');
  await expect(dialog.getByText('Ask me something else').first()).toBeVisible();
  // Read out once it is complete.
  await expect(dialog.getByRole('status')).toContainText('Ask me something else');
  await expectCleanInBothColours(page);
  await page.keyboard.press('Escape');
  await expect(log(other)).not.toContainText('Ask me something else');

  // What a summary could not take is not left out without a word.
  await expect(dialog.getByText('did not fit')).toHaveCount(0);
  await say('Bring your own tea.');
  await expect(log(page)).toContainText('Bring your own tea.');
  const read = /\/messages\?before=\d+&limit=200$/;
  await page.route(read, async (route) => {
    const reply = await route.fetch();
    const { messages, ...all } = await reply.json();
    await route.fulfill({ json: { ...all, messages: messages.slice(-1), next: messages.at(-1).number } });
  });
  await choose(page, 'Catch me up');
  await expect(dialog).toContainText('This covers the last message. Earlier ones did not fit.');
  await expect(dialog.getByText('Ask me something else').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute(read);

  // Whatever was asked, the answer breaks off, or has no text.
  let answer = '/cut-event clean';
  await page.route(`${imitation.url}/**`, async (route) => {
    const asked = route.request().postDataJSON();
    const messages = [{ role: 'user', content: answer }];
    await route.continue({ postData: JSON.stringify({ ...asked, messages }) });
  });
  await choose(page, 'Catch me up');
  await expect(dialog.getByRole('alert')).toContainText('This summary is not complete');
  await expect(dialog.getByRole('alert')).toContainText(
    'The connection closed before this summary was complete.',
  );
  await page.keyboard.press('Escape');
  answer = '/empty';
  await choose(page, 'Catch me up');
  await expect(dialog).toContainText('The model answered without any text.');
  await expect(dialog.getByRole('status')).toHaveCount(0);
});

test('people with a key are answered by their own browser, without lending anything [TORCH-01] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  imitation,
}) => {
  await withKey(page, 'openai', imitation.url);
  await page.goto(await createSpace(api, [lovelace, hopper]));
  await ask(page, '/say On my own key.');
  await expect(log(page).getByText('On my own key.').last()).toBeVisible();
  await expect(log(page).getByRole('button', { name: 'Ask again' })).toBeVisible();
  await expect(receipt(page)).toContainText('you');
  await expect(page.getByRole('region', { name: /^Lent to/ })).toHaveCount(0);
  await expectCleanInBothColours(page);
});

test('who takes a message off the record that the AI has read learns that it was already sent [SPACE-12] @rest', async ({
  page,
  api,
  lovelace,
  imitation,
}) => {
  await withKey(page, 'openai', imitation.url);
  await page.goto(await createSpace(api, [lovelace]));
  await ask(page, '/say On my own key.');
  await expect(log(page).getByRole('button', { name: 'Ask again' })).toBeVisible();
  await say(page, 'No one has read this yet.');
  async function takeOffRecord(text: string) {
    const message = post(page, text).filter({ hasNot: page.locator('summary') });
    await message.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Take off the record' }).click();
    await expect(message).toContainText('off the record');
  }
  await takeOffRecord('No one has read this yet.');
  await expect(toastOf(page)).toHaveCount(0);
  await takeOffRecord('/say On my own key.');
  await expect(toastOf(page)).toContainText('The AI was already sent this message');
});

test('an answer can be reported by everyone but the person who asked for it and paid, and a host is not offered to delete what the owner wrote or asked for [SPACE-34 SPACE-08] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper]);
  const reader = await arrive(hopper);
  await withKey(page, 'openai', imitation.url);
  for (const one of [page, reader]) await one.goto(address);
  await ask(page, '/say Buy pills.');
  const act = (one: Page) =>
    log(one)
      .getByRole('article')
      .filter({ has: one.getByRole('button', { name: 'Reply' }), hasText: 'Buy pills.' })
      .last()
      .getByRole('button', { name: /^(Delete|Report) message$/ });
  await expect(act(reader)).toHaveAccessibleName('Report message');
  await act(reader).click();
  const report = reader.getByRole('dialog', { name: 'Report this message' });
  await report.getByLabel('Spam or advertising').check();
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(toastOf(reader)).toContainText('Your report was sent');
  await log(page).getByRole('button', { name: 'More', exact: true }).last().click();
  await expect(page.getByRole('menuitem', { name: 'Delete message' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Report message' })).toBeHidden();

  await api.as(lovelace, 'PUT /api/v1/spaces/:space_id/members/:user_id', {
    params: { space_id: address.slice('/spaces/'.length), user_id: hopper.user_id },
    body: { role: 'host' },
  });
  await say(reader, 'I have some.');
  const messages = log(reader).getByRole('article');
  for (const [message, items] of [
    [messages.filter({ hasText: 'I have some.' }), ['Pin message', 'Take off the record', 'Delete message']],
    [messages.filter({ hasText: '/say Buy pills.' }), ['Pin message', 'Report message']],
    [messages.filter({ hasText: 'Buy pills.', hasNotText: '/say' }), ['Pin message', 'Report message']],
  ] as const) {
    await message.getByRole('button', { name: 'More', exact: true }).click();
    for (const item of items) await expect(reader.getByRole('menuitem', { name: item })).toBeVisible();
    await expect(reader.getByRole('menuitem')).toHaveCount(items.length);
    await reader.keyboard.press('Escape');
    await expect(reader.getByRole('menuitem')).toHaveCount(0);
  }
});

test('a question is answered although files above it were deleted [TORCH-01] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  imitation,
  baseURL,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*404/);
  const address = await createSpace(api, [lovelace, hopper]);
  const files = await Promise.all(
    [samples.text, samples.picture].map(async ({ name, mimeType, buffer }) => {
      const body = new FormData();
      body.append('file', new File([buffer], name, { type: mimeType }));
      const headers = { authorization: `Bearer ${hopper.access_token}` };
      const stored = await fetch(`${baseURL}/api/upload`, { method: 'POST', headers, body });
      return new URL(((await stored.json()) as { url: string }).url).pathname.slice('/files/'.length);
    }),
  );
  await api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', {
    params: { space_id: address.slice('/spaces/'.length) },
    body: { message_id: crypto.randomUUID(), body: 'My notes', files },
  });
  for (const file_id of files) {
    await api.as(hopper, 'DELETE /api/v1/user/me/files', { query: { file_id } });
  }
  await withKey(page, 'openai', imitation.url);
  await page.goto(address);
  const asked = page.waitForRequest(
    (request) => request.url().startsWith(imitation.url) && request.method() === 'POST',
  );
  await ask(page, '/say Without the notes.');
  await expect(log(page).getByText('Without the notes.').last()).toBeVisible();
  await expect(receipt(page)).toContainText('you');
  for (const { name } of [samples.text, samples.picture]) {
    expect((await asked).postData()).toContain(`(file “${name}”, left out)`);
  }
});

test('a member who leaves the page while their own key answers loses nothing of the answer [TORCH-01] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  await withKey(page, 'openai', imitation.url);
  const address = await createSpace(api, [lovelace, hopper]);
  const reader = await arrive(hopper);
  for (const one of [page, reader]) await one.goto(address);
  // Longer than the server waits for a holder without a connection.
  await ask(page, '/tokens 200 rate=25');
  await expect(log(page).locator('[data-role=assistant] p').first()).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Community' }).click();
  await expect(page).toHaveURL(/community/);
  await expect(receipt(reader)).toContainText(/tokens/, { timeout: 30_000 });
  await receipt(reader).click();
  await expect(log(reader).getByText('finished the answer')).toBeVisible();
});

test('a lender whose sign-in ended, and who signs in again on the page, goes on lending [TORCH-07] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper]);
  const lender = await withKey(await arrive(hopper), 'openai', imitation.url);
  for (const one of [page, lender]) await one.goto(address);
  await lend(lender);
  await lender.getByRole('button', { name: 'Your account' }).click();
  await lender.getByRole('menuitem', { name: 'Settings' }).press('Enter');
  // What is typed keeps the page, and the dialog opens over it.
  await lender.getByLabel('Bio').fill('Half a life');
  await endSignInElsewhere(api, hopper);
  const dialog = lender.getByRole('dialog', { name: 'Sign in to continue' });
  await expect(dialog.getByRole('checkbox', { name: 'I am human' })).toBeChecked();
  await dialog.getByLabel('Password', { exact: true }).fill(hopper.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
  await expect(lender.getByRole('region', { name: 'Lent to Physics' })).toBeVisible();
  await ask(page, '/say The light is back.');
  await expect(receipt(page)).toContainText(hopper.name);
});

test('a person who leaves a space, or is removed from it, lends it nothing when they are back [TORCH-07] @rest', async ({
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
  watched,
}) => {
  const address = await createSpace(api, [lovelace, hopper]);
  const params = { space_id: address.slice('/spaces/'.length), user_id: hopper.user_id };
  const lender = await withKey(await arrive(hopper), 'openai', imitation.url);
  // The room may ask once more for what it can no longer see.
  watched.expectErrors(/Failed to load resource/);

  await lender.goto(address);
  await lend(lender, 'For a week, on this device');
  await choose(lender, 'Leave space');
  const leaving = lender.getByRole('dialog', { name: 'Leave Physics?' });
  await leaving.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(lender).toHaveURL('/spaces');
  await expect(lender.getByRole('region', { name: /^Lent to/ })).toHaveCount(0);
  await join(api, hopper, address);
  await lender.goto(address);
  await lend(lender, 'For a week, on this device');

  await lender.goto('/settings');
  await expect(lender.getByRole('region', { name: 'Lent to Physics' })).toBeVisible();
  await api.as(lovelace, 'DELETE /api/v1/spaces/:space_id/members/:user_id', {
    params,
    query: { ban: 'false' },
  });
  await lender.goto('/spaces');
  await expect(lender.getByRole('region', { name: /^Lent to/ })).toHaveCount(0);
});

test('a lender whose key is refused learns why, wherever they are, and gets to their keys [TORCH-01 LEND-02] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper]);
  const lender = await withKey(await arrive(hopper), 'gemini', imitation.url);
  for (const one of [page, lender]) await one.goto(address);
  await lend(lender);
  await lender.getByRole('banner').getByRole('link', { name: 'Community' }).click();
  await ask(page, '/status 401');
  const { host } = new URL(imitation.url);
  await expect(log(page).getByText(`${hopper.name}’s key was refused by ${host}`).first()).toBeVisible();
  const bar = lender.getByRole('region', { name: 'Lent to Physics' });
  await expect(bar.getByRole('alert')).toHaveText(
    `${host} did not accept this key. Nobody in Physics is answered with it.`,
  );
  await expectCleanInBothColours(lender);
  for (const path of ['/terms', '/community']) {
    await lender.evaluate((to) => history.pushState(null, '', to), path);
    await bar.getByRole('button', { name: 'Models & keys' }).click();
    await expect(lender.getByRole('dialog', { name: 'API Configuration' })).toHaveCount(1);
    await lender.keyboard.press('Escape');
    await expect(lender.getByRole('dialog')).toHaveCount(0);
  }
});

test('three lends are not said to answer where one of them does not, nor while one’s budget is used up [LEND-02 BUDGET-02] @rest', async ({
  page,
  api,
  lovelace,
  imitation,
}) => {
  await storeBudget(api, lovelace, 0.01);
  await withKey(page, 'openai', imitation.url);
  const [first = '', ...others] = await Promise.all([1, 2, 3].map(() => createSpace(api, [lovelace])));
  for (const address of [...others, first]) {
    await page.goto(address);
    await lend(page);
  }
  const all = page.getByRole('region', { name: 'What you lend' });
  await expect(all).toContainText('Your key answers in Physics.');

  await page.evaluate(
    ([key = '', value = '']) => {
      localStorage.setItem(key, value);
      // As if another page had stored it.
      dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
    },
    ['polylogue.budget_used_up', `${Date.now() + 60_000} 20000 $0.02 of $0.01`],
  );
  await expect(all).toContainText(
    'Your budget for this month is used up, so your key answers nobody in Physics.',
  );
  await expect(all.getByRole('link', { name: 'Costs' })).toBeVisible();
  await storeBudget(api, lovelace, 20);
  await expect(all).toContainText('Your key answers in Physics.');

  const params = { space_id: first.slice('/spaces/'.length) };
  await api.as(lovelace, 'POST /api/v1/spaces/:space_id/archive', { params, body: { is_archived: true } });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Lent to Physics' })).toContainText(
    'nobody is answered there',
  );
  await expect(all).toContainText('Your key answers in Physics.');
});

test('with one’s budget used up, a question says who pays instead and what it is sent, and one’s key answers again once the budget is raised on another device [BUDGET-02 TORCH-09 TORCH-16] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper]);
  await storeBudget(api, lovelace, 0.01);
  await withKey(page, 'openai', imitation.url);
  const lender = await withKey(await arrive(hopper), 'gemini', imitation.url);
  for (const one of [page, lender]) await one.goto(address);
  await page.getByRole('button', { name: 'Ask AI' }).click();
  const question = page.getByRole('form', { name: 'Ask AI' });
  const stopped = question.getByText(/^Your budget for this month is used up: /);
  await expect(stopped).toContainText('your question waits for someone else who lends a key');
  await expect(stopped.getByRole('link', { name: 'Costs' })).toBeVisible();
  await lend(lender);
  await expect(stopped).toContainText('your question goes to someone else who lends a key');
  await expect(question).toContainText(`to ${hopper.name}’s Google account`);
  await say(page, '/say Paid by a friend.');
  await expect(log(page).getByText('Paid by a friend.').last()).toBeVisible();
  await expect(receipt(page)).toContainText(hopper.name);
  await expect(
    log(page).getByText(`Asking again goes to ${hopper.name}’s Google account`).last(),
  ).toBeVisible();

  await lender.getByRole('button', { name: 'Stop lending' }).click();
  await say(page, '@ai /say Paid by myself.');
  await expect(log(page).getByText(/ is used up(, until .+)?\. Waiting for someone else /)).toBeVisible();
  // What this browser has stored says that it is used up, and a room alone has to look again.
  await page.goto('/terms');
  await storeBudget(api, lovelace, 20);
  await page.goto(address);
  await expect(log(page).getByText('Paid by myself.').last()).toBeVisible();
  await expect(receipt(page)).not.toContainText(hopper.name);
});

test('limits that were typed for lending a key are not lost to a press beside the dialog, or to Escape [TORCH-07] @rest', async ({
  page,
  api,
  lovelace,
  imitation,
}) => {
  await withKey(page, 'openai', imitation.url);
  await page.goto(await createSpace(api, [lovelace]));
  await page.getByRole('button', { name: 'Lend', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Lend your key/ });
  // It begins with what one came for, not with its cross.
  await expect(dialog.getByRole('button', { name: 'Lend', exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Change…' }).press('Enter');
  await expect(dialog.getByLabel('Model')).toBeFocused();
  await dialog.getByLabel('Limit per day').fill('7');
  await page.mouse.click(5, 5);
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Limit per day')).toHaveValue('7');
  await dialog.getByLabel('Limit per day').press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  // With nothing entered it closes at once.
  await page.getByRole('button', { name: 'Lend', exact: true }).click();
  await dialog.getByRole('button', { name: 'Change…' }).click();
  await expect(dialog.getByLabel('Limit per day')).toBeVisible();
  // What stood below the buttons would be covered by them.
  const tell = dialog.getByRole('switch', { name: 'Tell me when a question waits here' });
  await tell.click();
  await expect(tell).toBeChecked();
  const [above, below] = [await tell.boundingBox(), await dialog.getByText('Cancel').boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('limits that were typed for lending a key stay when another model is chosen [TORCH-07] @rest', async ({
  page,
  api,
  lovelace,
  imitation,
}) => {
  await withKey(page, 'openai', imitation.url);
  await page.addInitScript(
    (saved) => localStorage.setItem('polylogue.connections', saved),
    JSON.stringify([
      { type: 'grok', apiKey: canary, endpoint: endpointOf('grok', imitation.url), model: 'grok-2-1212' },
    ]),
  );
  await page.goto(await createSpace(api, [lovelace]));
  await page.getByRole('button', { name: 'Lend', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Lend your key/ });
  await dialog.getByRole('button', { name: 'Change…' }).click();
  await dialog.getByLabel('Limit per day').fill('70000');
  await dialog.getByLabel('Model').selectOption({ index: 1 });
  await expect(dialog.getByLabel('Limit per day')).toHaveValue('70000');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Lend', exact: true }).click();
  await expect(page.getByRole('region', { name: /^Lent to/ })).toContainText(/of 70,000 tokens today/);
});

test('where the browser does not let the app store what is spent, lending and a question that waits say so, until it does [TORCH-07] @rest', async ({
  page,
  api,
  lovelace,
  imitation,
}) => {
  await withKey(page, 'openai', imitation.url);
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, ...version) {
      if (name.startsWith('polylogue.torch') && localStorage.getItem('allowed') === null)
        throw new DOMException('The operation is insecure.', 'SecurityError');
      return open.call(this, name, ...version);
    };
  });
  await page.goto(await createSpace(api, [lovelace]));
  await page.getByRole('button', { name: 'Lend', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Lend your key/ });
  await expect(dialog).toContainText('This browser does not let the app store what is spent');
  await expectCleanInBothColours(page);
  const again = dialog.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(again).toBeFocused();
  await page.evaluate(() => localStorage.setItem('allowed', 'yes'));
  await again.click();
  await expect(dialog.getByRole('button', { name: 'Lend', exact: true })).toBeVisible();
});

test('the asker chooses one of the lent models, and sees beforehand whose account pays [TORCH-09] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper, turing]);
  const first = await withKey(await arrive(hopper), 'openai', imitation.url);
  const second = await withKey(await arrive(turing), 'gemini', imitation.url);
  for (const one of [page, first, second]) await one.goto(address);
  for (const one of [first, second]) await lend(one);

  await page.getByRole('button', { name: 'Ask AI' }).click();
  const question = page.getByRole('form', { name: 'Ask AI' });
  await expect(question).toContainText(`${hopper.name}’s OpenAI account or ${turing.name}’s Google account`);
  const gemini = await question.getByRole('option', { name: turing.name }).getAttribute('value');
  await question.getByLabel('Model').selectOption(gemini);
  await expect(question).toContainText(`to ${turing.name}’s Google account`);
  await box(page).fill('/say From the one I chose.');
  await box(page).press('Enter');
  await expect(log(page).getByText('From the one I chose.').last()).toBeVisible();
  await expect(receipt(page)).toContainText(turing.name);
  await expect(receipt(page)).toContainText('Gemini');

  // A choice that is no longer lent is given up before the question is asked.
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await expect(question.getByLabel('Model')).toHaveValue(gemini ?? '');
  await second.close();
  await expect(question).toContainText(`to ${hopper.name}’s OpenAI account`);
  await expect(question.getByLabel('Model')).toHaveCount(0);
});

test('a short disconnect does not undo the choice of a lent model [TORCH-09] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
  arrive,
  imitation,
}) => {
  const address = await createSpace(api, [lovelace, hopper, turing]);
  const first = await withKey(await arrive(hopper), 'openai', imitation.url);
  const second = await withKey(await arrive(turing), 'gemini', imitation.url);
  const sockets: { close(): Promise<void> }[] = [];
  await page.routeWebSocket('**/live', (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  for (const one of [page, first, second]) await one.goto(address);
  for (const one of [first, second]) await lend(one);

  await page.getByRole('button', { name: 'Ask AI' }).click();
  const question = page.getByRole('form', { name: 'Ask AI' });
  const gemini = await question.getByRole('option', { name: turing.name }).getAttribute('value');
  await question.getByLabel('Model').selectOption(gemini);
  const here = page.getByRole('button', { name: /3 here/ });
  await expect(here).toBeVisible();
  await sockets.at(-1)?.close();
  await expect(here).toBeHidden();
  await expect(question).toContainText(`to ${turing.name}’s Google account`);
  await expect(here).toBeVisible();
  await expect(question.getByLabel('Model')).toHaveValue(gemini ?? '');
});
