import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { type Imitation, startImitation } from '@polylogue/imitation';
import { type Member, server } from '../account.ts';
import { befriend, createMember, uniqueName } from '../people.ts';
import { settingEntries } from '../provider.ts';
import { box, createSpace, idOf, join, log, say } from '../room.ts';
import { viaCookie } from './balancer.ts';
import { type TwoVersions, twoVersions, type Version, versions } from './nodes.ts';

const test = base.extend<{ imitation: Imitation; nodes: TwoVersions }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
  imitation: async ({}, use) => {
    const imitation = await startImitation();
    await use(imitation);
    await imitation.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
  nodes: async ({}, use) => {
    const nodes = await twoVersions();
    await use(nodes);
    await nodes.stop();
  },
});

interface Tab {
  name: string;
  page: Page;
  /** What the page reported as an error. */
  errors: string[];
}

/** A browser whose page is of one version and whose calls are answered by a node of one version. */
async function openTab(
  browser: Browser,
  url: string,
  member: Member,
  via: { page: Version; node: Version },
  entries: Record<string, string>,
): Promise<Tab> {
  const { access_token, refresh_token } = member;
  const stored = Object.entries({ access_token, refresh_token, ...entries });
  const context = await browser.newContext({
    baseURL: url,
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: stored.map(([name, value]) => ({ name, value })) }],
    },
  });
  await context.addCookies([viaCookie(via, url)]);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  return { name: `${via.page} page on ${via.node} node`, page, errors };
}

const listOf = (page: Page) =>
  page.getByRole('complementary').getByRole('region', { name: 'Active Conversations' }).getByRole('listitem');

test('pages of two versions share conversations and a room through nodes of both, and none loses a word when the older node ends [FAULT-22]', async ({
  browser,
  imitation,
  nodes,
}) => {
  // The older version makes the database, as it had before the upgrade.
  await nodes.start('older');
  await nodes.start('newer');
  const api = server(nodes.url);
  const ada = await createMember(api, { first_name: 'Ada', last_name: uniqueName() });
  const ben = await createMember(api, { first_name: 'Ben', last_name: uniqueName() });
  const tabs: Tab[] = [];
  for (const page of versions) {
    for (const node of versions) {
      const signedIn = await api.signIn(ada);
      const entries = settingEntries('openai', imitation.url);
      tabs.push(await openTab(browser, nodes.url, { ...ada, ...signedIn }, { page, node }, entries));
    }
  }

  // Conversations: each begins one, and all have all of them.
  for (const { name, page } of tabs) {
    await page.goto('/chat');
    await box(page).fill(`/say Answer for the ${name}.`);
    await box(page).press('Enter');
    await expect(page.getByRole('log').getByText(`Answer for the ${name}.`, { exact: true })).toBeVisible();
  }
  for (const { page } of tabs) {
    for (const { name } of tabs) {
      await expect(listOf(page).filter({ hasText: `Answer for the ${name}.` })).toHaveCount(1);
    }
  }
  // What one page writes in another's conversation.
  for (const [at, { page }] of tabs.entries()) {
    const other = tabs[(at + 3) % tabs.length] as Tab;
    await listOf(page)
      .filter({ hasText: `Answer for the ${other.name}.` })
      .getByRole('link')
      .click();
    await expect(page.getByRole('log').getByText(`Answer for the ${other.name}.`).first()).toBeVisible();
    await box(page).fill(`/say And one more for tab ${at}.`);
    await box(page).press('Enter');
    await expect(
      page.getByRole('log').getByText(`And one more for tab ${at}.`, { exact: true }),
    ).toBeVisible();
  }
  for (const [at, { page }] of tabs.entries()) {
    const writer = (at + 1) % tabs.length;
    await listOf(page)
      .filter({ hasText: `Answer for the ${(tabs[at] as Tab).name}.` })
      .getByRole('link')
      .click();
    await expect(
      page.getByRole('log').getByText(`And one more for tab ${writer}.`, { exact: true }),
    ).toBeVisible();
  }

  // A room: everyone's words, and an answer with a key of one of the pages.
  const room = await createSpace(api, ben, 'Kitchen');
  await join(api, ada, room);
  for (const { page } of tabs) await page.goto(room);
  for (const [at, { page }] of tabs.entries()) await say(page, `Words of tab ${at}.`);
  const everyoneReads = async (words: (at: number) => string) => {
    for (const { page } of tabs) {
      for (const at of tabs.keys()) {
        await expect(log(page).getByText(words(at), { exact: true })).toHaveCount(1);
      }
    }
  };
  await everyoneReads((at) => `Words of tab ${at}.`);

  await nodes.upgrade();
  for (const [at, { page }] of tabs.entries()) await say(page, `Tab ${at} after the upgrade.`);
  await everyoneReads((at) => `Tab ${at} after the upgrade.`);
  await everyoneReads((at) => `Words of tab ${at}.`);
  for (const { name, errors } of tabs) expect(errors, name).toEqual([]);
});

test('a page of the newer version accepts an invitation through the older node [FAULT-22]', async ({
  browser,
  nodes,
}) => {
  await nodes.start('older');
  await nodes.start('newer');
  const api = server(nodes.url);
  const ada = await createMember(api, { first_name: 'Ada', last_name: uniqueName() });
  const rosa = await createMember(api, { first_name: 'Rosa', last_name: uniqueName(), isOpen: false });
  await befriend(api, rosa, ada);
  const room = await createSpace(api, ada, 'Kitchen');
  await api.as(ada, 'POST /api/v1/spaces/:space_id/invitations', {
    params: { space_id: idOf(room) },
    body: { invitation_id: crypto.randomUUID(), to_user: rosa.user_id },
  });
  const { page } = await openTab(browser, nodes.url, rosa, { page: 'newer', node: 'older' }, {});
  await page.goto('/spaces');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(room);
  await expect(log(page)).toContainText('You joined');
});
