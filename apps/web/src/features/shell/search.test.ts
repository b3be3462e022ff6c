import { expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { search } from './search.ts';

const summer: Entry = { href: '/1', title: 'Été à Zürich', about: 'Plans for the summer' };
const plans: Entry = { href: '/2', title: 'Plans', about: 'What is next' };
const chat: Entry = { href: '/3', title: 'Chat' };
const all = [summer, plans, chat];

test.each<[string, Entry[]]>([
  ['chat', [chat]],
  ['CHA', [chat]],
  ['zurich', [summer]],
  ['ete zür', [summer]],
  ['summer ete', [summer]],
  ['summer chat', []],
  // Only the beginnings of words count.
  ['hat', []],
  ['“plans”', [plans, summer]],
  ['  ', []],
  ['?', []],
])('a search for %j finds what a reader would expect', (query, found) => {
  expect(search(query, all)).toEqual(found);
});
