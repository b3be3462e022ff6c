import { expect, test } from 'vitest';
import { toPreload } from './preloads.ts';

const chunk = (imports: string[], ...styles: string[]) => ({
  imports,
  viteMetadata: { importedCss: styles },
});

const bundle = {
  base: chunk([], 'base.css'),
  app: chunk(['base']),
  room: chunk(['app', 'parts']),
  parts: chunk(['base']),
  dialog: chunk(['overlays', 'parts', 'app'], 'dialog.css'),
  overlays: chunk(['base']),
  plain: chunk(['overlays', 'app']),
};

test('a dialog is preloaded without what its page has, and at the same time as its style sheet', () => {
  expect(
    toPreload('dialog', ['dialog', 'overlays', 'parts', 'app', 'base'], ['room', 'app'], bundle),
  ).toEqual(['dialog', 'overlays']);
});

test('what waits for no style sheet is imported at once, without a preload', () => {
  expect(toPreload('plain', ['plain', 'overlays', 'app', 'base'], ['base', 'app'], bundle)).toEqual([
    'overlays',
  ]);
});

test('before anything of the app has run, all of its files are preloaded', () => {
  expect(toPreload('parts', ['parts', 'base'], ['first', undefined], bundle)).toEqual(['parts', 'base']);
});
