import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { openPostFiles } from '../engine/post-files.ts';
import { KeptDraft } from './kept-draft.tsx';

test('a pasted text that can no longer be sent is there to be read, copied and deleted [SPACE-06]', () => {
  const files = openPostFiles({
    asUtf8: async (file) => ({ file }),
    upload: () => Promise.reject(new TypeError('Failed to fetch')),
    reasonOf: String,
    onTooMany: () => {},
  });
  files.addText('A letter to everyone');
  // On the server a component reads what a store began with.
  const attached = { ...files, start: files.read() };
  const shown = renderToStaticMarkup(<KeptDraft draft={{ read: () => '', attached }} />);
  expect(shown).toContain('A letter to everyone');
  expect(shown).toContain('Copy message');
  expect(shown).toContain('Delete');
});
