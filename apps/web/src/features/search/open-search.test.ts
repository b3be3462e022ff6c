import { FetchError } from '@polylogue/contract/client';
import { expect, test, vi } from 'vitest';
import { isOutOfReach, openSearch, type SearchNeeds } from './open-search.ts';
import { beforeSearch, conversationsFirst } from './search-state.ts';

// What a hit is called comes with the account, which listens to the page.
vi.hoisted(() => vi.stubGlobal('addEventListener', () => {}));

const message = (id: string, created_at = 0) => ({
  conversation_id: 'c',
  title: 'Cats',
  message_id: id,
  role: 'user' as const,
  created_at,
  excerpt: { text: 'cats purr', marks: [[0, 4] as [number, number]] },
});
const post = (id: string) => ({
  space_id: 's',
  name: 'Garden',
  message_id: id,
  number: 1,
  kind: 'post' as const,
  by_id: null,
  created_at: 0,
  excerpt: { text: 'cats', marks: [] },
});

/** A search of which every request waits until it is answered. */
function start(more: Partial<SearchNeeds> = {}, enough?: number) {
  const asked: {
    kind: string;
    body: object;
    signal: AbortSignal;
    answer(page: object): void;
    fail(error: Error): void;
  }[] = [];
  const ask = (kind: string) => (body: object, signal: AbortSignal) =>
    new Promise<never>((answer, fail) =>
      asked.push({ kind, body, signal, answer: answer as (page: object) => void, fail }),
    );
  const search = openSearch(
    {
      messages: ask('messages'),
      posts: ask('posts'),
      here: async () => {},
      isGuest: () => false,
      isOffline: () => false,
      me: () => 'me',
      foldersNamed: (name) => [`id of ${name}`],
      ...more,
    },
    enough,
  );
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const ids = (part: 'messages' | 'posts') => search.read()[part].hits.map(({ href }) => href);
  return { search, asked, settled, ids };
}
const page = (found: object[], next: string | null = null) => ({
  found,
  people: [],
  next,
  is_indexing: false,
});

test('conversations and spaces are asked together, and each space adds below what is read [MSEARCH-11]', async () => {
  const { search, asked, settled, ids } = start();
  search.search('cats has:file', null);
  expect(asked.map(({ kind, body }) => [kind, body])).toEqual([
    ['messages', { text: 'cats', filters: { has_file: true } }],
    ['posts', { text: 'cats', filters: { has_file: true } }],
  ]);
  asked[1]?.answer(page([post('1')], '5.s'));
  await settled();
  expect(search.read().posts).toMatchObject({ isBusy: true });
  expect(asked[2]?.body).toEqual({ text: 'cats', filters: { has_file: true }, cursor: '5.s' });
  asked[2]?.answer(page([post('2')]));
  await settled();
  // Conversations come above them, and later.
  expect(conversationsFirst(search.read()).posts).toMatchObject({ hits: [], isBusy: true });
  asked[0]?.answer(page([message('3')], '9.9'));
  await settled();
  expect(conversationsFirst(search.read())).toBe(search.read());
  expect(ids('posts')).toEqual(['/spaces/s#1', '/spaces/s#2']);
  expect(ids('messages')).toEqual(['/chat/c#3=cats']);
  expect(search.read()).toMatchObject({ posts: { isBusy: false, next: null }, messages: { next: '9.9' } });
});

test('a space that has more than the few that are listed says so, and leads to all of it [MSEARCH-03]', async () => {
  const { search, asked, settled } = start();
  search.search('cats has:file', null);
  asked[1]?.answer({ ...page([post('1')], '5.s'), more_in: [{ space_id: 's', name: 'Garden' }] });
  await settled();
  asked[2]?.answer({ ...page([]), more_in: [{ space_id: 't', name: 'Orchard' }] });
  // An older server says nothing of it.
  asked[0]?.answer(page([]));
  await settled();
  expect(search.read().posts.moreIn).toEqual([
    { space: 's', title: 'Garden', href: '/search?q=cats+has%3Afile&space=s' },
    { space: 't', title: 'Orchard', href: '/search?q=cats+has%3Afile&space=t' },
  ]);
});

test('the palette asks for no other spaces once it has as much as it shows, and knows that there are more [MSEARCH-17]', async () => {
  const { search, asked, settled } = start({}, 2);
  search.search('cats', null);
  asked[1]?.answer(page([post('1')], '5.s'));
  await settled();
  expect(asked[2]?.body).toMatchObject({ cursor: '5.s' });
  asked[2]?.answer(page([post('2')], '4.s'));
  await settled();
  expect(asked).toHaveLength(3);
  expect(search.read().posts).toMatchObject({ isBusy: false, next: '4.s' });
});

test('another letter ends the search before, whose finds never appear [MSEARCH-12]', async () => {
  const { search, asked, settled, ids } = start();
  search.search('ca', null);
  search.search('cat', null);
  const [first, second] = asked.filter(({ kind }) => kind === 'messages');
  expect([first?.signal.aborted, second?.signal.aborted]).toEqual([true, false]);
  first?.answer(page([message('old')]));
  second?.answer(page([message('new')]));
  await settled();
  expect(ids('messages')).toEqual(['/chat/c#new=cats']);
});

test('until a search has begun, nothing that was found for another text is shown', () => {
  expect(beforeSearch('cats')).toMatchObject({
    typed: 'cats',
    messages: { hits: [], isBusy: true },
    posts: { hits: [], isBusy: false },
  });
  expect(beforeSearch(' ').messages.isBusy).toBe(false);
});

test('nothing typed asks for nothing', () => {
  const { search, asked } = start();
  search.search('  ', null);
  expect(asked).toEqual([]);
  expect(search.read().messages.isBusy).toBe(false);
});

test('a guest, and who is offline, is shown what is in this browser [MSEARCH-13]', async () => {
  for (const more of [{ isGuest: () => true }, { isOffline: () => true }]) {
    const { search, asked, settled, ids } = start({
      ...more,
      here: async (_, onSearched) => onSearched([message('here')], 0.5),
    });
    search.search('cats', null);
    for (const one of asked) one.fail(new TypeError('Failed to fetch'));
    await settled();
    expect(ids('messages')).toEqual(['/chat/c#here=cats']);
    expect(search.read()).toMatchObject({
      isHereOnly: true,
      // It ended before all was searched.
      messages: { isBusy: false, share: 0.5 },
      posts: { hits: [], isBusy: false },
    });
  }
});

test('what a proxy answers while our server is down is no answer: this browser is searched [MSEARCH-13]', () => {
  const ours = { message: 'Too many.', error: 'too-many' } as const;
  const answers: [unknown, boolean][] = [
    [new TypeError('Failed to fetch'), true],
    [new FetchError(502, 'Bad Gateway'), true],
    [new FetchError(503, '{"message":"No upstream"}', { message: 'No upstream' }), true],
    [new FetchError(404, '404 page not found'), true],
    [new FetchError(200, '<h1>Sign in to this hotel</h1>'), true],
    [new FetchError(429, 'Too many.', ours), false],
    [new FetchError(500, 'It failed.', { ...ours, error: 'unexpected' }), false],
  ];
  for (const [error, is] of answers)
    expect([String(error), isOutOfReach(error)]).toEqual([String(error), is]);
});

test('offline, whichever request fails first, this browser is searched and nothing is said to have failed [MSEARCH-13]', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { search, asked, settled, ids } = start({
      isOffline: () => true,
      here: async (_, onSearched) => onSearched([message('here')], 1),
    });
    search.search('cats', null);
    for (const at of order) {
      asked[at]?.fail(new TypeError('Failed to fetch'));
      await settled();
    }
    expect(ids('messages')).toEqual(['/chat/c#here=cats']);
    const fine = { error: null, isBusy: false };
    expect(search.read()).toMatchObject({ isHereOnly: true, messages: fine, posts: fine });
  }
});

test('what was found in spaces stays when conversations are out of reach, and is not waited for [MSEARCH-13]', async () => {
  const { search, asked, settled, ids } = start({ isOffline: () => true });
  search.search('cats', null);
  asked[1]?.answer(page([post('1')], '5.s'));
  await settled();
  asked[0]?.fail(new TypeError('Failed to fetch'));
  await settled();
  expect(ids('posts')).toEqual(['/spaces/s#1']);
  expect(search.read()).toMatchObject({ isHereOnly: true, posts: { isBusy: false, error: null } });
  asked[2]?.answer(page([post('2')], '4.s'));
  await settled();
  expect(ids('posts')).toEqual(['/spaces/s#1', '/spaces/s#2']);
  asked[3]?.fail(new TypeError('Failed to fetch'));
  await settled();
  expect(search.read().posts).toMatchObject({ isBusy: false, next: '4.s', error: expect.any(TypeError) });
});

test('who goes offline among the finds keeps them, and asks for the next ones again', async () => {
  const { search, asked, settled, ids } = start({ isOffline: () => true });
  search.search('cats', null);
  asked[0]?.answer(page([message('1')], '9.9'));
  asked[1]?.answer(page([post('2')], '5.s'));
  await settled();
  asked[2]?.fail(new TypeError('Failed to fetch'));
  search.more('messages');
  asked[3]?.fail(new TypeError('Failed to fetch'));
  await settled();
  // These are not the conversations of this browser.
  expect(search.read()).toMatchObject({
    isHereOnly: false,
    messages: { isBusy: false, next: '9.9', error: new TypeError('Failed to fetch') },
    posts: { isBusy: false, next: '5.s', error: new TypeError('Failed to fetch') },
  });
  search.more('messages');
  search.more('posts');
  expect(asked.slice(4).map(({ body }) => body)).toMatchObject([{ cursor: '9.9' }, { cursor: '5.s' }]);
  asked[4]?.answer(page([message('3')]));
  asked[5]?.answer(page([post('4')]));
  await settled();
  expect(ids('messages')).toEqual(['/chat/c#1=cats', '/chat/c#3=cats']);
  expect(ids('posts')).toEqual(['/spaces/s#2', '/spaces/s#4']);
});

test('what failed says so and can be asked again', async () => {
  const { search, asked, settled, ids } = start();
  search.search('cats', { space_id: 's' });
  asked[0]?.fail(new Error('500'));
  await settled();
  expect(search.read().posts).toMatchObject({ error: new Error('500'), isBusy: false });
  search.more('posts');
  asked[1]?.answer(page([post('1')], '1.1'));
  await settled();
  expect(ids('posts')).toEqual(['/spaces/s#1']);
  search.more('posts');
  expect(asked[2]?.body).toMatchObject({ cursor: '1.1', space_id: 's' });
});

test('what has not reached the account is found beside what has, in the order of time and once [MSEARCH-13]', async () => {
  const here = vi.fn<SearchNeeds['here']>(async (_, onSearched) =>
    onSearched([message('newest', 50), message('both', 30), message('oldest', 5)], 0.5),
  );
  const { search, asked, settled, ids } = start({ here });
  search.search('cats', null);
  expect(here.mock.calls[0]?.[0]).toEqual({ text: 'cats', filters: {}, isUnsent: true });
  asked[0]?.answer(page([message('both', 30), message('older', 20)], '9.9'));
  await settled();
  const first = ['/chat/c#newest=cats', '/chat/c#both=cats', '/chat/c#older=cats'];
  expect(ids('messages')).toEqual(first);
  search.more('messages');
  asked[2]?.answer(page([message('old', 10)]));
  await settled();
  expect(ids('messages')).toEqual([...first, '/chat/c#old=cats', '/chat/c#oldest=cats']);
  expect(here).toHaveBeenCalledTimes(1);
  // There are others that the account does not have.
  expect(search.read().messages.share).toBe(0.5);
});

test('a browser that cannot be read does not hide what the account has', async () => {
  const { search, asked, settled, ids } = start({ here: () => Promise.reject(new Error('It is broken.')) });
  search.search('cats', null);
  asked[0]?.answer(page([message('1')]));
  await settled();
  expect(ids('messages')).toEqual(['/chat/c#1=cats']);
  expect(search.read().messages.error).toBeNull();
});

test('a folder is asked for by its id, and spaces, which are in none, are not asked at all [MSEARCH-14]', () => {
  const { search, asked } = start();
  search.search('cats folder:Garden', null);
  expect(asked.map(({ kind, body }) => [kind, body])).toEqual([
    ['messages', { text: 'cats', filters: { folders: ['id of Garden'] } }],
  ]);
});
