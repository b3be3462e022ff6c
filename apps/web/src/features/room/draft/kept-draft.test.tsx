import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { openPostFiles } from '../engine/post-files.ts';
import { KeptDraft } from './kept-draft.tsx';

/** What is shown of a draft with a pasted text. */
function keptWith(text: string): string {
  const files = openPostFiles({
    upload: () => Promise.reject(new TypeError('Failed to fetch')),
    reasonOf: String,
    onTooMany: () => {},
  });
  files.addText(text);
  // On the server a component reads what a store began with.
  const attached = { ...files, start: files.read() };
  return renderToStaticMarkup(<KeptDraft draft={{ read: () => '', attached }} />);
}

test('a pasted text that can no longer be sent is there to be read, copied and deleted [SPACE-06]', () => {
  const shown = keptWith('A letter to everyone');
  expect(shown).toContain('A letter to everyone');
  expect(shown).toContain('Copy message');
  expect(shown).toContain('Delete');
});

test('of a pasted text of a megabyte the beginning is shown, and it says so', () => {
  const shown = keptWith('A book that never ends.\n'.repeat(45_000));
  expect(shown.length).toBeLessThan(20_000);
  expect(shown).toContain('Only its beginning is shown');
  expect(keptWith('A letter')).not.toContain('Only its beginning');
});
