import { beforeEach, expect, test, vi } from 'vitest';
import { eraseDraftsOf, storeDraftsOf } from '../../lib/drafts/entries.ts';
import { othersDrafts, unsentDrafts } from '../../lib/drafts/unsent-drafts.ts';
import { storage } from '../../lib/state/storage.ts';
import { fakeArea } from '../../lib/testing/stored.ts';

beforeEach(() => void vi.stubGlobal('localStorage', fakeArea()));

/** Home, as a new tab of this browser opens it. */
async function newTab() {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', fakeArea());
  const { homeDraft } = await import('./home-draft.ts');
  return homeDraft('ada');
}

/** The chat of the same tab takes what was passed to it. */
const take = async () => (await import('../../lib/drafts/first-message.ts')).firstMessage.take();

/** Writes a text on Home and sends it, which empties the box. */
function send(draft: Awaited<ReturnType<typeof newTab>>, text: string) {
  draft.write(text);
  draft.pass(text);
  draft.write('');
  draft.flush();
}

test('what is written on Home outlives its tab, and is counted and erased when its account signs out [FRAME-17]', async () => {
  const before = storage.names();
  const draft = await newTab();
  draft.write('Dear diary');
  draft.flush();
  expect((await newTab()).read()).toBe('Dear diary');
  expect([unsentDrafts('ada'), othersDrafts('bob')]).toEqual([['Dear diary'], 1]);
  eraseDraftsOf('ada');
  expect((await newTab()).read()).toBe('');
  expect(storage.names()).toEqual(before);
  storeDraftsOf('ada');
});

test('what is sent from Home stays there until the chat has it, whose code may not load [FRAME-17]', async () => {
  send(await newTab(), 'Dear diary');
  const draft = await newTab();
  expect(draft.read()).toBe('Dear diary');
  send(draft, 'Dear diary, again');
  expect(await take()).toBe('Dear diary, again');
  expect(draft.read()).toBe('');
  expect((await newTab()).read()).toBe('');
});

test('what is written on Home after a text was sent is not lost when the chat takes that', async () => {
  const draft = await newTab();
  send(draft, 'One');
  draft.write('Two');
  expect(await take()).toBe('One');
  expect(draft.read()).toBe('Two');
});

test.each(['New', ''])(
  'a message that is taken back on Home, and there is now “%s”, is not sent',
  async (text) => {
    const draft = await newTab();
    send(draft, 'Old');
    // Back from the chat, whose code has not come.
    expect(draft.read()).toBe('Old');
    draft.write(text);
    draft.flush();
    expect([await take(), draft.read()]).toEqual([null, text]);
    expect((await newTab()).read()).toBe(text);
    draft.write('');
  },
);

test('a message that is taken back on Home after a reload is not sent', async () => {
  send(await newTab(), 'Old');
  vi.resetModules();
  const { homeDraft } = await import('./home-draft.ts');
  const draft = homeDraft('ada');
  expect(draft.read()).toBe('Old');
  draft.write('');
  expect(await take()).toBeNull();
});

test('a message that is on Home again and is sent once more is sent once', async () => {
  const draft = await newTab();
  send(draft, 'Old');
  send(draft, draft.read());
  expect([await take(), await take(), draft.read()]).toEqual(['Old', null, '']);
});
