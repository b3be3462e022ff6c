import { expect, type Locator, type Page } from '@playwright/test';
import { box, log } from '../room.ts';
import type { Chance } from './chance.ts';
import type { Person } from './people.ts';
import type { KillableServer } from './server.ts';

/** What has been written so far: each message contains a word of its own. */
export interface Written {
  /** In order. Unknown: a step failed halfway, so the message may or may not be there. */
  words: Map<string, 'sent' | 'deleted' | 'unknown'>;
  /** By word: the text after the last edit that the server accepted. */
  edited: Map<string, string>;
  /** Off the record. */
  secrets: string[];
}

interface Step {
  /** How often it is taken, compared with the others. */
  weight: number;
  name: string;
  act(one: Person): Promise<void>;
}

interface Circumstances {
  chance: Chance;
  written: Written;
  people: readonly Person[];
  server: KillableServer;
}

/** A page that is busy has no longer for one press. */
const soon = { timeout: 4_000 };
const emojis = ['👍', '❤️', '😂'];

/** What people in a room do, and what happens to them. A step that is not possible at the moment throws. */
export function stepsWith({ chance, written, people, server }: Circumstances): Step[] {
  let edits = 0;

  /** Posts a message that contains a new word. */
  async function say(one: Person, textWith: (word: string) => string, isSecret = false) {
    const word = `word${String(written.words.size + 1).padStart(4, '0')}x`;
    written.words.set(word, 'unknown');
    if (isSecret) written.secrets.push(word);
    await box(one.page).fill(textWith(word), soon);
    await box(one.page).press('Enter', soon);
    // The app has taken it: from now on it may not be lost.
    await expect(box(one.page)).toHaveValue('', soon);
    written.words.set(word, 'sent');
    one.own.push(word);
  }

  /** One of the last messages that are still there. */
  function recent() {
    const sent = [...written.words].filter(([, state]) => state === 'sent');
    return chance.among(sent.slice(-5))?.[0];
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

  async function lendIn({ page }: Person) {
    const dialog = page.getByRole('dialog', { name: /^Lend your key/ });
    await dialog.getByLabel('Who can use it').selectOption('members', soon);
    // The usual limit would be reached in a long run.
    await dialog.getByLabel('Questions per person per hour').fill('1000', soon);
    await dialog.getByRole('button', { name: 'Lend', exact: true }).click(soon);
    await expect(lendingBar(page)).toBeVisible(soon);
  }

  return [
    {
      weight: 30,
      name: 'posts',
      async act(one) {
        await setOptions(one, {});
        await say(one, (word) => `${word} says **${one.name}**`);
      },
    },
    {
      weight: 5,
      name: 'posts off the record',
      async act(one) {
        await setOptions(one, { isOffRecord: true });
        await say(one, (word) => `${word} is a secret`, true);
        await setOptions(one, {});
      },
    },
    {
      weight: 14,
      name: 'asks the AI',
      async act(one) {
        await setOptions(one, { isQuestion: true });
        const isShort = chance.number() < 0.5;
        await say(one, isShort ? shortQuestion : longQuestion);
      },
    },
    {
      weight: 5,
      name: 'replies',
      async act(one) {
        await setOptions(one, {});
        await press(message(one.page, recent()).getByRole('button', { name: 'Reply', exact: true }));
        await say(one, (word) => `${word} replies`);
      },
    },
    {
      weight: 12,
      name: 'edits',
      async act({ page, own }) {
        const word = own.at(-1) ?? '';
        await press(message(page, word).getByRole('button', { name: 'Edit message' }));
        const edit = page.getByRole('textbox', { name: 'Edit your message' });
        edits += 1;
        const text = `${word} edited ${edits}`;
        await edit.fill(text, soon);
        written.edited.delete(word);
        await edit.press('Enter', soon);
        await expect(edit).toBeHidden(soon);
        written.edited.set(word, text);
      },
    },
    {
      weight: 5,
      name: 'deletes',
      async act({ page, own }) {
        const word = own.at(-1) ?? '';
        await press(message(page, word).getByRole('button', { name: 'More', exact: true }));
        await page.getByRole('menuitem', { name: 'Delete message' }).click(soon);
        const dialog = page.getByRole('dialog', { name: 'Delete this message?' });
        written.words.set(word, 'unknown');
        own.pop();
        await dialog.getByRole('button', { name: 'Delete' }).click(soon);
        await expect(dialog).toBeHidden(soon);
        written.words.set(word, 'deleted');
      },
    },
    {
      weight: 8,
      name: 'reacts',
      async act({ page }) {
        await press(message(page, recent()).getByRole('button', { name: 'React', exact: true }));
        await page.getByRole('menuitem', { name: chance.among(emojis) ?? '' }).click(soon);
      },
    },
    {
      weight: 5,
      name: 'lends',
      async act(one) {
        await press(one.page.getByRole('button', { name: 'Lend', exact: true }), one.hasKey);
        await lendIn(one);
      },
    },
    {
      weight: 7,
      name: 'lends for a question that waits',
      async act() {
        const lendMine = ({ page }: Person) => log(page).getByRole('button', { name: 'Lend mine' }).last();
        const keyHolders = people.filter(({ hasKey, isOffline }) => hasKey && !isOffline);
        const one = chance.among(await all(keyHolders, lendMine));
        if (!one) throw new Error('No question waits for a key.');
        await press(lendMine(one));
        await lendIn(one);
      },
    },
    { weight: 8, name: 'stops lending', act: stopLending },
    {
      weight: 6,
      name: 'is interrupted while their key answers another person',
      async act() {
        const online = people.filter(({ isOffline }) => !isOffline);
        const asker = chance.among(online.filter(({ hasKey }) => !hasKey));
        const lenders = await all(online, ({ page }) => lendingBar(page));
        if (!asker || lenders.length === 0) throw new Error('No one can ask, or no one lends.');
        await setOptions(asker, { isQuestion: true });
        await say(asker, longQuestion);
        const answering = () =>
          all(lenders, ({ page }) => lendingBar(page).getByText('Your key is answering'));
        await expect.poll(async () => (await answering()).length, { timeout: 10_000 }).toBeGreaterThan(0);
        const [holder] = await answering();
        if (holder) await chance.among([reload, loseNetwork, stopLending])?.(holder);
      },
    },
    {
      weight: 3,
      name: 'stops an answer',
      act: ({ page }) => press(log(page).getByRole('button', { name: 'Stop', exact: true }).last()),
    },
    {
      weight: 2,
      name: 'withdraws a question',
      async act() {
        const withdraw = ({ page }: Person) => log(page).getByRole('button', { name: 'Withdraw' }).last();
        const one = chance.among(await all(people, withdraw));
        if (!one) throw new Error('No question waits.');
        await press(withdraw(one));
      },
    },
    {
      weight: 3,
      name: 'asks again',
      act: ({ page }) => press(log(page).getByRole('button', { name: 'Ask again' }).last()),
    },
    {
      weight: 6,
      name: 'loses the network, or is back',
      async act(one) {
        if (!one.isOffline) return loseNetwork(one);
        one.isOffline = false;
        await one.page.context().setOffline(false);
      },
    },
    {
      weight: 4,
      name: 'reloads',
      async act(one) {
        if (one.isOffline) throw new Error('There is nothing to load it from.');
        await reload(one);
      },
    },
    {
      weight: 4,
      name: 'visits another page',
      async act({ page, isOffline }) {
        await press(page.getByRole('link', { name: 'Polylogue', exact: true }).first(), !isOffline);
        await page.waitForURL('/dashboard', soon);
        await page.goBack();
      },
    },
    {
      weight: 2,
      name: 'scrolls',
      async act({ page }) {
        await log(page).hover({ ...soon, position: { x: 5, y: 5 } });
        await page.mouse.wheel(0, chance.number() < 0.5 ? -2_000 : 2_000);
      },
    },
    { weight: 1, name: 'sees the server being killed', act: () => server.restart() },
  ];
}

const shortQuestion = (word: string) => `/say ${word} is answered`;
/** Answered in ten seconds, in a text that fits on a phone. */
const longQuestion = (word: string) => `/tokens 150 rate=15 ${word} is long`;

/** The people on whose pages this is visible. */
async function all(people: readonly Person[], locate: (one: Person) => Locator): Promise<Person[]> {
  const isShown = await Promise.all(people.map((one) => locate(one).isVisible()));
  return people.filter((_, at) => isShown[at]);
}

/** Shown by a browser that lends. */
const lendingBar = (page: Page) => page.getByRole('region', { name: /^Lent to/ });

async function stopLending({ page }: Person) {
  await press(lendingBar(page).getByRole('button', { name: 'Stop lending' }));
  await expect(lendingBar(page)).toBeHidden(soon);
}

async function loseNetwork(one: Person) {
  one.isOffline = true;
  await one.page.context().setOffline(true);
}

const reload = async ({ page }: Person) => void (await page.reload());

/** Throws at once if there is no such button. */
async function press(button: Locator, isPossible = true) {
  if (!isPossible || (await button.count()) === 0) throw new Error(`Not possible now: ${button}`);
  await button.click(soon);
}

/** A person’s message with this word: not an answer of the AI to it, and not a reply that quotes it. */
function message(page: Page, word: string | undefined): Locator {
  if (!word) throw new Error('There is no message yet.');
  const its = new RegExp(`(?:^|\\W)${word} (?:says|is|replies|edited)`);
  // A quote is not a paragraph.
  const body = page.locator('p').filter({ hasText: its });
  return log(page).locator('article[data-role=user]').filter({ has: body });
}
