import { expect, test } from 'vitest';
import { question } from '../testing/written.ts';
import { openEdits } from './edits.ts';

const message = question('m1', 'Hello');

test('opening a box again keeps what was typed in it, and focuses it', () => {
  const edits = openEdits();
  edits.dispatch({ type: 'edit-begun', message });
  edits.dispatch({ type: 'edit-seen', id: 'm1' });
  edits.dispatch({ type: 'text-changed', id: 'm1', text: 'Hello there' });
  edits.dispatch({ type: 'edit-begun', message });
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', isOpen: true, isNew: true });
});

test('an edit put aside is there again with the next Edit, until it is sent or started over [STEER-07]', () => {
  const edits = openEdits();
  edits.dispatch({ type: 'edit-begun', message });
  edits.dispatch({ type: 'text-changed', id: 'm1', text: 'Hello there' });
  edits.dispatch({ type: 'edit-put-off', message });
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', isOpen: false });
  edits.dispatch({ type: 'edit-begun', message });
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', isOpen: true, isKept: true });
  edits.dispatch({ type: 'edit-begun-anew', message });
  expect(edits.read().m1).toMatchObject({ text: 'Hello', isOpen: true, isKept: false });
  edits.dispatch({ type: 'edit-ended', id: 'm1' });
  expect(edits.read()).toEqual({});
});

test('however often an edit is started over, brought back and typed into, no words are lost [STEER-07]', () => {
  const edits = openEdits();
  const tell = (type: 'edit-begun' | 'edit-put-off' | 'edit-begun-anew' | 'edit-brought-back') =>
    edits.dispatch({ type, message });
  const type = (text: string) => edits.dispatch({ type: 'text-changed', id: 'm1', text });
  tell('edit-begun');
  type('Hello there');
  tell('edit-put-off');
  tell('edit-begun');
  tell('edit-begun-anew');
  expect(edits.read().m1).toMatchObject({ text: 'Hello', left: [{ text: 'Hello there' }], isKept: false });
  // Starting over and then cancelling does not discard it.
  tell('edit-put-off');
  expect(edits.read().m1).toMatchObject({ isOpen: false, isKept: false });
  tell('edit-begun');
  type('Hello again');
  tell('edit-brought-back');
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', left: [{ text: 'Hello again' }] });
  tell('edit-brought-back');
  expect(edits.read().m1).toMatchObject({ text: 'Hello again', left: [{ text: 'Hello there' }] });
  type('Hello');
  tell('edit-brought-back');
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', left: [], isKept: true });
  tell('edit-begun-anew');
  // Like Ctrl+Z.
  type('Hello there');
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', left: [], isKept: true });
});

test('started over twice, both texts come back, one after the other [STEER-07]', () => {
  const edits = openEdits();
  const tell = (type: 'edit-begun' | 'edit-put-off' | 'edit-begun-anew' | 'edit-brought-back') =>
    edits.dispatch({ type, message });
  const type = (text: string) => edits.dispatch({ type: 'text-changed', id: 'm1', text });
  const text = () => edits.read().m1?.text;
  tell('edit-begun');
  type('first');
  tell('edit-put-off');
  tell('edit-begun');
  tell('edit-begun-anew');
  type('second');
  tell('edit-put-off');
  tell('edit-begun');
  tell('edit-begun-anew');
  expect(text()).toBe('Hello');
  tell('edit-brought-back');
  expect(text()).toBe('second');
  tell('edit-brought-back');
  expect(text()).toBe('first');
  tell('edit-brought-back');
  expect(text()).toBe('second');
  tell('edit-begun-anew');
  tell('edit-brought-back');
  tell('edit-brought-back');
  expect(text()).toBe('first');
});

test('an edit that changed nothing leaves nothing behind [STEER-07]', () => {
  const edits = openEdits();
  edits.dispatch({ type: 'edit-begun', message });
  edits.dispatch({ type: 'text-changed', id: 'm1', text: 'Hello there' });
  edits.dispatch({ type: 'text-changed', id: 'm1', text: 'Hello' });
  edits.dispatch({ type: 'edit-put-off', message });
  expect(edits.read()).toEqual({});
});

test('a removed file stays removed while the edit is put aside [STEER-07]', () => {
  const edits = openEdits();
  const part = { type: 'text', text: 'words' } as const;
  const file = { name: 'a.txt', mediaType: 'text/plain', size: 5, part };
  const withFile = { ...message, attachments: [file] };
  edits.dispatch({ type: 'edit-begun', message: withFile });
  edits.dispatch({ type: 'file-left-out', id: 'm1', file });
  edits.dispatch({ type: 'edit-put-off', message: withFile });
  expect(edits.read().m1).toMatchObject({ attachments: [], isOpen: false });
  edits.dispatch({ type: 'edit-begun-anew', message: withFile });
  expect(edits.read().m1).toMatchObject({ attachments: [file] });
  edits.dispatch({ type: 'edit-brought-back', message: withFile });
  expect(edits.read().m1).toMatchObject({ attachments: [] });
});
