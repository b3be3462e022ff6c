import { expect, test } from 'vitest';
import type { AnswerEvent, ChatQuestion, Listed } from '../../keys/index.ts';
import { titleOfQuestion } from '../../sync/rows/title.ts';
import { memoryStorage } from '../../sync/storage/memory-storage.ts';
import { storeOver } from '../../sync/store/store.ts';
import { listedForTitles, titleModel } from './title-model.ts';
import { beginning, giveTitle, titleIn } from './titling.ts';

const id = '019bb000-0000-7000-8000-000000000001';
const asked = { provider: 'openai', model: 'gpt-6-sol', endpoint: 'https://api.openai.com/v1' } as const;
const first = { conversation_id: id, message_id: 'a1', question: 'How do tides work?\nIn Lima', asked };

async function start() {
  let time = 1_000;
  const store = storeOver({ storage: memoryStorage(), now: () => ++time });
  await store.create(
    { conversation_id: id, message_id: 'q1', parent_id: null, role: 'user', body: first.question },
    { title: ['How do tides work?', ++time] },
  );
  const questions: ChatQuestion[] = [];
  let whileAsked = async () => {};
  let events: AnswerEvent[] = [
    { type: 'text', text: '**“Tides' },
    { type: 'text', text: ' in Lima”**\n' },
    { type: 'usage', usage: { input: 50, output: 6 } },
    { type: 'ended', because: 'done', raw: null },
  ];
  const give = () =>
    giveTitle(
      {
        store: async () => store,
        titleOf: titleOfQuestion,
        choose: async () => ({ model: 'gpt-6-luna', maxTokens: 40, origin: 'https://api.openai.com' }),
        countTokens: (text) => text.length / 4,
        answer(question) {
          questions.push(question);
          async function* all() {
            await whileAsked();
            yield* events;
          }
          return Object.assign(all(), { heldBack: () => [], wasSent: () => true });
        },
        priceOf: async () => 8,
        now: () => ++time,
      },
      first,
    );
  return {
    ...{ store, give, questions },
    title: async () => (await store.conversation(id))?.fields.title?.[0],
    rename: (title: string) => store.setFields(id, { title: [title, ++time], titled_by_hand: [true, time] }),
    answers(next: AnswerEvent[]) {
      events = next;
    },
    meanwhile(work: () => Promise<void>) {
      whileAsked = work;
    },
  };
}

test('a cheap model of the same connection gives a title, and what that cost is recorded [TITLE-01]', async () => {
  const { give, title, questions, store } = await start();
  await give();
  expect(await title()).toBe('Tides in Lima');
  expect(questions).toMatchObject([
    {
      choice: { provider: 'openai', origin: 'https://api.openai.com', model: 'gpt-6-luna' },
      ...{ maxTokens: 40, isLimitStrict: true },
      messages: [{ role: 'user', parts: [{ text: first.question }] }],
    },
  ]);
  expect(await store.usage()).toMatchObject([
    { purpose: 'title', conversation_id: id, model: 'gpt-6-luna', input: 50, output: 6, usd_micros: 8 },
  ]);
});

test('a title that a person wrote stays, even one written while the model was asked [TITLE-03]', async () => {
  const before = await start();
  await before.rename('Moon and sea');
  await before.give();
  expect(before.questions).toEqual([]);
  const during = await start();
  during.meanwhile(() => during.rename('Moon and sea'));
  await during.give();
  expect(await during.title()).toBe('Moon and sea');
});

test('the title is older than any that a person writes on another device [TITLE-03]', async () => {
  const { give, store } = await start();
  const [, at = 0] = (await store.conversation(id))?.fields.title ?? [];
  await give();
  expect((await store.conversation(id))?.fields.title).toEqual(['Tides in Lima', at + 1]);
});

test('when it fails, is cut off or has no words, the first line stays [TITLE-04]', async () => {
  for (const events of [
    [{ type: 'failed', failure: { kind: 'key', message: 'No' } }],
    [
      { type: 'text', text: 'Tides in' },
      { type: 'ended', because: 'length', raw: null },
    ],
    [
      { type: 'text', text: '“”\n' },
      { type: 'ended', because: 'done', raw: null },
    ],
  ] as AnswerEvent[][]) {
    const one = await start();
    one.answers(events);
    await one.give();
    expect(await one.title()).toBe('How do tides work?');
  }
});

const priced = (model: string, input: number, output: number) => ({
  model,
  name: model,
  summary: { price: { input, output }, contextWindow: null, readsImages: null },
});
const unpriced = { model: 'x', summary: { price: null, contextWindow: null, readsImages: null } };
const known = { canSkipThinking: (model: string) => !model.startsWith('thinker'), leastTokens: () => 0 };

test('the cheapest model with a known price is asked, if it costs less than a tenth of a cent [TITLE-02]', () => {
  const [sol, luna] = [priced('sol', 2, 10), priced('luna', 0.1, 0.5)];
  expect(titleModel([sol, unpriced, luna], 'sol', known)).toEqual({ model: 'luna', maxTokens: 40 });
  expect(titleModel([priced('opus', 5, 25), unpriced], 'opus', known)).toBeNull();
  expect(titleModel([unpriced], 'x', known)).toBeNull();
  // It may think for a thousand tokens before the first word.
  expect(titleModel([priced('thinker', 0.05, 0.4), luna], 'sol', known)?.model).toBe('luna');
  expect(titleModel([priced('thinker', 0.05, 2)], 'thinker', known)).toBeNull();
  expect(titleModel([priced('free', 0, 0), luna], 'luna', known)?.model).toBe('luna');
  expect(titleModel([priced('free', 0, 0), luna], 'free', known)?.model).toBe('free');
});

test('at most 200 tokens of the question are sent, and no half of a character [TITLE-02]', () => {
  const count = (text: string) => text.length / 4;
  expect(beginning('short', 200, count)).toBe('short');
  expect(beginning('a'.repeat(5_000), 200, count)).toHaveLength(800);
  expect(beginning('a'.repeat(799) + '🌍'.repeat(9), 200, count)).toHaveLength(799);
});

test('a title is one line without what models put around it', () => {
  expect(titleIn('\n## Title: "Tides in Lima."\nMore')).toBe('Tides in Lima');
  expect(titleIn('「リマの潮汐」。')).toBe('リマの潮汐');
  expect(titleIn('   \n')).toBe('');
});

test.each([
  ['a server elsewhere is asked for its prices', { isElsewhere: true, due: 'now' }, 1],
  [
    'a key that others could read on the way is not sent for them',
    { isElsewhere: true, due: 'on-request' },
    0,
  ],
  ['the prices of a provider are known', { isElsewhere: false, due: 'now' }, 0],
] as const)('where nothing was listed since the page was loaded, %s [TITLE-01]', async (_, before, calls) => {
  const connection = {
    provider: 'openai',
    origin: 'https://openrouter.ai',
    name: 'OpenRouter',
    model: 'a/b',
  };
  let listed: Listed = { models: null, ...before };
  let asked = 0;
  const from = {
    listedBy: () => listed,
    async listModels() {
      asked += 1;
      listed = { ...listed, models: [{ id: 'a/b', price: { input: 1, output: 2 } }], due: 'done' };
    },
  };
  const found = await listedForTitles(connection as Parameters<typeof listedForTitles>[0], from);
  expect([asked, found.models?.length ?? 0]).toEqual([calls, calls]);
  await listedForTitles(connection as Parameters<typeof listedForTitles>[0], from);
  expect(asked).toBe(calls);
});
