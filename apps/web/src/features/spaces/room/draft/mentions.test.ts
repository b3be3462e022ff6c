import type { SpacePerson } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { suggested } from './mentions.ts';

const person = (username: string, first_name = '', last_name = '') =>
  ({ user_id: `id of ${username}`, username, first_name, last_name }) as SpacePerson;
const [ada, grace] = [person('ada', 'Ada', 'Lovelace'), person('grace.h', 'Grace', 'Hopper')];

test('people are suggested by any of their names, and the reader never is', () => {
  const people = { [ada.user_id]: ada, [grace.user_id]: grace };
  expect(suggested(people, 'hop', '')).toEqual([grace]);
  expect(suggested(people, 'GRACE', '')).toEqual([grace]);
  expect(suggested(people, '', ada.user_id)).toEqual([grace]);
});
