import { expect, test, vi } from 'vitest';
import { fakeStorage, standingClock } from '../testing/stored.ts';
import { openDraftText } from './draft-text.ts';
import { eraseDraftsOf, storeDraftsOf } from './entries.ts';

const name = 'polylogue.draft';
const newTab = (isFull = false) => fakeStorage(isFull);

function start(isFull = false, tab = newTab(isFull), browser = fakeStorage(isFull), entry = name) {
  const { clock, pause } = standingClock();
  const onNotStored = vi.fn();
  const onOther = vi.fn<(text: string, show: () => void) => void>();
  const isHeldBack = (text: string) => text.includes('sk-');
  /** A tab learns of its own changes at once. */
  const told = {
    ...browser,
    write(one: string, text: string) {
      const isStored = browser.write(one, text);
      if (isStored) draft.onStorageChange(one);
      return isStored;
    },
    remove(one: string) {
      browser.remove(one);
      draft.onStorageChange(one);
    },
  };
  const needs = { earlier: entry === name ? undefined : name, isHeldBack, onNotStored, onOther };
  const draft = openDraftText({ entry, tab, browser: told, clock, ...needs });
  return { draft, tab, browser, onNotStored, onOther, pause };
}

type Tab = Pick<ReturnType<typeof start>, 'draft'>;

/** What the browser reports to a tab when another one has changed its entry. */
const notify = ({ draft }: Tab) => draft.onStorageChange(name);

test('a draft survives a reload and a closed tab', () => {
  const { draft, tab, browser, pause } = start();
  draft.write('Dear');
  draft.write('Dear Ada');
  pause();
  expect(start(false, tab, browser).draft.read()).toBe('Dear Ada');
  expect(start(false, newTab(), browser).draft.read()).toBe('Dear Ada');
});

test('another tab does not change the draft of this one', () => {
  const { draft, tab, browser, pause } = start();
  draft.write('mine');
  pause();
  browser.write(name, 'theirs');
  expect(start(false, tab, browser).draft.read()).toBe('mine');
});

test('leaving in the middle of a word keeps the word', () => {
  const { draft, tab, browser } = start();
  draft.write('Dea');
  draft.flush();
  expect(start(false, tab, browser).draft.read()).toBe('Dea');
});

test('a sent draft is removed immediately', () => {
  const { draft, tab, browser, pause } = start();
  draft.write('Hello');
  pause();
  draft.write('');
  expect([tab.read(name), browser.entries.size]).toEqual([null, 0]);
});

test('when the browser cannot store anything, it is reported once, and leaving asks', () => {
  const { draft, onNotStored, pause } = start(true);
  expect(draft.isAtRisk()).toBe(false);
  draft.write('Hello');
  pause();
  draft.write('Hello Ada');
  pause();
  expect(onNotStored).toHaveBeenCalledTimes(1);
  expect(draft.isAtRisk()).toBe(true);
  draft.write('');
  expect(draft.isAtRisk()).toBe(false);
});

test('messages waiting to be sent are stored with the draft, in front of it [STEER-24]', () => {
  const [tab, browser] = [newTab(), fakeStorage()];
  let ahead = ['One', 'Two'];
  const clock = { now: () => 0, after: () => () => {} };
  const draft = openDraftText({
    entry: name,
    tab,
    browser,
    clock,
    ahead: () => ahead,
    isHeldBack: () => false,
    onNotStored() {},
  });
  draft.write('Three');
  draft.onQueueChange();
  expect(draft.read()).toBe('Three');
  expect(start(false, tab, browser).draft.read()).toBe('One\n\nTwo\n\nThree');
  draft.write('');
  ahead = ['Two'];
  draft.onQueueChange();
  expect([tab.read(name), ...browser.entries.values()]).toEqual(['Two', 'Two']);
  ahead = [];
  draft.onQueueChange();
  expect([tab.read(name), browser.entries.size]).toEqual([null, 0]);
});

test('a draft stays stored for when its tab is closed, whatever another tab does with its draft', () => {
  const first = start();
  first.draft.write('Mine');
  first.pause();
  const other = start(false, newTab(), first.browser);
  expect(other.draft.read()).toBe('Mine');
  other.draft.write('');
  expect(first.browser.entries.size).toBe(0);
  notify(first);
  expect(start(false, newTab(), first.browser).draft.read()).toBe('Mine');
});

/** Two texts of tabs that are closed by now; the second was written last, in the tab that was opened first. */
function twoTexts() {
  const first = start();
  expect(first.draft.read()).toBe('');
  const later = start(false, newTab(), first.browser);
  later.draft.write('A long letter');
  later.pause();
  first.draft.write('ok');
  first.pause();
  return first.browser;
}

/** What a person who opens a tab is shown, and offered. */
async function opened(browser: ReturnType<typeof twoTexts>, tab = newTab()) {
  const found = start(false, tab, browser);
  const shown = found.draft.read();
  await Promise.resolve();
  return { ...found, shown, offered: found.onOther.mock.calls.map(([text]) => text) };
}

test('of two tabs with an unsent text each the later text is found, and the other is offered', async () => {
  const browser = twoTexts();
  expect(await opened(browser)).toMatchObject({ shown: 'ok', offered: ['A long letter'] });
});

test('two tabs with an unsent text each lose neither when both are closed', async () => {
  const browser = twoTexts();
  const found = await opened(browser);
  found.draft.write('');
  expect((await opened(browser)).shown).toBe('A long letter');
});

test('the text that was offered takes the place of the one shown, which waits in turn', async () => {
  const browser = twoTexts();
  const { draft, onOther, tab } = await opened(browser);
  const onReplaced = vi.fn();
  draft.replaced.listen(onReplaced);
  const [, show] = onOther.mock.calls[0] ?? [];
  draft.write('ok, and');
  show?.();
  expect([draft.read(), onReplaced.mock.calls.length]).toEqual(['A long letter', 1]);
  expect(await opened(browser, tab)).toMatchObject({ shown: 'A long letter', offered: [] });
  const next = await opened(browser);
  expect([next.shown, next.offered]).toEqual(['A long letter', ['ok, and']]);
});

test('nothing is offered that holds a key, or that the text shown begins with', async () => {
  const browser = fakeStorage(false, {
    [`${name}~1`]: 'sk-abcdefgh',
    [`${name}~2`]: 'Dear',
    [`${name}~3`]: ' ',
    [`${name}~4`]: 'Dear Ada',
  });
  expect(await opened(browser)).toMatchObject({ shown: 'Dear Ada', offered: [] });
});

test('a text with a key gives way to no other one: it is stored nowhere', async () => {
  const { draft, onOther } = await opened(twoTexts());
  draft.write('sk-abcdefgh');
  onOther.mock.calls[0]?.[1]();
  expect(draft.read()).toBe('sk-abcdefgh');
});

test('what the page of an earlier version has stored is found, for a visitor and with an account', async () => {
  // It had an entry for each tab, and in the tab one with the text.
  const visitors = fakeStorage(false, { 'polylogue.draft~mb1': 'Long ago', 'polylogue.draft~mb2': 'Here' });
  expect(await opened(visitors)).toMatchObject({ shown: 'Here', offered: ['Long ago'] });
  const tab = fakeStorage(false, { 'polylogue.tab': 'mb1', [name]: 'Long ago' });
  const reloaded = await opened(visitors, tab);
  expect(reloaded.shown).toBe('Long ago');
  reloaded.draft.write('');
  expect(visitors.names()).toEqual(['polylogue.draft~mb2']);
  const browser = fakeStorage(false, {
    'polylogue.draft.ada.c1~mb1': 'One',
    'polylogue.draft.ada.c1~mb2': 'Two',
  });
  const { draft, onOther } = start(false, newTab(), browser, 'polylogue.draft.ada.c1');
  expect(draft.read()).toBe('Two');
  await Promise.resolve();
  expect(onOther.mock.calls.map(([text]) => text)).toEqual(['One']);
});

test('what another tab sends clears no text that this one shows from a closed tab', () => {
  const { draft, browser, pause } = start();
  draft.write('A long letter');
  pause();
  const shown = start(false, newTab(), browser);
  expect(shown.draft.read()).toBe('A long letter');
  const other = start(false, newTab(), browser);
  other.draft.write('Hi');
  other.pause();
  other.draft.write('');
  notify(shown);
  expect([shown.draft.read(), [...browser.entries.values()]]).toEqual(['A long letter', ['A long letter']]);
});

test("a text that is continued in another tab is that tab's from then on", () => {
  const first = start();
  first.draft.write('Hello');
  first.pause();
  const next = start(false, newTab(), first.browser);
  next.draft.read();
  next.draft.write('Hello Ada');
  next.pause();
  expect([...first.browser.entries]).toEqual([[name, 'Hello Ada']]);
});

test("what a visitor has typed is continued with the account they sign in to, and is then that account's", () => {
  const visitor = start();
  visitor.draft.write('Half a thought');
  visitor.pause();
  const { draft, tab, browser, pause } = start(false, visitor.tab, visitor.browser, `${name}.ada.new`);
  expect(draft.read()).toBe('Half a thought');
  draft.write('Half a thought more');
  pause();
  expect([...browser.entries.values()]).toEqual(['Half a thought more']);
  expect(start(false, tab, browser).draft.read()).toBe('');
});

test('a draft cleared by signing out in another tab is not stored again', () => {
  const { draft, browser, pause } = start();
  draft.write('Mine');
  pause();
  browser.entries.clear();
  draft.onStorageChange(null);
  expect(browser.entries.size).toBe(0);
});

test('nothing is stored for an empty box', () => {
  const { draft, browser } = start();
  draft.onStorageChange(name);
  expect(browser.entries.size).toBe(0);
});

test('a text that another tab has sent is no draft any more in a tab that only showed it', () => {
  const first = start();
  first.draft.write('Hello');
  first.pause();
  const shown = start(false, newTab(), first.browser).draft;
  const onTaken = vi.fn();
  shown.replaced.listen(onTaken);
  expect(shown.read()).toBe('Hello');
  first.draft.write('Hello Ada');
  first.pause();
  notify({ draft: shown });
  expect([shown.read(), onTaken.mock.calls.length]).toEqual(['Hello', 0]);
  first.draft.write('');
  notify({ draft: shown });
  expect([shown.read(), onTaken.mock.calls.length, first.browser.entries.size]).toEqual(['', 1, 0]);
});

test('a text that was changed in another tab stays there when the first one sends it', () => {
  const first = start();
  first.draft.write('Hello');
  first.pause();
  const { draft, browser, pause } = start(false, newTab(), first.browser);
  const onTaken = vi.fn();
  draft.replaced.listen(onTaken);
  draft.read();
  draft.write('Hello');
  first.draft.write('');
  notify({ draft });
  pause();
  expect([draft.read(), browser.read(name), onTaken.mock.calls.length]).toEqual(['Hello', 'Hello', 0]);
});

test('a text that was sent in another way than by its box is no draft any more, and its box is told', () => {
  const { draft, browser, pause } = start();
  draft.write('Hello');
  pause();
  const onEmptied = vi.fn();
  draft.replaced.listen(onEmptied);
  draft.clear();
  expect([draft.read(), browser.entries.size, onEmptied.mock.calls.length]).toEqual(['', 0, 1]);
});

test('a box that was empty all along is not emptied by what another tab sends', () => {
  const { draft, browser } = start();
  const onTaken = vi.fn();
  draft.replaced.listen(onTaken);
  expect(draft.read()).toBe('');
  const other = start(false, newTab(), browser);
  other.draft.write('Hi');
  other.draft.write('');
  notify({ draft });
  expect(onTaken).not.toHaveBeenCalled();
});

test('what another tab has written since is not lost when this one sends what it showed of it', () => {
  const first = start();
  first.draft.write('Hello');
  first.pause();
  const shown = start(false, newTab(), first.browser);
  expect(shown.draft.read()).toBe('Hello');
  first.draft.write('Hello, a long letter');
  first.pause();
  shown.draft.write('');
  expect(start(false, newTab(), first.browser).draft.read()).toBe('Hello, a long letter');
});

test('what is on a page whose account was erased is not stored again until that account is back', () => {
  const entry = `${name}.erased.new`;
  const { draft, browser, pause } = start(false, newTab(), fakeStorage(), entry);
  draft.write('Mine');
  pause();
  eraseDraftsOf('erased');
  browser.entries.clear();
  draft.onStorageChange(entry);
  draft.write('Mine, continued');
  pause();
  expect([browser.entries.size, draft.isAtRisk()]).toEqual([0, true]);
  storeDraftsOf('erased');
  draft.write('Mine, at last');
  pause();
  expect([...browser.entries.values()]).toEqual(['Mine, at last']);
});

test('while a text holds a saved key, neither storage has it or what it was before; without the key it is stored again [SEND-09]', () => {
  const [tab, browser] = [newTab(), fakeStorage()];
  const { clock, pause } = standingClock();
  let key = 'sk-abcdefgh';
  const isHeldBack = (text: string) => text.includes(key);
  const draft = openDraftText({ entry: name, tab, browser, clock, isHeldBack, onNotStored() {} });
  const stored = () => [tab.read(name), ...browser.entries.values()];
  draft.write('My key is');
  pause();
  draft.write('My key is sk-abcdefgh');
  pause();
  expect([draft.read(), draft.isAtRisk(), stored()]).toEqual(['My key is sk-abcdefgh', true, [null]]);
  // Another tab's removal does not bring it back.
  draft.onStorageChange(name);
  expect(stored()).toEqual([null]);
  draft.write('My key is secret');
  pause();
  expect([draft.isAtRisk(), stored()]).toEqual([false, ['My key is secret', 'My key is secret']]);
  key = 'secret';
  draft.onHeldBackChange();
  expect([draft.isAtRisk(), stored()]).toEqual([true, [null]]);
});

test('a text with a key that an earlier version stored, here or in a closed tab, is removed as soon as it is read', () => {
  for (const tab of [newTab(), fakeStorage(false, { [name]: 'sk-abcdefgh' })]) {
    const browser = fakeStorage(false, { [`${name}~1`]: 'sk-abcdefgh', [name]: 'sk-abcdefgh' });
    const { clock, pause } = standingClock();
    const isHeldBack = (text: string) => text.includes('sk-abcdefgh');
    const draft = openDraftText({ entry: name, tab, browser, clock, isHeldBack, onNotStored() {} });
    expect(draft.read()).toBe('sk-abcdefgh');
    pause();
    expect(browser.entries.size).toBe(0);
  }
});
