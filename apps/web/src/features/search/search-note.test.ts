import { expect, test, vi } from 'vitest';
import { searchNote } from './search-note.ts';

// The reason of a failure comes with the calls of our server, which listen to the page.
vi.hoisted(() => vi.stubGlobal('addEventListener', () => {}));

const all = { isHereOnly: false, isIndexing: false };

test('offline, while older messages are read, and after a failure the palette says what may be missing [MSEARCH-13 MSEARCH-08]', () => {
  expect(searchNote({ ...all, isHereOnly: true }, null, false)).toBe(
    'Spaces and people are searched when you are online.',
  );
  expect(searchNote({ ...all, isIndexing: true }, null, false)).toBe(
    'Older messages are still being prepared for searching: some may be missing.',
  );
  expect(searchNote(all, new TypeError('Failed to fetch'), false)).toBe(
    'Not everything could be searched. The server cannot be reached. Check your connection and try again.',
  );
});

test('where everything was searched nothing is said, and a guest has neither spaces nor people', () => {
  expect(searchNote(all, null, false)).toBe('');
  expect(searchNote({ ...all, isHereOnly: true }, null, true)).toBe('');
});
