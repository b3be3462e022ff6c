import type { Locator, Page } from '@playwright/test';
import { box, log } from '../room.ts';
import type { Chance } from './chance.ts';
import type { Person } from './people.ts';
import type { KillableServer } from './server.ts';

/** What has been written so far: each message contains a word of its own. */
export interface Written {
  /** In order. */
  words: string[];
  deleted: Set<string>;
  /** Off the record. */
  secrets: string[];
}

interface Step {
  /** How often it is taken, compared with the others. */
  weight: number;
  name: string;
  act(one: Person): Promise<void>;
}

/** A page that is busy has no longer for one press. */
const soon = { timeout: 4_000 };
const emojis = ['👍', '❤️', '😂'];

/** What people in a room do, and what happens to them. A step that is not possible at the moment throws. */
export function stepsWith(chance: Chance, written: Written, server: KillableServer): Step[] {
  let edits = 0;

  function newWord(one: Person): string {
    const word = `word${String(written.words.length + 1).padStart(4, '0')}x`;
    written.words.push(word);
    one.own.push(word);
    return word;
  }

  /** One of the last messages that are still there. */
  const recent = () => chance.among(written.words.filter((word) => !written.deleted.has(word)).slice(-5));

  async function say({ page }: Person, text: string) {
    await box(page).fill(text, soon);
    await box(page).press('Enter', soon);
  }

  const toggle = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function set(button: Locator, isOn: boolean) {
    if (((await button.getAttribute('aria-pressed', soon)) === 'true') !== isOn) await button.click(soon);
  }

  async function setOptions({ page }: Person, { isOffRecord = false, isQuestion = false }) {
    await set(toggle(page, 'Off the record'), isOffRecord);
    // Not offered off the record.
    if (!isOffRecord) await set(toggle(page, 'Ask AI'), isQuestion);
  }

  return [
    {
      weight: 30,
      name: 'posts',
      async act(one) {
        await setOptions(one, {});
        await say(one, `${newWord(one)} says **${one.name}**`);
      },
    },
    {
      weight: 5,
      name: 'posts off the record',
      async act(one) {
        await setOptions(one, { isOffRecord: true });
        const word = newWord(one);
        written.secrets.push(word);
        await say(one, `${word} is a secret`);
        await setOptions(one, {});
      },
    },
    {
      weight: 14,
      name: 'asks the AI',
      async act(one) {
        await setOptions(one, { isQuestion: true });
        const word = newWord(one);
        await say(
          one,
          chance.number() < 0.5 ? `/say ${word} is answered` : `/tokens 150 rate=40 ${word} is long`,
        );
      },
    },
    {
      weight: 5,
      name: 'replies',
      async act(one) {
        await setOptions(one, {});
        await message(one.page, recent()).getByRole('button', { name: 'Reply' }).click(soon);
        await say(one, `${newWord(one)} replies`);
      },
    },
    {
      weight: 8,
      name: 'edits',
      async act(one) {
        const word = one.own.at(-1);
        await message(one.page, word).getByRole('button', { name: 'Edit message' }).click(soon);
        const edit = one.page.getByRole('textbox', { name: 'Edit your message' });
        edits += 1;
        await edit.fill(`${word} edited ${edits}`, soon);
        await edit.press('Enter', soon);
      },
    },
    {
      weight: 5,
      name: 'deletes',
      async act(one) {
        const word = one.own.at(-1) ?? '';
        await message(one.page, word).getByRole('button', { name: 'More' }).click(soon);
        await one.page.getByRole('menuitem', { name: 'Delete message' }).click(soon);
        await one.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click(soon);
        written.deleted.add(word);
        one.own.pop();
      },
    },
    {
      weight: 8,
      name: 'reacts',
      async act({ page }) {
        await message(page, recent()).getByRole('button', { name: 'React' }).first().click(soon);
        await page.getByRole('menuitem', { name: chance.among(emojis) ?? '' }).click(soon);
      },
    },
    {
      weight: 7,
      name: 'lends, or stops lending',
      async act({ page, hasKey }) {
        if (!hasKey) return;
        const lent = page.getByRole('region', { name: /^Lent to/ });
        if ((await lent.count()) > 0) return lent.getByRole('button', { name: 'Stop lending' }).click(soon);
        await page.getByRole('button', { name: 'Lend', exact: true }).click(soon);
        const dialog = page.getByRole('dialog', { name: /^Lend your key/ });
        await dialog.getByLabel('Who may use it').selectOption('members', soon);
        await dialog.getByRole('button', { name: 'Lend', exact: true }).click(soon);
      },
    },
    {
      weight: 3,
      name: 'stops an answer',
      act: ({ page }) => log(page).getByRole('button', { name: 'Stop', exact: true }).last().click(soon),
    },
    {
      weight: 3,
      name: 'asks again',
      act: ({ page }) => log(page).getByRole('button', { name: 'Ask again' }).last().click(soon),
    },
    {
      weight: 6,
      name: 'loses the network, or is back',
      async act(one) {
        one.isOffline = !one.isOffline;
        await one.page.context().setOffline(one.isOffline);
      },
    },
    {
      weight: 4,
      name: 'reloads',
      async act({ page, isOffline }) {
        if (!isOffline) await page.reload();
      },
    },
    {
      weight: 4,
      name: 'visits another page',
      async act({ page, isOffline }) {
        if (isOffline) return;
        await page.getByRole('link', { name: 'Polylogue', exact: true }).first().click(soon);
        await page.waitForURL('/dashboard', soon);
        await page.goBack();
      },
    },
    {
      weight: 2,
      name: 'scrolls',
      act: ({ page }) => page.mouse.wheel(0, chance.number() < 0.5 ? -2_000 : 2_000),
    },
    { weight: 1, name: 'sees the server being killed', act: () => server.restart() },
  ];
}

/** The one with this word, not one that quotes it. */
function message(page: Page, word: string | undefined): Locator {
  if (!word) throw new Error('There is no message yet.');
  const its = new RegExp(`(?:^|\\W)${word} (?:says|is|replies|edited)`);
  return log(page).getByRole('article').filter({ hasText: its }).last();
}
