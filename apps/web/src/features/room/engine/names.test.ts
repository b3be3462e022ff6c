import { expect, test } from 'vitest';
import { names, people, personFormat } from '../testing/turns.ts';
import { namesIn } from './names.ts';

test('who is not known yet is another member; only who deleted their account is a former one, and who may be behind a block is someone [TOLD-06]', () => {
  expect(['me', 'ada', 'eve', null].map(names.who)).toEqual([
    'you',
    'Ada',
    'another member',
    'a former member',
  ]);
  expect(['me', 'ada', null].map(names.someone)).toEqual(['you', 'Ada', 'someone']);
  expect(['me', 'ada', 'eve'].map(names.whose)).toEqual(['your', 'Ada’s', 'another member’s']);
});

test('a name that looks like another member’s carries the username, on both [ROOM-05]', () => {
  const [ada] = Object.values(people);
  if (!ada) throw new Error('There is nobody.');
  const both = { ...people, mallory: { ...ada, user_id: 'mallory', username: 'mal', first_name: 'Аdа' } };
  const { who } = namesIn(both, 'me', personFormat.nameOf);
  expect([who(ada.user_id), who('mallory')]).toEqual([`Ada (@${ada.username})`, 'Аdа (@mal)']);
});

test('a name at the beginning of a sentence stays as its person writes it, and other words begin with a capital [ROOM-05]', () => {
  const [ada] = Object.values(people);
  if (!ada) throw new Error('There is nobody.');
  const all = { ...people, bell: { ...ada, user_id: 'bell', username: 'bell', first_name: 'bell hooks' } };
  const { sentence, who, whose } = namesIn(all, 'me', personFormat.nameOf);
  expect([who('bell'), `${whose('bell')} browser`, 'bell hooks joined', who('ada')].map(sentence)).toEqual([
    'bell hooks',
    'bell hooks’s browser',
    'bell hooks joined',
    'Ada',
  ]);
  expect([who('me'), who(null), 'what Ada lends', 'bell hooksmith'].map(sentence)).toEqual([
    'You',
    'A former member',
    'What Ada lends',
    'Bell hooksmith',
  ]);
});
