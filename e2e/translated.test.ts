import type { Page } from '@playwright/test';
import { test as alone, expect } from './journey.ts';
import { test as together } from './people.ts';
import { createSpace, idOf, join, log } from './room.ts';

/** From now on each text of the page is replaced as a browser that translates does it; the words stay the same. */
const translate = (page: Page) =>
  page.evaluate(() => {
    function replace(text: Text) {
      if (!text.data.trim() || !text.parentElement) return;
      if (text.parentElement.closest('font, script, style, textarea, [translate=no]')) return;
      const font = document.createElement('font');
      font.textContent = text.data;
      text.replaceWith(font);
    }
    function replaceIn(node: Node) {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text as Text);
      texts.forEach(replace);
    }
    replaceIn(document.body);
    const watch = new MutationObserver((changes) => {
      for (const { target, type, addedNodes } of changes) {
        if (type === 'attributes') replaceIn(target);
        for (const node of addedNodes) {
          if (node instanceof Text) replace(node);
          else replaceIn(node);
        }
      }
    });
    const attributeFilter = ['translate'];
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter });
  });

alone(
  'who has the page translated reads every word of an answer, as it comes and afterwards @rest',
  async ({ page, chat, imitation }) => {
    await chat.open();
    await translate(page);
    imitation.hold();
    await chat.say('/say Some **bold** words and **more** and what comes after them.');
    for (const words of ['Some bold words', 'Some bold words and more and']) {
      await expect(async () => {
        imitation.release(1);
        await expect(chat.replies.last()).toContainText(words, { timeout: 100 });
      }).toPass();
    }
    imitation.release();
    const whole = 'Some bold words and more and what comes after them.';
    await expect(chat.replies.last()).toContainText(whole);
    await expect(chat.send).toBeVisible();
    await expect(chat.replies.last().locator('font')).not.toHaveCount(0);
    await expect(await chat.ask('/say Another **one** of them.')).toContainText('Another one of them.');
    await expect(chat.replies.first()).toContainText(whole);
  },
);

together(
  'who has a room translated stays in it when somebody leaves @rest',
  async ({ page, api, lovelace, hopper, arrive }) => {
    const address = await createSpace(api, lovelace);
    await join(api, hopper, address);
    await page.goto(address);
    const other = await arrive(hopper);
    await other.goto(address);
    await expect(page.getByRole('button', { name: '2 people, 2 here' })).toBeVisible();
    await page.getByRole('button', { name: '2 people, 2 here' }).click();
    await expect(page.getByText('here now')).toHaveCount(2);
    await translate(page);
    await api.as(hopper, 'POST /api/v1/spaces/:space_id/leave', { params: { space_id: idOf(address) } });
    await expect(log(page).getByText(`${hopper.name} left`)).toBeVisible();
    await expect(page.getByRole('button', { name: '1 person' })).toBeVisible();
  },
);
