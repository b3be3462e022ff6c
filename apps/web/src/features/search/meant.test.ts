import { expect, test } from 'vitest';
import { foldersNamed } from './folders-named.ts';
import { withMeant } from './meant.ts';

const person = (username: string, first_name: string | null, last_name: string | null) => ({
  username,
  first_name,
  last_name,
});
const friends = [
  person('amazing', 'Grace', 'Hopper'),
  person('jose', 'José', null),
  person('grace', 'Jose', 'Other'),
];

test('a typed name of a friend is that friend, as a filter is that is pressed [MSEARCH-18]', () => {
  for (const name of ['"Grace Hopper"', '"grace  hopper"', '"@Grace Hopper"', '“GRACE HOPPER”', 'amazing'])
    expect(withMeant(`from:${name} cats`, friends)).toBe('from:amazing cats');
  expect(withMeant('from:josé', friends)).toBe('from:jose ');
});

test('a username is that person, whatever others are called; who is nobody’s friend stays as typed', () => {
  expect(withMeant('from:grace', [...friends, person('x', 'grace', null)])).toBe('from:grace');
  expect(withMeant('from:"Ada Lovelace" cats', friends)).toBe('from:"Ada Lovelace" cats');
  expect(withMeant('from:me from:ai', [person('x', 'me', null)])).toBe('from:me from:ai');
});

test('one’s own username is oneself, in this browser as in the account [MSEARCH-04]', () => {
  const me = person('ada', 'Ada', null);
  expect(withMeant('from:@Ada cats', friends, me)).toBe('from:me cats');
  expect(withMeant('from:me cats', friends, me)).toBe('from:me cats');
  expect(withMeant('from:amazing cats', friends, me)).toBe('from:amazing cats');
  expect(withMeant('from:ai cats', friends, person('ai', null, null))).toBe('from:ai cats');
});

test('a provider is meant by the name that is shown of it, too', () => {
  expect(withMeant('provider:"google gemini" cats', [])).toBe('provider:gemini cats');
  expect(withMeant('provider:OpenAI cats', [])).toBe('provider:openai cats');
});

test('what has no such filter stays as it was typed', () => {
  for (const typed of ['', 'cats  and "dogs" ', 'url:x  y', 'folder:"My work"  cats'])
    expect(withMeant(typed, friends)).toBe(typed);
});

test('a folder with quotes or spaces in its name is found by that name without its quotes [MSEARCH-14]', () => {
  const folders = ['My "best" work', 'My best workshop', ' Work  notes '].map((name, id) => ({
    id: String(id),
    name,
  })) as never;
  const ids = (name: string) => foldersNamed(folders, name).map(({ id }) => id);
  expect(ids('my best work')).toEqual(['0']);
  expect(ids('work notes')).toEqual(['2']);
  expect(ids('My')).toEqual(['0', '1']);
});
