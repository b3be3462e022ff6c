import type { SpacePerson } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { turnRow } from '../testing/turns.ts';
import { aiSuggested, suggested } from './mentions.ts';

const person = (username: string, first_name = '', last_name = '') =>
  ({ user_id: `id of ${username}`, username, first_name, last_name }) as SpacePerson;
const [ada, grace] = [person('ada', 'Ada', 'Lovelace'), person('grace.h', 'Grace', 'Hopper')];
const people = { [ada.user_id]: ada, [grace.user_id]: grace };

test('people are suggested by any of their names, and the reader never is', () => {
  expect(suggested({ people, rows: [] }, 'hop', '')).toEqual([grace]);
  expect(suggested({ people, rows: [] }, 'GRACE', '')).toEqual([grace]);
  expect(suggested({ people, rows: [] }, '', ada.user_id)).toEqual([grace]);
});

test('people are suggested without the accents of their names, as our server finds them', () => {
  const elodie = person('ez', 'Élodie', 'Żak');
  const all = { people: { [elodie.user_id]: elodie }, rows: [] };
  expect(suggested(all, 'elo', '')).toEqual([elodie]);
  expect(suggested(all, 'ÉLO', '')).toEqual([elodie]);
  expect(suggested(all, 'zak', '')).toEqual([elodie]);
});

test('nobody who has left the room is offered for a mention', () => {
  const notice = { kind: 'left' as const, user_id: null, name: null };
  const left = { ...turnRow({}), kind: 'notice' as const, turn: null, by_id: grace.user_id, notice };
  expect(suggested({ people, rows: [left] }, '', 'me')).toEqual([ada]);
});

test('after an @ at the beginning of a message the AI is suggested as well, by either of its names, and people before it while both can be meant [SPACE-12]', () => {
  const space = { ai_mode: 'mentioned' as const, ai_name: 'Robo' };
  expect(aiSuggested(space, '', '')).toBe('first');
  expect(aiSuggested(space, ' ', 'A')).toBe('last');
  expect(aiSuggested(space, '', 'ai')).toBe('first');
  expect(aiSuggested(space, '', 'rob')).toBe('last');
  expect(aiSuggested(space, '', 'ada')).toBe(null);
  expect(aiSuggested(space, 'Look, ', '')).toBe(null);
  expect(aiSuggested({ ...space, ai_mode: 'off' }, '', 'ai')).toBe(null);
});
