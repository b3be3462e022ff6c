import { expect, test } from 'vitest';
import { fakeStorage, standingClock } from '../../../lib/testing/stored.ts';
import type { PlainMessage } from '../../thread/plain-message.ts';
import { openThread } from '../../thread/thread.ts';
import { keepEdits } from './kept-edits.ts';

const entry = 'polylogue.draft_edits.c1';
const key = 'sk-secret';
const fileOf = (name: string) => ({ name, mediaType: 'text/plain', size: 5, load: async () => null });
const first: PlainMessage = {
  id: 'm1',
  role: 'user',
  content: 'Hello',
  at: 0,
  asked: null,
  error: null,
  attachments: [fileOf('a.txt'), fileOf('b.txt')],
};
const second: PlainMessage = { ...first, id: 'm2', content: 'And then?', attachments: [] };

/** A page that shows a conversation. The next one in the same tab has what it has stored. */
function page({
  tab = fakeStorage(),
  messages = [first, second],
  mayStore = true,
  isInAccount = false,
} = {}) {
  const { clock, pause } = standingClock();
  const thread = openThread({ answer: () => new ReadableStream(), modelFor: () => null, clock });
  const kept = keepEdits({
    thread,
    tab,
    entry: isInAccount ? 'polylogue.draft_edits.ada.c1' : entry,
    earlier: isInAccount ? entry : undefined,
    clock,
    isHeldBack: (text) => text.includes(key),
    mayStore: () => mayStore,
  });
  thread.open({ messages });
  const { edits } = thread;
  function begin(id: string) {
    const message = thread.read().messages.find((one) => one.id === id);
    if (message?.role !== 'user') throw new Error('There is no such question.');
    edits.dispatch({ type: 'edit-begun', message });
    return message;
  }
  function write(id: string, text: string) {
    begin(id);
    edits.dispatch({ type: 'text-changed', id, text });
  }
  return { tab, thread, edits, begin, write, pause, flush: kept.flush };
}

test('an edit that was open when the page was hidden and then discarded is open again, with its text', () => {
  const { tab, write, flush } = page();
  write('m1', 'Hello Ada');
  flush();
  expect(page({ tab }).edits.read()).toEqual({
    m1: expect.objectContaining({ text: 'Hello Ada', isOpen: true, original: 'Hello', isNew: false }),
  });
});

test('an edit that was put off is there with the next Edit, also after a crash', () => {
  const { tab, write, edits, begin, pause } = page();
  const message = begin('m1');
  write('m1', 'Hello Ada');
  edits.dispatch({ type: 'edit-put-off', message });
  pause();
  const next = page({ tab });
  expect(next.edits.read().m1).toMatchObject({ isOpen: false, wasPutOff: true });
  next.begin('m1');
  expect(next.edits.read().m1).toMatchObject({ text: 'Hello Ada', isOpen: true });
});

test('a visitor’s edit goes along when the conversation is added to their account, and not before [STEER-07]', () => {
  const { tab, write, flush } = page();
  write('m1', 'Hello Ada');
  flush();
  page({ tab, messages: [], isInAccount: true }).flush();
  expect(tab.read(entry)).toContain('Hello Ada');
  const added = page({ tab, isInAccount: true });
  expect(added.edits.read().m1).toMatchObject({ text: 'Hello Ada', isOpen: true });
  added.pause();
  expect(tab.read(entry)).toBeNull();
  expect(page({ tab, isInAccount: true }).edits.read().m1).toMatchObject({ text: 'Hello Ada' });
});

test('a file that was left out is still left out', () => {
  const { tab, begin, edits, flush } = page();
  const [file] = begin('m1').attachments;
  if (file) edits.dispatch({ type: 'file-left-out', id: 'm1', file });
  flush();
  expect(page({ tab }).edits.read().m1?.attachments).toMatchObject([{ name: 'b.txt' }]);
});

test('an edit that was started over is there after a reload, by Undo, also once it was put off again [STEER-07]', () => {
  const { tab, write, begin, edits, pause } = page();
  const message = begin('m1');
  write('m1', 'Hello Ada');
  edits.dispatch({ type: 'edit-put-off', message });
  begin('m1');
  edits.dispatch({ type: 'edit-begun-anew', message });
  pause();
  const next = page({ tab });
  expect(next.edits.read().m1).toMatchObject({ text: 'Hello', isOpen: true, wasPutOff: false });
  next.edits.dispatch({ type: 'edit-put-off', message });
  next.pause();
  const last = page({ tab });
  last.begin('m1');
  last.edits.dispatch({ type: 'edit-brought-back', message });
  const { text, attachments } = last.edits.read().m1 ?? {};
  expect([text, attachments?.length]).toEqual(['Hello Ada', 2]);
});

test('a text that was started over is not stored if it holds a key', () => {
  const { tab, write, begin, edits, flush } = page();
  const message = begin('m1');
  write('m1', `Hello ${key}`);
  edits.dispatch({ type: 'edit-begun-anew', message });
  flush();
  expect(JSON.stringify([...tab.entries])).not.toContain(key);
});

test('a restored edit has the pictures of its question once they are there', () => {
  const { tab, write, begin, edits, flush } = page();
  const message = begin('m1');
  write('m1', 'Hello Ada');
  edits.dispatch({ type: 'edit-begun-anew', message });
  write('m1', 'Hello Grace');
  flush();
  const next = page({ tab });
  const thumbnail = { blob: new Blob(), width: 9, height: 9 };
  next.thread.filesLoaded('m1', [{}, { thumbnail }]);
  const { attachments, discarded } = next.edits.read().m1 ?? {};
  for (const files of [attachments, discarded?.[0]?.attachments])
    expect(files?.map((file) => file.thumbnail)).toEqual([undefined, thumbnail]);
});

test('an edit waits until its message is there, however often the page is left before', () => {
  const { tab, write, flush } = page();
  write('m1', 'Hello Ada');
  flush();
  const tail = page({ tab, messages: [second] });
  tail.write('m2', 'What then?');
  tail.flush();
  const next = page({ tab, messages: [second] });
  expect(Object.keys(next.edits.read())).toEqual(['m2']);
  next.thread.loadOlder({ messages: [first, second] });
  expect(next.edits.read()).toMatchObject({ m1: { text: 'Hello Ada' }, m2: { text: 'What then?' } });
});

test('an edit that was sent is no longer stored, nor one that changed nothing restored', () => {
  const { tab, begin, write, edits, pause } = page();
  write('m1', 'Hello Ada');
  pause();
  edits.dispatch({ type: 'edit-ended', id: 'm1', text: 'Hello Ada' });
  pause();
  expect(tab.entries.size).toBe(0);
  begin('m2');
  pause();
  expect(page({ tab }).edits.read()).toEqual({});
});

test('an edit that holds a key is not stored, nor what was stored of it before the key was saved', () => {
  const { tab, write, flush } = page();
  write('m1', 'Hello Ada');
  flush();
  write('m1', `Hello ${key}`);
  flush();
  expect(tab.entries.size).toBe(0);
  tab.write(entry, JSON.stringify({ m1: { text: `Hello ${key}`, files: [], isOpen: true } }));
  page({ tab, messages: [second] }).flush();
  expect(tab.entries.size).toBe(0);
});

test('nothing is stored of an account that has signed out, and anything may be in the storage', () => {
  const { tab, write, flush } = page({ mayStore: false });
  write('m1', 'Hello Ada');
  flush();
  expect(tab.entries.size).toBe(0);
  const odd = '{"m1":{"text":"Hello Ada","files":[],"discarded":{"text":"Hello","files":[]}}}';
  for (const text of ['', 'null', '[1]', '{"m1":null}', '{"m1":{"text":"Hello Ada"}}', odd]) {
    tab.write(entry, text);
    expect(page({ tab }).edits.read()).toEqual({});
  }
});
