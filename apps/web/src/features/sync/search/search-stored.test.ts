import { newId } from '@polylogue/sync';
import { expect, test } from 'vitest';
import type { ShownMessage } from '../rows/rows.ts';
import { searchStored } from './search-stored.ts';

const question = (body: string, created_at: number, more: Partial<ShownMessage> = {}): ShownMessage =>
  ({
    message_id: newId(),
    role: 'user',
    body,
    created_at,
    fields: {},
    details: null,
    ...more,
  }) as ShownMessage;

const conversation = (id: string, last_message_at: number, fields = {}) => ({
  conversation_id: id,
  created_at: 0,
  last_message_at,
  fields: { title: [`About ${id}`, 1] as [string, number], ...fields },
  is_pending: false,
  is_complete: true,
});

async function found(text: string, filters = {}) {
  const stored: Record<string, ShownMessage[]> = {
    new: [question('Where do cats sleep?', 10), question('Cats again', 30), question('dogs', 20)],
    old: [
      question('an old cat', 1, {
        role: 'assistant',
        details: { asked: { provider: 'openai', model: 'gpt-6', host: '' } },
      }),
      question('deleted cats', 2, { fields: { deleted: [true, 3] } }),
    ],
    gone: [question('cats in the bin', 5)],
  };
  const all: string[] = [];
  const hits = searchStored(
    { text, filters },
    {
      conversations: async () => [
        conversation('new', 30),
        conversation('gone', 5, { deleted: [true, 9] }),
        conversation('old', 2, { folder: ['garden', 1] }),
      ],
      async *messages(id) {
        yield stored[id] ?? [];
      },
    },
  );
  for await (const { hits: some } of hits)
    all.push(...some.map(({ title, excerpt }) => `${title}: ${excerpt.text}`));
  return all;
}

test('messages in this browser are found, the newest conversation first, without what is deleted', async () => {
  expect(await found('cat')).toEqual([
    'About new: Cats again',
    'About new: Where do cats sleep?',
    'About old: an old cat',
  ]);
  expect(await found('"cats sleep"')).toEqual(['About new: Where do cats sleep?']);
});

test('filters narrow it down [MSEARCH-14]', async () => {
  expect(await found('cat', { from: 'ai' })).toEqual(['About old: an old cat']);
  expect(await found('', { model: 'GPT' })).toEqual(['About old: an old cat']);
  expect(await found('cat', { folders: ['garden'] })).toEqual(['About old: an old cat']);
  expect(await found('cat', { folders: [] })).toEqual([]);
  expect(await found('cat', { after: 11 })).toEqual(['About new: Cats again']);
  expect(await found('cat', { before: 10, from: 'me' })).toEqual([]);
});

test('a provider and a model are meant as in the account: however their letters are written, a model also by its beginning [MSEARCH-14]', async () => {
  const old = ['About old: an old cat'];
  for (const model of ['gpt6', 'GPT-6', 'gpt 6', 'gp']) expect(await found('', { model })).toEqual(old);
  for (const model of ['6', 'gpt-66']) expect(await found('', { model })).toEqual([]);
  for (const provider of ['openai', 'Open AI']) expect(await found('', { provider })).toEqual(old);
  expect(await found('', { provider: 'open' })).toEqual([]);
});

test('it says how far it has come', async () => {
  const shares: number[] = [];
  const searching = searchStored(
    { text: 'cat', filters: {} },
    {
      conversations: async () => [conversation('a', 3), conversation('b', 2)],
      async *messages() {
        yield [question('dogs', 1)];
      },
    },
  );
  for await (const { share } of searching) shares.push(share);
  expect(shares).toEqual([0.5, 1]);
});

test('some conversations are read while one is searched, and no more than some', async () => {
  const begun: string[] = [];
  const last = Promise.withResolvers<void>();
  const searching = searchStored(
    { text: 'cat', filters: {} },
    {
      conversations: async () => [...'abcdef'].map((id) => conversation(id, 1)),
      async *messages(id) {
        begun.push(id);
        if (id === 'd') last.resolve();
        await last.promise;
        yield [question(`cat ${id}`, 1)];
      },
    },
  );
  const texts: string[] = [];
  for await (const { hits } of searching) {
    texts.push(...hits.map(({ excerpt }) => excerpt.text));
    if (texts.length === 1) expect(begun).toEqual([...'abcde']);
  }
  expect(texts).toEqual([...'abcdef'].map((id) => `cat ${id}`));
});

test('a search that finds too much ends with the newest, and says that it has not searched all', async () => {
  const many = Array.from({ length: 60 }, (_, at) => question('cats', at));
  const search = async (ids: string[], enough?: number) => {
    const messages = async function* () {
      yield many;
    };
    const conversations = async () => ids.map((id) => conversation(id, 1));
    const end = { found: 0, share: 0 };
    for await (const part of searchStored(
      { text: 'cats', filters: {}, ...(enough && { enough }) },
      { conversations, messages },
    )) {
      end.found += part.hits.length;
      end.share = part.share;
    }
    return end;
  };
  expect(await search(['a'])).toEqual({ found: 60, share: 1 });
  expect(await search(['a', 'b'])).toEqual({ found: 100, share: 0.5 });
  // As many as the palette shows.
  expect(await search(['a', 'b'], 8)).toEqual({ found: 8, share: 0 });
});
