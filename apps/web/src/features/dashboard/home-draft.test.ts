import { expect, test, vi } from 'vitest';
import { eraseDraftsOf } from '../../lib/drafts/entries.ts';
import { othersDrafts, unsentDrafts } from '../../lib/drafts/unsent-drafts.ts';
import { storage } from '../../lib/state/storage.ts';
import { fakeArea } from '../../lib/testing/stored.ts';

vi.stubGlobal('localStorage', fakeArea());

/** Home, as a new tab of this browser opens it. */
async function newTab() {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', fakeArea());
  const { homeDraft } = await import('./home-draft.ts');
  return homeDraft('ada');
}

test('what is written on Home outlives its tab, and is counted and erased when its account signs out [FRAME-17]', async () => {
  const draft = await newTab();
  draft.write('Dear diary');
  draft.flush();
  expect((await newTab()).read()).toBe('Dear diary');
  expect([unsentDrafts('ada'), othersDrafts('bob')]).toEqual([['Dear diary'], 1]);
  eraseDraftsOf('ada');
  expect((await newTab()).read()).toBe('');
  expect(storage.names()).toEqual([]);
});
