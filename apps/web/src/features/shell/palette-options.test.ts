import { expect, test, vi } from 'vitest';
import type { ListedConversation } from '../conversation/index.ts';
import type { Entry } from './entry.ts';
import { messagesFound, optionsFor } from './palette-options.ts';

// The address of a search comes with the account, which listens to the page.
vi.hoisted(() => vi.stubGlobal('addEventListener', () => {}));

function conversation(title: string, isArchived = false): ListedConversation {
  const base = { createdAt: 0, lastMessageAt: 0, isPinned: false, deletedAt: null, isErased: false };
  return { id: title, title, isArchived, folder: null, ...base };
}

const conversations = [
  conversation('Snakes that swim'),
  conversation('Old snakes', true),
  conversation('Soup'),
];
const pages = [
  { href: '/spaces', title: 'Spaces' },
  { href: '/settings', title: 'Settings' },
];

const searches = [{ href: '/search?q=snakes', title: 'About snakes' }];

const spaces = [
  { href: '/spaces/1', title: 'Snake owners' },
  { href: '/spaces/2', title: 'Family' },
];

const shown = (text: string, people: Entry[] = [], messages: Entry[] = []) =>
  optionsFor(text, { conversations, searches, spaces, people, pages, messages }).map(({ title, options }) => [
    title,
    ...options.map((option) => option.title),
  ]);

test('before anything is typed, the latest conversations, the spaces and the pages are offered', () => {
  expect(shown('')).toEqual([
    ['Conversations', 'Snakes that swim', 'Soup'],
    ['Saved searches', 'About snakes'],
    ['Spaces', 'Snake owners', 'Family'],
    ['Pages', 'Spaces', 'Settings'],
  ]);
});

test('every page is offered, and of what people add to only as much as can be looked over', () => {
  const many = (path: string) =>
    Array.from({ length: 11 }, (_, at) => ({ href: `/${path}/${at}`, title: `Number ${at}` }));
  const groups = optionsFor('', {
    conversations: [],
    searches: many('search'),
    spaces: many('spaces'),
    people: [],
    pages: many('pages'),
    messages: [],
  });
  expect(groups.map(({ title, options }) => [title, options.length])).toEqual([
    ['Saved searches', 8],
    ['Spaces', 8],
    ['Pages', 11],
  ]);
});

test('typed text is searched for in titles, and people are listed in the order they were found', () => {
  expect(shown('s', [{ href: '/person', title: 'Sue' }])).toEqual([
    ['Conversations', 'Snakes that swim', 'Soup', 'Old snakes'],
    ['Saved searches', 'About snakes'],
    ['Spaces', 'Snake owners'],
    ['Pages', 'Spaces', 'Settings'],
    ['People', 'Sue'],
  ]);
  expect(shown('swim')).toEqual([['Conversations', 'Snakes that swim']]);
  expect(shown('nothing')).toEqual([]);
  const said = { href: '/chat/1#2', title: 'nothing is lost' };
  expect(shown('nothing', [], [said])).toEqual([['Messages', 'nothing is lost']]);
});

test('people, who are searched for last, stand below the messages that are being read by then [MSEARCH-11]', () => {
  const said = { href: '/chat/1#2', title: 'nothing is lost' };
  expect(shown('nothing', [{ href: '/person', title: 'Nothing at all' }], [said])).toEqual([
    ['Messages', 'nothing is lost'],
    ['People', 'Nothing at all'],
  ]);
});

test('what was archived is found by its title, and says so; what was deleted is not [MSEARCH-17]', () => {
  expect(shown('old')).toEqual([['Conversations', 'Old snakes']]);
  const all = [conversation('Old snakes', true), { ...conversation('Older'), deletedAt: 1 }];
  const groups = optionsFor('old', { conversations: all, searches, spaces, people: [], pages, messages: [] });
  expect(groups[0]?.options.map(({ title, aside }) => [title, aside])).toEqual([
    ['Old snakes', expect.stringMatching(/^archived · .*19(69|70)/)],
  ]);
});

test('where more is found than can be looked over, the page that shows all of it is the last option [MSEARCH-17]', () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ ...conversation(`Soup ${at}`), id: `${at}` }));
  const options = { searches: [], spaces: [], people: [], pages: [], messages: [] };
  const last = { title: 'Search', options: [{ href: '/search?q=soup', title: expect.any(String) }] };
  expect(optionsFor(' soup', { ...options, conversations: many }).at(-1)).toEqual(last);
  expect(optionsFor('soup', { ...options, conversations: many.slice(1) }).at(-1)?.title).toBe(
    'Conversations',
  );
  expect(optionsFor('soup', { ...options, conversations: [], hasMoreMessages: true })).toEqual([last]);
  expect(optionsFor('', { ...options, conversations: many }).at(-1)?.title).toBe('Conversations');
});

test('while conversations are still searched, Enter does not go to all that is found because spaces have more', () => {
  const part = { hits: [], next: null, moreIn: [], isBusy: false, share: null, error: null };
  const posts = { ...part, next: 'later' };
  expect(messagesFound({ messages: { ...part, isBusy: true }, posts }).hasMore).toBe(false);
  expect(messagesFound({ messages: part, posts }).hasMore).toBe(true);
});

test('a saved search that leads to all that is found stands for it, so that the arrow keys come to every option', () => {
  const options = { conversations: [], searches, spaces: [], people: [], pages: [], messages: [] };
  const groups = optionsFor('snakes', { ...options, hasMoreMessages: true });
  expect(groups.map(({ title }) => title)).toEqual(['Saved searches']);
});
