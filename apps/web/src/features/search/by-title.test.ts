import { expect, test } from 'vitest';
import { search } from './by-title.ts';

const summer = { href: '/1', title: 'Été à Zürich', about: 'Plans for the summer' };
const plans = { href: '/2', title: 'Plans', about: 'What is next' };
const chat = { href: '/3', title: 'Chat' };
const all = [summer, plans, chat];

test.each<[string, object[]]>([
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
