import { afterEach, expect, test } from 'vitest';
import { records } from '../../record/list/index.ts';
import { conversations, listed } from '../list/index.ts';
import { ownInstructions } from './instructions.ts';
import { standingFiles, standingOf, standingTexts } from './standing.ts';

const all = { withoutOwn: false, withoutFolder: false };
const chat = (fields: object) =>
  listed({
    conversation_id: 'chat',
    created_at: 1,
    last_message_at: 1,
    fields: fields as Record<string, readonly [string, number]>,
  });

const file = (record_id: string, fields: Record<string, [string | number, number]>) => ({
  kind: 'file',
  record_id,
  fields,
});

function know(fields: object) {
  records.dispatch([
    { ...ownInstructions, fields: { text: [' Be brief. ', 1] } },
    file('b', { name: ['b.pdf', 1], media_type: ['application/pdf', 1], size: [5, 1], folder: ['f', 1] }),
    file('a', { name: ['a.txt', 1], folder: ['f', 1], size: ['large', 1] }),
    file('c', { name: ['c.txt', 1], folder: ['other', 1] }),
    { kind: 'folder', record_id: 'f', fields: { name: ['Work', 1], instructions: ['Use metric units.', 1] } },
  ]);
  conversations.dispatch({ type: 'read', all: [chat(fields)] });
}

afterEach(() => {
  records.dispatch(null);
  conversations.dispatch({ type: 'left' });
});

test('what is said in all chats comes first, then what is said in the folder [INSTR-01]', () => {
  know({ folder: ['f', 1] });
  expect(standingTexts(standingOf('chat', null), all)).toEqual(['Be brief.', 'Use metric units.']);
});

test('a chat leaves out either of them', () => {
  know({ folder: ['f', 1] });
  const standing = standingOf('chat', null);
  expect(standingTexts(standing, { ...all, withoutOwn: true })).toEqual(['Use metric units.']);
  expect(standingTexts(standing, { ...all, withoutFolder: true })).toEqual(['Be brief.']);
});

test('a chat in no folder, or in one that was deleted, is told only what is for all', () => {
  for (const fields of [{}, { folder: ['gone', 1] }]) {
    know(fields);
    expect(standingTexts(standingOf('chat', null), all)).toEqual(['Be brief.']);
  }
});

test('a chat that is not stored yet is in the folder that it began in; a stored one where it was moved', () => {
  know({});
  expect(standingOf('new', 'f').folder?.name).toBe('Work');
  expect(standingOf('chat', 'f').folder).toBeNull();
});

test('the files of its folder go along with a chat, unless it leaves them out [FOLDER-04]', () => {
  know({ folder: ['f', 1] });
  const standing = standingOf('chat', null);
  expect(standingFiles(standing, { withoutFiles: false })).toEqual([
    { id: 'a', folder: 'f', name: 'a.txt', mediaType: 'application/octet-stream', size: 0 },
    { id: 'b', folder: 'f', name: 'b.pdf', mediaType: 'application/pdf', size: 5 },
  ]);
  expect(standingFiles(standing, { withoutFiles: true })).toEqual([]);
  know({});
  expect(standingFiles(standingOf('chat', null), { withoutFiles: false })).toEqual([]);
});
