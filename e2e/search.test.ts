import type { Page } from '@playwright/test';
import { newId } from '@polylogue/sync';
import type { Member, Server } from './account.ts';
import { compose } from './input-method.ts';
import { expect, test as visiting } from './journey.ts';
import { befriend, test } from './people.ts';
import { createSpace, idOf, join, log } from './room.ts';

/** A message with its words in the middle of a conversation. */
interface Written {
  id: string;
  body: string;
  parent: string | null;
}

/** Stores a conversation in an account, as another device would; `leaf` is the end of the branch that is shown. */
async function write(api: Server, who: Member, title: string, messages: readonly Written[], leaf: string) {
  const conversation_id = newId();
  const at = Date.now() - messages.length * 1_000;
  const fields = { title: [title, at] as [string, number], leaf: [leaf, at] as [string, number] };
  for (let from = 0; from < messages.length; from += 200) {
    await api.as(who, 'POST /api/v1/changes', {
      body: {
        conversations: from === 0 ? [{ conversation_id, created_at: at, fields }] : [],
        messages: messages.slice(from, from + 200).map(({ id, body, parent }, index) => ({
          message_id: id,
          conversation_id,
          create: { parent_id: parent, role: 'user' as const, created_at: at + (from + index) * 1_000, body },
        })),
      },
    });
  }
  return conversation_id;
}

/** A row of messages, each after the one before. */
function row(bodies: readonly string[], parent: string | null = null): Written[] {
  let last = parent;
  return bodies.map((body) => {
    const written = { id: newId(), body, parent: last };
    last = written.id;
    return written;
  });
}

/** Waits until the server has read a word into its index. */
const isFound = (api: Server, who: Member, text: string) =>
  expect
    .poll(
      async () => {
        const { found } = await api.as(who, 'POST /api/v1/search/messages', { body: { text } });
        const posts = await api.as(who, 'POST /api/v1/search/posts', { body: { text } });
        return found.length + posts.found.length;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);

const message = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text });

/** The message is on the screen and has the focus, the word in it is marked. */
async function expectLanded(page: Page, text: string, timeout = 15_000) {
  await expect(message(page, text)).toBeInViewport({ timeout });
  await expect(message(page, text)).toBeFocused();
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^1 of \d/);
  await expect.poll(() => marked(page)).not.toBe('');
}

/** The words that are marked as the find one is at. */
const marked = (page: Page) =>
  page.evaluate(() => Array.from(CSS.highlights.get('found-here') ?? [], String).join());

test('words lead to their message in a branch that is not shown, by keyboard alone; Enter goes to the next find; Find leads to other branches [MSEARCH-01 MSEARCH-02 MSEARCH-16] @phone-rest', async ({
  page,
  lovelace,
  api,
  isMobile,
}) => {
  const shown = row(Array.from({ length: 120 }, (_, at) => `Question ${at}`));
  const first = shown[0]?.id ?? '';
  const hidden = row(
    [
      'Another way',
      `${'Much to read. '.repeat(400)}And here is a xylophone. ${'Much more. '.repeat(100)}`,
      'One more xylophone',
    ],
    first,
  );
  await write(api, lovelace, 'Music', [...shown, ...hidden], shown.at(-1)?.id ?? '');
  await isFound(api, lovelace, 'xylophone');

  if (isMobile) {
    await page.goto('/search?q=here%20xylo');
    await page.getByRole('link', { name: /And here is a xylophone/ }).press('Enter');
  } else {
    await page.goto('/dashboard');
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('here xylo');
    await expect(page.getByRole('option', { name: /And here is a xylophone/ })).toBeVisible();
    await page.keyboard.press('Enter');
  }
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
  await expect(message(page, 'And here is a xylophone')).toBeFocused();
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 3');
  await expect.poll(() => marked(page)).toBe('here');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('2 of 3');
  await expect.poll(() => marked(page)).toBe('xylophone');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('3 of 3');
  await expect(message(page, 'One more xylophone')).toBeInViewport();

  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find in conversation' }).fill('Question 119');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('Nothing found');
  await page.getByRole('button', { name: '1 in other branches' }).press('Enter');
  await expectLanded(page, 'Question 119');
});

test('a message 10,000 messages up is on the screen, with the focus @rest @phone-rest', async ({
  page,
  lovelace,
  api,
}) => {
  test.slow();
  const all = row(
    Array.from({ length: 10_000 }, (_, at) => (at === 0 ? 'The very first marmalade' : `Question ${at}`)),
  );
  await write(api, lovelace, 'Long', all, all.at(-1)?.id ?? '');
  await isFound(api, lovelace, 'marmalade');
  await page.goto('/search?q=marmalade');
  await page.getByRole('link', { name: /The very first marmalade/ }).click();
  // All of them are fetched, which is said.
  await expect(page.getByText('Loading earlier messages…')).toBeVisible();
  await expectLanded(page, 'The very first marmalade', 60_000);
});

test('what people say in spaces is found as long as one is in them, also by the name of a friend, and leads to the post [MSEARCH-03 MSEARCH-18]', async ({
  page,
  lovelace,
  hopper,
  api,
  watched,
}) => {
  const address = await createSpace(api, hopper);
  await join(api, lovelace, address);
  const post = (body: string) =>
    api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id: idOf(address) },
      body: { message_id: newId(), body },
    });
  await post('The quince is ripe');
  for (let at = 0; at < 5; at += 1) await post(`Something else ${at}`);
  await isFound(api, lovelace, 'quince');

  await page.goto('/search?q=quince');
  await page.getByRole('link', { name: /The quince is ripe/ }).click();
  await expect(page).toHaveURL(address);
  await expectLanded(page, 'The quince is ripe');

  await befriend(api, lovelace, hopper);
  await page.goto('/search?q=quince');
  const chips = page.getByRole('group', { name: 'Filters' });
  await expect(chips.locator('datalist option')).toHaveAttribute('label', hopper.name);
  await chips.getByRole('combobox', { name: 'Person' }).fill(hopper.name.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(chips.getByRole('button', { name: `Remove the filter Person: ${hopper.name}` })).toBeVisible();
  await expect(page.getByRole('link', { name: /The quince is ripe/ })).toBeVisible();

  // Typed, the name is the same filter.
  await page.goto(`/search?q=${encodeURIComponent(`from:"${hopper.name}" quince`)}`);
  await expect(chips.getByRole('button', { name: `Remove the filter Person: ${hopper.name}` })).toBeVisible();
  await expect(page.getByRole('link', { name: /The quince is ripe/ })).toBeVisible();

  // Of each space three are listed, and the others a press away.
  await page.goto('/search?q=something');
  const others = page.getByRole('link', { name: /Something else/ });
  await expect(page.getByText('At least 3 results for “something”.')).toBeVisible();
  await page.getByRole('link', { name: /^More in/ }).press('Enter');
  await expect(others).toHaveCount(5);

  // The room asks once more for what can no longer be seen.
  watched.expectErrors(/Failed to load resource/);
  await api.as(lovelace, 'POST /api/v1/spaces/:space_id/leave', {
    params: { space_id: idOf(address) },
  });
  await page.goto('/search?q=quince');
  await expect(page.getByText('No results for “quince”.')).toBeVisible();
});

test('in the palette people come below what is being read, Enter goes to what was shown first, and it says what could not be searched; what is hidden in a message is found [MSEARCH-11 MSEARCH-13] @rest', async ({
  page,
  lovelace,
  hopper,
  api,
  watched,
  isMobile,
}) => {
  test.skip(isMobile === true, 'The palette is opened by a key.');
  await befriend(api, lovelace, hopper);
  const said = row([
    `I owe ${hopper.username} a letter`,
    'See [this garden](https://plums.test)',
    'See [this orchard](https://pears.test)',
    'Pears, and more pears',
  ]);
  await write(api, lovelace, 'Letters', said, said.at(-1)?.id ?? '');
  await isFound(api, lovelace, hopper.username);
  const people = Promise.withResolvers<void>();
  await page.route('**/api/v1/user/search?*', async (route) => {
    await people.promise;
    await route.continue();
  });
  const lookFor = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(text);
  };
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  await lookFor(hopper.username);
  const letter = page.getByRole('option', { name: `I owe ${hopper.username} a letter` });
  await expect(letter).toHaveAttribute('aria-selected', 'true');
  people.resolve();
  const groups = page.getByRole('listbox', { name: 'Found' }).getByRole('group');
  await expect(groups.last()).toHaveAccessibleName('People');
  await expect(letter).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expectLanded(page, `I owe ${hopper.username} a letter`);

  // What markdown hides is found, and cannot be marked.
  await page.goto('/search?q=plums');
  await page.getByRole('link', { name: /this garden/ }).click();
  await expect(message(page, 'this garden')).toBeFocused();
  const find = page.getByRole('textbox', { name: 'Find in conversation' });
  await expect(find).toHaveCount(0);
  await page.keyboard.press('Control+f');
  await expect(find).toHaveValue('');
  await page.keyboard.press('Escape');
  // What other messages say of it is marked.
  await page.goto('/search?q=pears');
  await page.getByRole('link', { name: /this orchard/ }).click();
  await expect(message(page, 'this orchard')).toBeFocused();
  await expect(page.getByRole('search').getByRole('status')).toHaveText('2 found');
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('found')?.size)).toBe(2);

  watched.expectErrors(/Failed to load resource/);
  const nothing = page.getByText('Nothing found. Try another word');
  const refused = { message: 'An unexpected error occurred.', error: 'unexpected', request_id: '1' };
  await page.route('**/api/v1/search/*', (route) => route.fulfill({ status: 500, json: refused }));
  await lookFor('zebra');
  await expect(page.getByText('Not everything could be searched.')).toBeVisible();
  await expect(nothing).toBeHidden();
  await page.keyboard.press('Escape');
  await page.unroute('**/api/v1/search/*');
  await page.route('**/api/v1/search/*', (route) => route.abort());
  await lookFor('zebra');
  await expect(page.getByText('Spaces and people are searched when you are online.')).toBeVisible();
  await expect(nothing).toBeVisible();
});

test('who searches for something else on the page of the results goes on typing where they were @rest', async ({
  page,
}) => {
  await page.goto('/search?q=zebra');
  const box = page.getByRole('banner').getByRole('searchbox');
  await expect(page.getByText('No results for “zebra”.')).toBeVisible();
  await box.fill('giraffe');
  await box.press('Enter');
  await expect(page.getByText('No results for “giraffe”.')).toBeVisible();
  await expect(box).toBeFocused();
  await page.goBack();
  await expect(page.getByText('No results for “zebra”.')).toBeVisible();
  await expect(box).toHaveValue('zebra');
});

test('words typed and not searched for yet are searched for with a filter that is pressed @rest', async ({
  page,
  lovelace: _signedIn,
}) => {
  await page.goto('/search?q=cat');
  const box = page.getByRole('banner').getByRole('searchbox');
  const chips = page.getByRole('group', { name: 'Filters' });
  await expect(chips).toBeVisible();
  await box.press('End');
  await box.pressSequentially(' photos');
  await chips.getByRole('button', { name: 'Has a file' }).click();
  await expect(box).toHaveValue('has:file cat photos');
  await box.press('End');
  await box.pressSequentially(' old');
  await chips.getByRole('button', { name: 'Remove the filter Has a file' }).click();
  await expect(box).toHaveValue('cat photos old');
});

test('a name composed with an input method is searched for once it is entered, not with the Enter that ends it @rest', async ({
  page,
  lovelace: _signedIn,
}) => {
  await page.goto('/search?q=cats');
  const person = page.getByRole('group', { name: 'Filters' }).getByLabel('Person');
  await person.focus();
  await compose(page, '山', 'Enter');
  const query = () => new URL(page.url()).searchParams.get('q');
  expect(query()).toBe('cats');
  await person.press('Enter');
  await expect.poll(query).toBe('from:山 cats');
});

test('filters are chips and words; a search in a folder is saved, found again by its name, renamed and deleted [MSEARCH-04 MSEARCH-14 MSEARCH-15] @phone-rest', async ({
  page,
  lovelace,
  api,
  isMobile,
}) => {
  const [inside, outside] = row(['A walnut in the garden', 'A walnut elsewhere']);
  if (!inside || !outside) return;
  const garden = newId();
  const conversation_id = await write(api, lovelace, 'Trees', [inside], inside.id);
  await write(api, lovelace, 'Others', [{ ...outside, parent: null }], outside.id);
  const at = Date.now();
  await api.as(lovelace, 'POST /api/v1/changes', {
    body: {
      conversations: [{ conversation_id, created_at: at, fields: { folder: [garden, at] } }],
      records: [{ kind: 'folder', record_id: garden, fields: { name: ['My garden', at] } }],
    },
  });
  await isFound(api, lovelace, 'walnut');
  await page.goto('/search?q=walnut');
  await expect(page.getByRole('link', { name: /A walnut elsewhere/ })).toBeVisible();
  const chips = page.getByRole('group', { name: 'Filters' });
  const found = page.getByRole('link', { name: /A walnut/ });
  await chips.getByRole('button', { name: 'From the AI' }).click();
  await expect(found).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search' }).first()).toHaveValue('from:ai walnut');
  await chips.getByRole('button', { name: 'Remove the filter From the AI' }).press('Enter');
  await expect(found).toHaveCount(2);
  await chips.getByRole('combobox', { name: 'Folder' }).selectOption('My garden');
  await expect(page.getByRole('link', { name: /A walnut elsewhere/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /A walnut in the garden/ })).toBeVisible();
  await page.getByRole('button', { name: 'Save this search' }).dblclick();
  await expect(page.getByRole('button', { name: 'Save this search' })).toHaveCount(0);

  await page.goto('/search');
  const saved = page.getByRole('region', { name: 'Saved searches' });
  await saved.getByRole('button', { name: /^Actions for the search/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(saved.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Nuts');
  await page.keyboard.press('Enter');
  await expect(saved.getByRole('link', { name: /^Nuts/ })).toBeVisible();
  if (!isMobile) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('nuts');
    await expect(page.getByRole('group', { name: 'Saved searches' }).getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Escape');
  }
  await saved.getByRole('link', { name: /^Nuts/ }).press('Enter');
  await expect(page).toHaveURL(/folder/);
  await page.reload();
  await expect(page.getByRole('link', { name: /A walnut in the garden/ })).toBeVisible();

  await page.goto(`/search?q=${encodeURIComponent('walnut before:2020-01-01')}`);
  await expect(chips.getByRole('button', { name: 'Remove the filter before: 2020-01-01' })).toBeVisible();
  await expect(found).toHaveCount(0);

  await page.goto('/search');
  await saved.getByRole('button', { name: 'Actions for the search Nuts' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(saved).toHaveCount(0);

  await page.goto('/conversations');
  await expect(page.getByRole('link', { name: /Trees/ })).toContainText('My garden');
  await page.getByRole('main').getByRole('combobox', { name: 'Folder' }).selectOption('In no folder');
  await expect(page.getByRole('main').getByRole('link', { name: /Trees/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: /Others/ })).toBeVisible();
});

test('a date that is typed digit by digit becomes one filter, once it is entered or left [MSEARCH-14] @rest', async ({
  page,
  lovelace: _signedIn,
}) => {
  await page.goto('/search?q=cats');
  const chips = page.getByRole('group', { name: 'Filters' });
  const entries = await page.evaluate(() => history.length);
  await chips.getByLabel('Since').pressSequentially('11302026');
  await page.keyboard.press('Enter');
  await expect(chips.getByRole('button', { name: 'Remove the filter Since: 2026-11-30' })).toBeVisible();
  const query = () => new URL(page.url()).searchParams.get('q');
  expect(query()).toBe('after:2026-11-30 cats');
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);

  await chips.getByLabel('Before').pressSequentially('01020003');
  await chips.getByLabel('Person').focus();
  expect(query()).toBe('after:2026-11-30 cats');
  await chips.getByLabel('Before').pressSequentially('12312026');
  await chips.getByLabel('Person').focus();
  await expect.poll(query).toBe('after:2026-11-30 before:2026-12-31 cats');

  // Chosen in the calendar.
  await chips.getByRole('button', { name: /^Remove the filter Before/ }).click();
  await chips.getByLabel('Before').fill('2026-12-30');
  await expect.poll(query).toBe('after:2026-11-30 before:2026-12-30 cats');
});

test('by keyboard any folder or provider becomes a filter, and the focus stays among the filters [MSEARCH-14] @rest', async ({
  page,
  lovelace: _signedIn,
}) => {
  await page.goto('/search?q=cats');
  const query = () => new URL(page.url()).searchParams.get('q');
  const chips = page.getByRole('group', { name: 'Filters' });
  const provider = chips.getByRole('combobox', { name: 'Provider' });
  const remove = (name: string) => chips.getByRole('button', { name: `Remove the filter ${name}` });
  await provider.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(provider).toHaveValue('gemini');
  expect(query()).toBe('cats');
  await page.keyboard.press('Enter');
  await expect(remove('Provider: Google Gemini')).toBeFocused();
  expect(query()).toBe('provider:gemini cats');
  await page.keyboard.press('Enter');
  await expect(provider).toBeFocused();
  expect(query()).toBe('cats');

  // Also once it is left.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(remove('Provider: OpenAI')).toBeVisible();
  await expect(chips.getByLabel('Person')).toBeFocused();
  await page.keyboard.type('ada');
  await page.keyboard.press('Enter');
  await expect(remove('Person: ada')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chips.getByRole('button', { name: 'From me' })).toBeFocused();
  expect(query()).toBe('provider:openai cats');
});

visiting(
  'without an account the conversations in this browser are searched [MSEARCH-05]',
  async ({ chat, page, isMobile }) => {
    visiting.skip(isMobile === true, 'The palette is opened by a key.');
    await chat.open();
    await chat.ask('/say The marigold is in bloom.');
    await chat.startNew();
    await expect(chat.messages).toHaveCount(0);
    // The keys of the frame come with it.
    await expect(page.getByRole('link', { name: 'All conversations' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('marigold bloom');
    await page
      .getByRole('option', { name: /The marigold is in bloom\.$|The marigold is in bloom/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
    await expect(message(page, 'The marigold is in bloom.').last()).toBeInViewport();
    await page.goto('/search');
    await page.getByRole('searchbox', { name: 'Search' }).fill('marigold');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: /The marigold is in bloom/ }).first()).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /results? for “marigold”/ })).toBeVisible();
  },
);
