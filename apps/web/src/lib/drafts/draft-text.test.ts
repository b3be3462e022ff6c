import { expect, test, vi } from 'vitest';
import { fakeStorage, standingClock } from '../testing/stored.ts';
import { openDraftText } from './draft-text.ts';
import { eraseDraftsOf, storeDraftsOf } from './entries.ts';

const name = 'polylogue.draft';
/** Opened one after the other. */
let tabs = 0;
const newTab = (isFull = false) => fakeStorage(isFull, { 'polylogue.tab': `${++tabs}` });
/** The entry of this tab in the browser's storage. */
const entryOf = (tab: ReturnType<typeof newTab>, entry = name) => `${entry}~${tab.read('polylogue.tab')}`;

function start(isFull = false, tab = newTab(isFull), browser = fakeStorage(isFull), entry = name) {
  const { clock, pause } = standingClock();
  const onNotStored = vi.fn();
  const draft = openDraftText({ entry, earlier: name, tab, browser, clock, onNotStored });
  return { draft, tab, browser, onNotStored, pause };
}

type Tab = Pick<ReturnType<typeof start>, 'draft' | 'tab'>;

/** What the browser reports to another tab when this one has changed its entry. */
const notify = ({ draft }: Pick<Tab, 'draft'>, by: Tab) => draft.onStorageChange(entryOf(by.tab));

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
  browser.write(entryOf(newTab()), 'theirs');
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
  notify(first, first);
  expect(start(false, newTab(), first.browser).draft.read()).toBe('Mine');
});

test('two tabs with an unsent text each lose neither when both are closed', () => {
  const { draft, browser, pause } = start();
  expect(draft.read()).toBe('');
  const later = start(false, newTab(), browser);
  later.draft.write('A long letter');
  later.pause();
  draft.write('ok');
  pause();
  const found = start(false, newTab(), browser);
  expect(found.draft.read()).toBe('A long letter');
  found.draft.write('');
  expect(start(false, newTab(), browser).draft.read()).toBe('ok');
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
  notify(shown, other);
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
  expect([...first.browser.entries]).toEqual([[entryOf(next.tab), 'Hello Ada']]);
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
  const { draft, tab, browser } = start();
  draft.onStorageChange(entryOf(tab));
  expect(browser.entries.size).toBe(0);
});

test('a text that another tab has sent is no draft any more in a tab that only showed it', () => {
  const first = start();
  first.draft.write('Hello');
  first.pause();
  const shown = start(false, newTab(), first.browser).draft;
  const onTaken = vi.fn();
  shown.taken.listen(onTaken);
  expect(shown.read()).toBe('Hello');
  first.draft.write('Hello Ada');
  first.pause();
  notify({ draft: shown }, first);
  expect([shown.read(), onTaken.mock.calls.length]).toEqual(['Hello', 0]);
  first.draft.write('');
  notify({ draft: shown }, first);
  expect([shown.read(), onTaken.mock.calls.length, first.browser.entries.size]).toEqual(['', 1, 0]);
});

test('a text that was changed in another tab stays there when the first one sends it', () => {
  const first = start();
  first.draft.write('Hello');
  first.pause();
  const { draft, tab, browser, pause } = start(false, newTab(), first.browser);
  const onTaken = vi.fn();
  draft.taken.listen(onTaken);
  draft.read();
  draft.write('Hello');
  first.draft.write('');
  notify({ draft }, first);
  pause();
  expect([draft.read(), browser.read(entryOf(tab)), onTaken.mock.calls.length]).toEqual([
    'Hello',
    'Hello',
    0,
  ]);
});

test('a box that was empty all along is not emptied by what another tab sends', () => {
  const { draft, browser } = start();
  const onTaken = vi.fn();
  draft.taken.listen(onTaken);
  expect(draft.read()).toBe('');
  const other = start(false, newTab(), browser);
  other.draft.write('Hi');
  other.draft.write('');
  notify({ draft }, other);
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

test('a tab whose own entry is only in the browser finds that one, not one of a later tab', () => {
  const { draft, tab, browser, pause } = start();
  draft.write('Mine');
  pause();
  const later = start(false, newTab(), browser);
  later.draft.write('Theirs');
  later.pause();
  tab.remove(name);
  expect(start(false, tab, browser).draft.read()).toBe('Mine');
});

test('what is on a page whose account was erased is not stored again until that account is back', () => {
  const entry = `${name}.erased.new`;
  const { draft, tab, browser, pause } = start(false, newTab(), fakeStorage(), entry);
  draft.write('Mine');
  pause();
  eraseDraftsOf('erased');
  browser.entries.clear();
  draft.onStorageChange(entryOf(tab, entry));
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
  const holdsKey = (text: string) => text.includes(key);
  const draft = openDraftText({ entry: name, tab, browser, clock, holdsKey, onNotStored() {} });
  const stored = () => [tab.read(name), ...browser.entries.values()];
  draft.write('My key is');
  pause();
  draft.write('My key is sk-abcdefgh');
  pause();
  expect([draft.read(), draft.isAtRisk(), stored()]).toEqual(['My key is sk-abcdefgh', true, [null]]);
  // Another tab's removal does not bring it back.
  draft.onStorageChange(entryOf(tab));
  expect(stored()).toEqual([null]);
  draft.write('My key is secret');
  pause();
  expect([draft.isAtRisk(), stored()]).toEqual([false, ['My key is secret', 'My key is secret']]);
  key = 'secret';
  draft.onKeysChange();
  expect([draft.isAtRisk(), stored()]).toEqual([true, [null]]);
});

test('a text with a key that an earlier version stored, here or in a closed tab, is removed as soon as it is read', () => {
  for (const tab of [newTab(), fakeStorage()]) {
    const browser = fakeStorage(false, { [entryOf(tab)]: 'sk-abcdefgh', [name]: 'sk-abcdefgh' });
    const { clock, pause } = standingClock();
    const holdsKey = (text: string) => text.includes('sk-abcdefgh');
    const draft = openDraftText({ entry: name, tab, browser, clock, holdsKey, onNotStored() {} });
    expect(draft.read()).toBe('sk-abcdefgh');
    pause();
    expect(browser.entries.size).toBe(0);
  }
});
