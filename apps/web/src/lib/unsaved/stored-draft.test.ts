import { expect, test, vi } from 'vitest';
import { fakeStorage, standingClock } from '../testing/stored.ts';
import { storedDraft } from './stored-draft.ts';

function start(isFull = false, tab = fakeStorage(isFull), browser = fakeStorage(isFull)) {
  const { clock, pause } = standingClock();
  const onNotStored = vi.fn();
  const draft = storedDraft({ entry: 'polylogue.draft', tab, browser, clock, onNotStored });
  return { draft, tab, browser, onNotStored, pause };
}

test('a draft survives a reload and a closed tab', () => {
  const { draft, tab, browser, pause } = start();
  draft.write('Dear');
  draft.write('Dear Ada');
  pause();
  expect(start(false, tab, browser).draft.read()).toBe('Dear Ada');
  expect(start(false, fakeStorage(), browser).draft.read()).toBe('Dear Ada');
});

test('another tab does not change the draft of this one', () => {
  const { draft, tab, browser, pause } = start();
  draft.write('mine');
  pause();
  browser.write('polylogue.draft', 'theirs');
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
  expect([tab.entries.size, browser.entries.size]).toEqual([0, 0]);
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
  const [tab, browser] = [fakeStorage(), fakeStorage()];
  let ahead = ['One', 'Two'];
  const clock = { now: () => 0, after: () => () => {} };
  const draft = storedDraft({
    entry: 'polylogue.draft',
    tab,
    browser,
    clock,
    ahead: () => ahead,
    onNotStored() {},
  });
  draft.write('Three');
  draft.onQueueChange();
  expect(draft.read()).toBe('Three');
  expect(storedDraft({ entry: 'polylogue.draft', tab, browser, clock, onNotStored() {} }).read()).toBe(
    'One\n\nTwo\n\nThree',
  );
  draft.write('');
  ahead = ['Two'];
  draft.onQueueChange();
  expect([...tab.entries.values(), ...browser.entries.values()]).toEqual(['Two', 'Two']);
  ahead = [];
  draft.onQueueChange();
  expect([tab.entries.size, browser.entries.size]).toEqual([0, 0]);
});

test('a draft stays stored for when its tab is closed, whatever another tab does with its draft', () => {
  const { draft, browser, pause } = start();
  draft.write('Mine');
  pause();
  const other = start(false, fakeStorage(), browser).draft;
  other.write('');
  expect(browser.entries.size).toBe(0);
  draft.onStorageChange('polylogue.draft');
  expect(start(false, fakeStorage(), browser).draft.read()).toBe('Mine');
  // A draft written by another tab is that tab's: the one closed last is found first.
  browser.write('polylogue.draft', 'Theirs');
  draft.onStorageChange('polylogue.draft');
  expect(browser.read('polylogue.draft')).toBe('Theirs');
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
  draft.onStorageChange('polylogue.draft');
  expect(browser.entries.size).toBe(0);
});

test('a text that another tab has sent is no draft any more in a tab that only showed it', () => {
  const { draft, browser, pause } = start();
  draft.write('Hello');
  pause();
  const shown = start(false, fakeStorage(), browser).draft;
  const onTaken = vi.fn();
  shown.taken.listen(onTaken);
  expect(shown.read()).toBe('Hello');
  draft.write('Hello Ada');
  pause();
  shown.onStorageChange('polylogue.draft');
  expect([shown.read(), onTaken.mock.calls.length]).toEqual(['Hello', 0]);
  draft.write('');
  shown.onStorageChange('polylogue.draft');
  expect([shown.read(), onTaken.mock.calls.length, browser.entries.size]).toEqual(['', 1, 0]);
});

test('a text that was changed in another tab stays there when the first one sends it', () => {
  const { draft, browser, pause } = start();
  draft.write('Hello');
  pause();
  const changed = start(false, fakeStorage(), browser).draft;
  const onTaken = vi.fn();
  changed.taken.listen(onTaken);
  changed.read();
  changed.write('Hello');
  draft.write('');
  changed.onStorageChange('polylogue.draft');
  expect([changed.read(), browser.read('polylogue.draft'), onTaken.mock.calls.length]).toEqual([
    'Hello',
    'Hello',
    0,
  ]);
});

test('a box that was empty all along is not emptied by what another tab sends', () => {
  const { draft } = start();
  const onTaken = vi.fn();
  draft.taken.listen(onTaken);
  expect(draft.read()).toBe('');
  draft.onStorageChange('polylogue.draft');
  expect(onTaken).not.toHaveBeenCalled();
});
