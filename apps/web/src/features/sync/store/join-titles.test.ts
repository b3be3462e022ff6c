import { expect, test } from 'vitest';
import { joinTitles } from './join-titles.ts';

const titled = (...titles: string[]) => titles.map((title) => ({ fields: { title: [title, 1] as const } }));

test.each([
  [titled('One'), '“One”'],
  [titled('One', 'Two'), '“One” and “Two”'],
  [titled('One', 'Two', 'Three'), '“One”, “Two” and “Three”'],
  [titled('One', 'Two', 'Three', 'Four'), '“One”, “Two”, “Three” and 1 more conversation'],
  [titled('1', '2', '3', '4', '5'), '“1”, “2”, “3” and 2 more conversations'],
  [[{ fields: {} }], 'a conversation without a title'],
])('conversations are named: %o', (all, words) => expect(joinTitles(all)).toBe(words));

test('what else is not saved is named after the conversations', () => {
  const fields = { title: ['One', 1] as const };
  const folder = { noun: 'folder', title: 'Folder “Garden”' };
  expect(joinTitles([{ fields }], [folder])).toBe('“One” and your folder “Garden”');
  expect(joinTitles([], [folder, folder, folder, folder])).toContain('and 1 more thing');
});
