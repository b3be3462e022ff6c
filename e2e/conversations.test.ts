import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { expect, isLongRun } from './journey.ts';
import { test } from './member.ts';
import { conversations, idOf, store } from './stored.ts';

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Conversations', exact: true }).getByRole('listitem');
const link = (page: Page, number: number) =>
  page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^(?:Pinned: )?Conversation number ${number}\\b`) });
const box = (page: Page, number: number) =>
  page.getByRole('checkbox', { name: `Select Conversation number ${number}`, exact: true });

async function act(page: Page, number: number, item: string) {
  const name = `Actions for Conversation number ${number}`;
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
  // The previous menu may still be closing.
  await page.getByRole('menu', { name, exact: true }).getByRole('menuitem', { name: item }).click();
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click();

test('conversations are listed, pinned ones first, and each leads to its address [CONV-01] @phone-rest @rest', async ({
  page,
  context,
  ada,
  isMobile,
}) => {
  const some = conversations(9);
  Object.assign(some[4] ?? {}, { fields: { pinned: [true, Date.now()] } });
  await store(context, some, ada);
  await page.goto('/conversations');
  await expect(rows(page)).toHaveCount(9);
  await expect(rows(page).first()).toContainText('Conversation number 5');
  await expect(rows(page).nth(1)).toContainText('Conversation number 1');
  // On a phone the bottom bar partly covers a row, until the reader scrolls on.
  if (isLongRun) await expectClean(page, isMobile ? ['target-size'] : []);

  await act(page, 5, 'Unpin');
  await expect(rows(page).first()).toContainText('Conversation number 1');
  await act(page, 9, 'Pin');
  await expect(rows(page).first()).toContainText('Conversation number 9');
  await link(page, 9).click();
  await expect(page).toHaveURL(`/chat/${idOf(9)}`);
});

test('a title is changed in place [CONV-03] @phone @rest', async ({ page, context, ada }) => {
  await store(context, conversations(3), ada);
  await page.goto('/conversations');
  await act(page, 2, 'Rename');
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  await title.fill('  Snakes & ladders ');
  await title.press('Enter');
  await expect(page.getByRole('main').getByRole('link', { name: 'Snakes & ladders' })).toBeFocused();

  await act(page, 3, 'Rename');
  await title.fill('Never');
  await title.press('Escape');
  await expect(link(page, 3)).toBeFocused();

  // Left by a press elsewhere, which keeps the focus.
  await act(page, 1, 'Rename');
  await title.fill('Ladders');
  await box(page, 3).click();
  await expect(box(page, 3)).toBeFocused();
  await page.reload();
  await expect(page.getByRole('main').getByRole('link', { name: /^Ladders/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Snakes & ladders' })).toBeVisible();
  await expect(link(page, 3)).toBeVisible();
});

test('a deleted conversation can be restored, or deleted for good, even if the clock of the device is a year ahead [CONV-05] @phone-rest @rest', async ({
  page,
  context,
  ada,
}) => {
  await store(context, conversations(4), ada);
  await page.clock.setSystemTime(Date.now() + 365 * 86_400_000);
  await page.goto('/conversations');
  await act(page, 1, 'Delete');
  await expect(rows(page)).toHaveCount(3);
  await undo(page);
  await expect(rows(page)).toHaveCount(4);
  for (const number of [1, 2, 3]) await act(page, number, 'Delete');
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('link', { name: 'Recently deleted' }).click();
  await act(page, 2, 'Restore');
  await expect(page.getByRole('main').getByText('Conversation number 2')).toHaveCount(0);
  await act(page, 1, 'Delete for good');
  const dialog = page.getByRole('dialog', { name: 'Delete this conversation for good?' });
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog).toBeHidden();
  if (isLongRun) await expectClean(page);
  await page.getByRole('button', { name: 'Empty', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();

  await page.goto('/conversations');
  await expect(rows(page)).toHaveCount(2);
  await expect(link(page, 2)).toBeVisible();
});

for (const many of [3, 40]) {
  test(`of ${many} conversations none moves while some are selected, and the bar is in sight @phone-rest @rest`, async ({
    page,
    context,
    ada,
  }) => {
    await store(context, conversations(many), ada);
    await page.goto('/conversations');
    const bar = page.getByRole('toolbar', { name: 'Selected conversations' });
    await expect(box(page, 2)).toBeVisible();
    const before = await box(page, 2).boundingBox();
    await box(page, 1).click();
    await expect(bar).toBeInViewport({ ratio: 1 });
    expect(await box(page, 2).boundingBox()).toEqual(before);
    await box(page, 1).click();
    await expect(bar).toHaveCount(0);
    expect(await box(page, 2).boundingBox()).toEqual(before);
  });
}

test('the list is filtered, used with the keyboard alone, and several are selected, archived and brought back [CONV-04 CONV-06 CONV-07 CONV-09]', async ({
  page,
  context,
  ada,
}) => {
  const some = conversations(12);
  Object.assign(some[3] ?? {}, { title: 'Écologie des serpents' });
  await store(context, some, ada);
  await page.goto('/conversations');
  const filter = page.getByRole('searchbox', { name: 'Filter by title' });
  await filter.fill('ecol SER');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('1 of 12 conversations')).toBeVisible();
  await filter.fill('nothing like it');
  await expect(page.getByText('0 of 12 conversations')).toBeVisible();
  await filter.fill('');
  await expect(rows(page)).toHaveCount(12);

  const bar = page.getByRole('toolbar', { name: 'Selected conversations' });
  await box(page, 6).click();
  await box(page, 9).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('4 selected');
  await box(page, 7).click();
  await expect(bar).toContainText('3 selected');
  if (isLongRun) await expectClean(page);
  await bar.getByRole('button', { name: 'Archive' }).click();
  await expect(rows(page)).toHaveCount(9);
  await expect(bar).toHaveCount(0);
  await undo(page);
  await expect(rows(page)).toHaveCount(12);
  await box(page, 1).click();
  await bar.getByRole('button', { name: 'Select all 12' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No active conversations.')).toBeVisible();
  await page.getByRole('link', { name: 'Recently deleted' }).click();
  const deleted = page.getByRole('list', { name: 'Recently deleted conversations' }).getByRole('listitem');
  await filter.fill('ecol');
  await expect(deleted).toHaveCount(1);
  // What is shown is what goes.
  await page.getByRole('button', { name: 'Empty', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await filter.fill('');
  await expect(deleted).toHaveCount(11);
  await box(page, 1).click();
  await bar.getByRole('button', { name: 'Select all 11' }).click();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('link', { name: 'Active', exact: true }).click();
  await expect(rows(page)).toHaveCount(11);

  await act(page, 1, 'Archive');
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('link', { name: 'Archived' }).click();
  await expect(link(page, 1)).toBeVisible();
  await expect(link(page, 2)).toHaveCount(0);
  if (isLongRun) await expectClean(page);
  await act(page, 1, 'Unarchive');
  await expect(page.getByText('No archived conversations.')).toBeVisible();
  await page.getByRole('link', { name: 'Active', exact: true }).click();
  await expect(rows(page)).toHaveCount(11);

  await link(page, 1).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(link(page, 3)).toBeFocused();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar).toContainText('2 selected');
  await page.keyboard.press('F2');
  await page.keyboard.insertText('By keys');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('link', { name: 'By keys' })).toBeFocused();
  // It goes with the other one that is selected.
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(9);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('the beginning of a long title is in sight, also one from right to left @phone-rest @rest', async ({
  page,
  context,
  ada,
  isMobile,
}) => {
  const title = 'שיחה ארוכה מאוד על נחשים ועל סולמות '.repeat(5).trim();
  await store(context, [{ id: idOf(1), title, at: Date.now(), fields: { pinned: [true, Date.now()] } }], ada);
  const inMain = page.getByRole('main').getByRole('link', { name: title });
  const inSidebar = page.getByRole('complementary', { name: 'At a glance' }).getByRole('link');
  for (const [path, places] of [
    ['/conversations', isMobile ? [inMain] : [inMain, inSidebar.filter({ hasText: title })]],
    ['/dashboard', [inMain]],
    ['/search?q=שיחה', [inMain]],
    [`/chat/${idOf(1)}`, [page.getByRole('button', { name: `Rename “${title}”` })]],
  ] as const) {
    await page.goto(path);
    for (const place of places) {
      await expect(place.first()).toBeVisible();
      expect(await place.first().evaluate(showsBeginning, title), path).toBe(true);
    }
  }
});

/** Whether the first letter of a text is inside of what it stands in. */
function showsBeginning(place: Element, text: string) {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  let node = texts.nextNode();
  while (node && node.nodeValue !== text) node = texts.nextNode();
  if (!node) return false;
  const letter = new Range();
  letter.setStart(node, 0);
  letter.setEnd(node, 1);
  const [{ left, right, width }, around] = [letter.getBoundingClientRect(), place.getBoundingClientRect()];
  return width > 0 && left >= around.left && right <= around.right;
}

test('Delete removes one conversation, however long it is held, in the list and in the sidebar @rest', async ({
  page,
  context,
  ada,
}) => {
  await store(context, conversations(6), ada);
  await page.goto('/conversations');
  const sidebar = page
    .getByRole('complementary', { name: 'At a glance' })
    .getByRole('link', { name: /^Conversation number/ });
  for (const [place, first, left] of [
    [rows(page).getByRole('link'), link(page, 1), 5],
    [sidebar, sidebar.first(), 4],
  ] as const) {
    await first.focus();
    await page.keyboard.down('Delete');
    await expect(place).toHaveCount(left);
    await expect(place.first()).toBeFocused();
    for (let held = 0; held < 3; held += 1) await page.keyboard.down('Delete');
    await page.keyboard.up('Delete');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(place).toHaveCount(left);
  }
});

test('10,000 conversations are a list like any other [CONV-08] @rest', async ({ page, context, ada }) => {
  await store(context, conversations(10_000), ada);
  await page.goto('/conversations');
  await expect(link(page, 1)).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(60);
  // The first ones are there before all are.
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', '10000');
  await link(page, 1).focus();
  await page.keyboard.press('End');
  await expect(link(page, 10_000)).toBeFocused();
  await expect(link(page, 10_000)).toBeInViewport();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /number 5\d\d\d\b/ })
      .first(),
  ).toBeVisible();
  // The focused element stays in the page, however far the reader scrolls.
  await expect(link(page, 10_000)).toBeFocused();
  await page.getByRole('searchbox', { name: 'Filter by title' }).fill('9999');
  await expect(rows(page)).toHaveCount(1);
});

test('a guest lists the conversations in this browser, restores one, and deletes them all [CONV-02 CONV-05] @phone-rest', async ({
  page,
  context,
}) => {
  await store(context, conversations(4));
  await page.goto('/conversations');
  await expect(rows(page)).toHaveCount(4);
  if (isLongRun) await expectClean(page);

  for (const number of [1, 2]) await act(page, number, 'Delete');
  await expect(rows(page)).toHaveCount(2);
  const toast = page.getByRole('region', { name: 'Notifications' });
  await toast.getByRole('button', { name: 'Close' }).click();
  // The page moves up into its place; a press meanwhile would miss.
  await expect(toast.getByRole('group')).toHaveCount(0);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Recently deleted' }).click();
  await act(page, 1, 'Restore');
  await act(page, 2, 'Delete for good');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();
  await expect.poll(() => idsIn(page)).toHaveLength(3);

  await main.getByRole('button', { name: 'Delete all conversations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete all conversations in this browser?' });
  await expect(dialog).toContainText('3 conversations are deleted for good');
  await dialog.getByRole('button', { name: 'Delete all conversations' }).click();
  await expect(page.getByText('No conversations in this browser yet.')).toBeVisible();
  expect(await idsIn(page)).toEqual([]);
});

/** The conversations that are really stored for a guest. */
const idsIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<IDBValidKey[]>((resolve, reject) => {
        const opening = indexedDB.open('polylogue.store.guest');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asking = opening.result
            .transaction('conversations')
            .objectStore('conversations')
            .getAllKeys();
          asking.onsuccess = () => {
            opening.result.close();
            resolve(asking.result);
          };
        };
      }),
  );

test('a title that is being typed stays while one scrolls the list and looks at another window @rest', async ({
  page,
  context,
}) => {
  await store(context, conversations(100));
  await page.goto('/conversations');
  await link(page, 1).press('F2');
  const title = page.getByRole('main').getByRole('textbox', { name: 'Title' });
  await title.fill('Half a title');
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 20_000);
  await expect(link(page, 100)).toBeInViewport();
  // As when another window gets the focus: this one keeps its own.
  await title.dispatchEvent('focusout', { bubbles: true });
  await page.mouse.wheel(0, -20_000);
  await expect(link(page, 2)).toBeInViewport();
  await expect(title).toHaveValue('Half a title');
});
