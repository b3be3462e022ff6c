import { expect, onTestFinished, test, vi } from 'vitest';
import { holdInView, isInView } from './in-view.ts';

test('a room is in view while one tab shows it, also for the hidden ones', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  function become(visibilityState: string) {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  }
  vi.stubGlobal('document', page);
  const end = holdInView('s1');
  expect(await isInView('s1')).toBe(true);
  become('hidden');
  await vi.waitFor(async () => expect(await isInView('s1')).toBe(false));
  become('visible');
  // What another tab, which is hidden, finds.
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  await vi.waitFor(async () => expect(await isInView('s1')).toBe(true));
  expect(await isInView('s2')).toBe(false);
  vi.stubGlobal('document', page);
  end();
  become('hidden');
  await vi.waitFor(async () => expect(await isInView('s1')).toBe(false));
});

test('without locks only this tab counts', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  expect(await isInView('s1')).toBe(false);
});
