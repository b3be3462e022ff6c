import { expect, test } from 'vitest';
import { question } from '../../testing/sample-messages.ts';
import { openEdits, unsentEdits } from './edits.ts';

const message = question('m1', 'Hello');

test('opening a box again keeps what was typed in it, and focuses it', () => {
  const edits = openEdits();
  edits.dispatch({ type: 'edit-begun', message });
  edits.dispatch({ type: 'edit-seen', id: 'm1' });
  edits.dispatch({ type: 'text-changed', id: 'm1', text: 'Hello there' });
  edits.dispatch({ type: 'edit-begun', message });
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', isOpen: true, isNew: true });
});

test('an edit that was put off is back with the next Edit, until it is sent or started over [STEER-07]', () => {
  const edits = openEdits();
  edits.dispatch({ type: 'edit-begun', message });
  edits.dispatch({ type: 'text-changed', id: 'm1', text: 'Hello there' });
  edits.dispatch({ type: 'edit-put-off', message });
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', isOpen: false });
  edits.dispatch({ type: 'edit-begun', message });
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', isOpen: true, wasPutOff: true });
  edits.dispatch({ type: 'edit-begun-anew', message });
  expect(edits.read().m1).toMatchObject({ text: 'Hello', isOpen: true, wasPutOff: false });
  edits.dispatch({ type: 'edit-ended', id: 'm1', text: 'Hello' });
  expect(edits.read()).toEqual({});
});

test('however often an edit is started over, brought back and typed into, no words are lost [STEER-07]', () => {
  const edits = openEdits();
  const dispatch = (type: 'edit-begun' | 'edit-put-off' | 'edit-begun-anew' | 'edit-brought-back') =>
    edits.dispatch({ type, message });
  const type = (text: string) => edits.dispatch({ type: 'text-changed', id: 'm1', text });
  dispatch('edit-begun');
  type('Hello there');
  dispatch('edit-put-off');
  dispatch('edit-begun');
  dispatch('edit-begun-anew');
  expect(edits.read().m1).toMatchObject({
    text: 'Hello',
    discarded: [{ text: 'Hello there' }],
    wasPutOff: false,
  });
  // Starting over and then cancelling does not discard it.
  dispatch('edit-put-off');
  expect(edits.read().m1).toMatchObject({ isOpen: false, wasPutOff: false });
  dispatch('edit-begun');
  type('Hello again');
  dispatch('edit-brought-back');
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', discarded: [{ text: 'Hello again' }] });
  dispatch('edit-brought-back');
  expect(edits.read().m1).toMatchObject({ text: 'Hello again', discarded: [{ text: 'Hello there' }] });
  type('Hello');
  dispatch('edit-brought-back');
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', discarded: [], wasPutOff: true });
  dispatch('edit-begun-anew');
  // Like Ctrl+Z.
  type('Hello there');
  expect(edits.read().m1).toMatchObject({ text: 'Hello there', discarded: [], wasPutOff: true });
});

test('started over twice, both texts come back, one after the other [STEER-07]', () => {
  const edits = openEdits();
  const dispatch = (type: 'edit-begun' | 'edit-put-off' | 'edit-begun-anew' | 'edit-brought-back') =>
    edits.dispatch({ type, message });
  const type = (text: string) => edits.dispatch({ type: 'text-changed', id: 'm1', text });
  const text = () => edits.read().m1?.text;
  dispatch('edit-begun');
  type('first');
  dispatch('edit-put-off');
  dispatch('edit-begun');
  dispatch('edit-begun-anew');
  type('second');
  dispatch('edit-put-off');
  dispatch('edit-begun');
  dispatch('edit-begun-anew');
  expect(text()).toBe('Hello');
  dispatch('edit-brought-back');
  expect(text()).toBe('second');
  dispatch('edit-brought-back');
  expect(text()).toBe('first');
  dispatch('edit-brought-back');
  expect(text()).toBe('second');
  dispatch('edit-begun-anew');
  dispatch('edit-brought-back');
  dispatch('edit-brought-back');
  expect(text()).toBe('first');
});

test('what is typed while an edit is being saved is an edit of what was saved', () => {
  const edits = openEdits();
  const type = (text: string) => edits.dispatch({ type: 'text-changed', id: 'm1', text });
  edits.dispatch({ type: 'edit-begun', message });
  type('Hello there');
  type('Hello there, Ada');
  edits.dispatch({ type: 'edit-ended', id: 'm1', text: 'Hello there' });
  expect(edits.read().m1).toMatchObject({ text: 'Hello there, Ada', isOpen: true });
  edits.dispatch({ type: 'edit-put-off', message: question('m1', 'Hello there') });
  expect(edits.read().m1).toMatchObject({ text: 'Hello there, Ada', isOpen: false, wasPutOff: true });
  edits.dispatch({ type: 'edit-ended', id: 'm1', text: 'Hello there, Ada' });
  expect(edits.read()).toEqual({});
});

test('an edit that changed nothing leaves nothing behind [STEER-07]', () => {
  const edits = openEdits();
  edits.dispatch({ type: 'edit-begun', message });
  edits.dispatch({ type: 'text-changed', id: 'm1', text: 'Hello there' });
  edits.dispatch({ type: 'text-changed', id: 'm1', text: 'Hello' });
  edits.dispatch({ type: 'edit-put-off', message });
  expect(edits.read()).toEqual({});
});

test('a removed file stays removed while the edit is put off [STEER-07]', () => {
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

test('a file whose bytes or preview arrive while its message is edited is no change', () => {
  const edits = openEdits();
  const file = {
    name: 'a.png',
    mediaType: 'image/png',
    size: 5,
    part: { type: 'text', text: '[File: a.png]' },
  };
  const withFile = { ...message, attachments: [file] } as typeof message;
  edits.dispatch({ type: 'edit-begun', message: withFile });
  const arrived = { ...withFile, attachments: [{ ...file, part: { type: 'text', text: 'bytes' } }] };
  edits.dispatch({ type: 'edit-put-off', message: arrived as typeof message });
  expect(edits.read()).toEqual({});
});

test('words typed into an open box are unsent until they are the message again, put off or sent', () => {
  const edits = openEdits();
  const unsent = () => unsentEdits(edits.read());
  const type = (text: string) => edits.dispatch({ type: 'text-changed', id: 'm1', text });
  edits.dispatch({ type: 'edit-begun', message });
  expect(unsent()).toEqual([]);
  type('Hello there');
  expect(unsent()).toEqual([{ id: 'm1', text: 'Hello there' }]);
  type('Hello');
  expect(unsent()).toEqual([]);
  type('Hello there');
  type('Hello there, Ada');
  edits.dispatch({ type: 'edit-ended', id: 'm1', text: 'Hello there' });
  type('Hello there');
  expect(unsent()).toEqual([]);
  type('Hello again');
  edits.dispatch({ type: 'edit-put-off', message });
  expect(unsent()).toEqual([]);
});
