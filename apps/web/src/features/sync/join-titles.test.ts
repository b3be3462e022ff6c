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
