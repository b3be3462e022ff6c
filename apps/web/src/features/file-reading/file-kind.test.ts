import { expect, test } from 'vitest';
import { kindOf, mediaTypeOf, offered, wrongKind } from './file-kind.ts';

test.each([
  ['report.pdf', 'application/pdf', 'document'],
  ['notes.txt', 'text/plain', 'document'],
  ['notes.md', '', 'document'],
  ['table.csv', 'application/vnd.ms-excel', 'document'],
  ['cat.png', 'image/png', 'media'],
  ['cat.mp4', 'video/mp4', 'media'],
  ['letter.doc', 'application/msword', null],
  ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', null],
  ['sound.mp3', 'audio/mpeg', null],
  ['unknown.bin', '', null],
])('%s (%s) is %s [UP-01 UP-02 UP-03]', (name, type, kind) => {
  expect(kindOf({ name, type })).toBe(kind);
});

test('a text without a declared type is sent as text', () => {
  expect(mediaTypeOf({ name: 'notes.md', type: '' })).toBe('text/plain');
});

test('the wrong kind of file gets the sentence of the button [UP-01 UP-03]', () => {
  expect(wrongKind).toEqual({
    document: 'Invalid file type. Please upload a PDF or text document.',
    media: 'Invalid file type. Please upload an image or video file.',
  });
});

test('the pickers offer what their buttons take, and Word’s documents [UP-02]', () => {
  expect(offered.document.split(',')).toEqual(expect.arrayContaining(['.pdf', '.txt', '.doc', '.docx']));
  expect(offered.media).toBe('image/*,video/*');
});
