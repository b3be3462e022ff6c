import { afterEach, expect, test, vi } from 'vitest';

// Each test has a page of its own: what is registered lasts as long as the page.

type Unload = (event: { preventDefault(): void }) => void;

async function page() {
  vi.resetModules();
  const tab = new EventTarget();
  let unload: Unload = () => {};
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('window', {
    addEventListener(name: string, listener: Unload) {
      if (name === 'beforeunload') unload = listener;
    },
  });
  const work = await import('./unsaved-work.ts');
  return {
    ...work,
    /** Returns whether leaving asks. */
    leave() {
      const preventDefault = vi.fn();
      unload({ preventDefault });
      return preventDefault.mock.calls.length > 0;
    },
    pageShown: (persisted: boolean) => tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })),
  };
}
afterEach(() => vi.unstubAllGlobals());

test('a page with nothing typed can be left without a confirmation', async () => {
  const { leave, mayLeavePage } = await page();
  expect([leave(), await mayLeavePage()]).toEqual([false, true]);
});

test('leaving needs a confirmation until typed text is saved', async () => {
  const { leave, mayLeavePage, isPageUnsaved, registerUnsavedWork, unsavedWork } = await page();
  let answer = false;
  const saved = registerUnsavedWork({ words: () => 'your profile', confirmLeave: async () => answer });
  expect([unsavedWork(), leave()]).toEqual([['your profile'], true]);
  expect(await mayLeavePage()).toBe(false);
  answer = true;
  expect(await mayLeavePage()).toBe(true);
  saved();
  expect([isPageUnsaved(), leave()]).toEqual([false, false]);
});

test('listeners are called once nothing on the page is unsaved any more', async () => {
  const { registerUnsavedWork, whenPageSaved } = await page();
  let calls = 0;
  whenPageSaved(() => {
    calls += 1;
  });
  const one = registerUnsavedWork({ words: () => 'one', confirmLeave: async () => false });
  const other = registerUnsavedWork({ words: () => 'other', confirmLeave: async () => false });
  // What no other page replaces does not count.
  registerUnsavedWork({ words: () => 'unsent files' });
  one();
  expect(calls).toBe(0);
  other();
  expect(calls).toBe(1);
});

test('leaving asks only while the tab would take something with it, not for what this browser keeps', async () => {
  const { leave, isPageUnsaved, registerUnsavedWork, unsavedWork } = await page();
  let files = 0;
  registerUnsavedWork({ words: () => (files > 0 ? 'unsent files' : null) });
  registerUnsavedWork({ words: () => 'an unsent message', isLostWithTab: () => false });
  expect([leave(), unsavedWork()]).toEqual([false, ['an unsent message']]);
  files = 1;
  expect([leave(), isPageUnsaved()]).toEqual([true, false]);
});

test('what can still be stored is stored before the question is asked', async () => {
  const { leave, beforeLeaving, registerUnsavedWork } = await page();
  let isStored = false;
  registerUnsavedWork({ words: () => null, isLostWithTab: () => !isStored });
  beforeLeaving(() => {
    isStored = true;
  });
  expect(leave()).toBe(false);
});

test('work that was given up is protected again when the browser brings the page back', async () => {
  const { leave, abandonWork, pageShown, registerUnsavedWork } = await page();
  registerUnsavedWork({ words: () => 'unsent files' });
  abandonWork();
  pageShown(false);
  expect(leave()).toBe(false);
  pageShown(true);
  expect(leave()).toBe(true);
});
