import { expect, test } from 'vitest';
import type { AnswerEvent } from '../../keys/index.ts';
import { contentOf } from '../../messages/index.ts';
import { memoryStorage } from '../../sync/storage/memory-storage.ts';
import type { Storage } from '../../sync/storage/storage.ts';
import { storeOver } from '../../sync/store/store.ts';
import { type ModelRef, openThread, type Thread } from '../../thread/index.ts';
import { openSaver } from './saver.ts';
import { storedThread } from './stored-thread.ts';

const id = '019bb000-0000-7000-8000-000000000001';
const asked = {
  provider: 'openai',
  model: 'gpt-6-luna',
  endpoint: 'https://key@api.openai.com/v1?k=secret',
} as const;

const gemini = { provider: 'gemini', model: 'gemini-4-flash', endpoint: 'https://gemini.test' } as const;

function start({
  ready = Promise.resolve() as Promise<unknown>,
  isInAccount = false,
  price = 12 as number | Promise<number>,
} = {}) {
  let model: ModelRef = asked;
  let say: (event: AnswerEvent) => void = () => {};
  const timers = new Set<{ then(): void; isChained: boolean }>();
  let isInTimer = false;
  let time = 1_000;
  const clock = {
    now: () => time,
    after(_: number, then: () => void) {
      const timer = { then, isChained: isInTimer };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  let memory = memoryStorage();
  const storage: Storage = {
    ...memory,
    read: (work) => memory.read(work),
    write: (work) => memory.write(work),
  };
  const store = storeOver({ storage, now: () => ++time });
  const failures: unknown[] = [];
  const received = new Set<string>();
  const stored: string[] = [];
  /** How many records of usage there were, each time that one was said to be there. */
  const spent: Promise<number>[] = [];
  const thread: Thread = openThread({
    async *answer() {
      for (;;) yield await new Promise<AnswerEvent>((resolve) => (say = resolve));
    },
    modelFor: () => model,
    clock: { now: clock.now, after: () => () => {} },
  });
  const saver = openSaver({
    conversationId: id,
    ready,
    isInAccount,
    store: async () => store,
    read: thread.read,
    clock,
    now: () => ++time,
    fields: () => ({}),
    titleOf: (text) => text.slice(0, 5),
    receiving(message) {
      received.add(message);
      return () => received.delete(message);
    },
    priceOf: (answer) => (answer.asked === gemini ? 99 : price),
    estimateOf: async ({ conversation, before, added }) => ({
      input: conversation.messages.length + before.length,
      output: added.length,
    }),
    estimateNow: ({ before, added }) => ({ input: 2 + before.length, output: added.length }),
    onQuestionStored: (question) => stored.push(question),
    onSpent: () => void spent.push(store.storage.read(async (trx) => (await trx.usage(10)).length)),
    onFailed: (error) => failures.push(error),
  });
  thread.onEvent(saver.onEvent);
  async function asStored(isReceived = (_: string) => false) {
    await saver.done();
    const fields = (await store.conversation(id))?.fields;
    return storedThread(await store.messages(id), {
      part: async () => null,
      isReceived: ({ message_id }) => isReceived(message_id),
      leaf: fields?.leaf?.[0] as string,
      sentFrom: (fields?.sent_from?.[0] as string) ?? null,
    });
  }
  return {
    thread,
    saver,
    store,
    failures,
    stored,
    spent: () => Promise.all(spent),
    /** Another model is chosen. */
    choose(other: ModelRef) {
      model = other;
    },
    /** As when the sign-in of the account is ended elsewhere. */
    erase() {
      memory = memoryStorage();
    },
    /** A second passes. A page that has been hidden for a while may run timers set by timers only once a minute. */
    async second({ isHidden = false } = {}) {
      const due = [...timers].filter(({ isChained }) => !(isHidden && isChained));
      isInTimer = true;
      for (const timer of due) {
        timers.delete(timer);
        timer.then();
      }
      isInTimer = false;
      await saver.done();
    },
    async says(...events: AnswerEvent[]) {
      for (const event of events) {
        await settled();
        say(event);
      }
      await settled();
      await saver.done();
    },
    asStored,
    received,
    /** What a page would show if opened now. */
    async reopened() {
      const other = openThread({ answer: async function* () {}, modelFor: () => null, clock });
      other.open(await asStored());
      return other.read();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const text = (words: string): AnswerEvent => ({ type: 'text', text: words });
const cutOff = { error: { type: 'ended', because: 'cut-off' } } as const;
const done: AnswerEvent = { type: 'ended', because: 'done', raw: 'stop' };

test('all messages are there after a reload, with their authors', async () => {
  const { thread, says, reopened, store, failures } = start();
  thread.send('Hello there');
  await says(
    { type: 'reasoning', text: 'Hm.' },
    text('Good '),
    text('day'),
    { type: 'usage', usage: { input: 3, output: 2 } },
    done,
  );
  const { messages } = await reopened();
  expect(messages.map(contentOf)).toEqual(['Hello there', 'Good day']);
  expect(messages[1]).toMatchObject({ error: null, asked: { provider: 'openai', model: 'gpt-6-luna' } });
  expect(messages[1]?.role === 'assistant' && messages[1].reasoning?.value).toBe('Hm.');
  expect(messages[1]?.usage).toMatchObject({ input: 3, output: 2 });
  expect((await store.list())[0]?.fields.title?.[0]).toBe('Hello');
  expect(failures).toEqual([]);
});

test('a reply whose page is left before its first text is stored gets an end', async () => {
  const { thread, says, store } = start();
  thread.send('Hello');
  await says(text('Good'));
  await store.endCutOff(async () => false, cutOff);
  expect((await store.messages(id))[1]).toMatchObject({ ended_at: expect.any(Number), details: cutOff });
});

test('what is no longer sent stays unsent after a reload, whichever version of the first sent question is shown', async () => {
  const { thread, says, reopened } = start();
  for (const question of ['One', 'Two']) {
    thread.send(question);
    await says(text('Yes'), done);
  }
  const two = thread.read().messages[2]?.id ?? '';
  thread.dropOldest(two);
  thread.edit(two, 'Three', []);
  await says(text('Yes'), done);
  const three = thread.read().messages[2]?.id ?? '';
  expect((await reopened()).sentFrom).toBe(three);
  thread.show(three, 0);
  expect((await reopened()).sentFrom).toBe(two);
});

test('only the host of an endpoint is stored: a path may contain a key', async () => {
  const { thread, says, store } = start();
  thread.send('Hello');
  await says(text('Hi'), done);
  const all = JSON.stringify([await store.messages(id), await store.list()]);
  expect(all).toContain('api.openai.com');
  expect(all).not.toMatch(/secret|key@/);
});

test('a page that dies in the middle of an answer loses at most the last second [FAULT-8]', async () => {
  const { thread, says, second, reopened } = start();
  thread.send('Hello');
  await says(text('One '), text('two \u{1f600}'.slice(0, -1)));
  await second();
  await says(text('\u{1f600}'.slice(-1)), text(' three'));
  const { messages } = await reopened();
  expect(messages.map(contentOf)).toEqual(['Hello', 'One two ']);
  expect(messages[1]?.error).toEqual({ type: 'ended', because: 'cut-off' });
  await second();
  expect((await reopened()).messages.map(contentOf)[1]).toBe('One two \u{1f600} three');
});

test('an answer whose page is closed in the middle of it is in the costs, estimated, once it is ended [COST-30]', async () => {
  const { thread, says, second, store } = start();
  thread.send('Hello');
  await says(text('Good day'));
  await second();
  expect(await store.usage()).toEqual([]);
  // Two pages that open at once.
  await Promise.all([store.endCutOff(async () => false, cutOff), store.endCutOff(async () => false, cutOff)]);
  expect(await store.usage()).toMatchObject([
    { message_id: thread.read().messages[1]?.id, input: 2, output: 8, usd_micros: 12, is_estimate: true },
  ]);
});

test('so is the rest of a reply that was continued, as an answer of the model that was asked for it [COST-30]', async () => {
  const { thread, says, second, store, choose } = start();
  thread.send('Count');
  await says(text('One, '), { type: 'ended', because: 'length', raw: null });
  choose(gemini);
  thread.continueReply();
  await says(text('two'));
  await second();
  await store.endCutOff(async () => false, cutOff);
  expect((await store.usage()).map(({ provider, input, output }) => [provider, input, output])).toEqual([
    ['openai', 2, 5],
    ['gemini', 7, 3],
  ]);
});

test('an answer that goes on after another page took it for over is in the costs once [COST-30]', async () => {
  const { thread, says, second, store } = start();
  thread.send('Hello');
  await says(text('Good'));
  await second();
  await store.endCutOff(async () => false, cutOff);
  await says(text(' day'), { type: 'usage', usage: { input: 30, output: 20 } }, done);
  expect(await store.usage()).toMatchObject([{ input: 30, output: 20, is_estimate: false }]);
});

test('in a hidden page, too, what arrives is stored within a second [FAULT-8]', async () => {
  const { thread, says, second, reopened } = start();
  thread.send('Hello');
  for (const words of ['One ', 'two ', 'three ']) {
    await says({ type: 'reasoning', text: `${words}thought ` });
    await second({ isHidden: true });
  }
  const [, reply] = (await reopened()).messages;
  expect(reply?.role === 'assistant' && reply.reasoning?.value).toBe(
    'One thought two thought three thought ',
  );
  for (const words of ['four ', 'five']) {
    await says(text(words));
    await second({ isHidden: true });
  }
  expect((await reopened()).messages.map(contentOf)[1]).toBe('four five');
});

test('versions, deleted messages and dropped messages are restored as they were', async () => {
  const { thread, says, reopened } = start();
  thread.send('One');
  await says(text('1'), done);
  thread.send('Two');
  await says(text('2'), done);
  const [first, , second] = thread.read().messages;
  thread.edit(second?.id ?? '', 'Zwei', []);
  await says(text('II'), done);
  thread.regenerate(thread.read().messages.at(-1)?.id ?? '');
  await says(text('ii'), done);
  thread.show(thread.read().messages.at(-1)?.id ?? '', 0);
  thread.mark(first?.id ?? '', { isDeleted: true });
  thread.dropOldest(thread.read().messages[2]?.id ?? '');
  const now = await reopened();
  const { messages, forks, sentFrom } = thread.read();
  expect(now.messages.map(contentOf)).toEqual(['One', '1', 'Zwei', 'II']);
  expect(now.messages[0]?.isDeleted).toBe(true);
  expect(now.sentFrom).toBe(sentFrom);
  const seen = (all: typeof forks) =>
    Object.fromEntries(
      Object.entries(all).map(([key, fork]) => [key, fork.map((tail) => tail?.map(contentOf) ?? null)]),
    );
  expect(seen(now.forks)).toEqual(seen(forks));
  expect(now.messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
});

test('a question without an answer keeps the reason', async () => {
  const { thread, says, reopened } = start();
  thread.send('Hello');
  const failure = { kind: 'server', message: 'Overloaded', status: 529, retryable: true } as const;
  await says({ type: 'failed', failure });
  const { messages } = await reopened();
  expect(messages[0]?.error).toMatchObject({ type: 'failed', failure });
});

test('a cut-off reply that is continued stays one reply', async () => {
  const { thread, says, second, reopened } = start();
  thread.send('Hello');
  await says(text('One '), { type: 'ended', because: 'length', raw: null });
  thread.continueReply();
  await says(text('two '));
  await second();
  await says(text('three'), done);
  const { messages } = await reopened();
  expect(messages.map(contentOf)).toEqual(['Hello', 'One two three']);
});

test('a file is sent again after a reload, or only named if it is missing', async () => {
  const { thread, says, store } = start();
  const part = { type: 'file', name: 'cat.png', mediaType: 'image/png', data: 'AAAA' } as const;
  thread.send('Who is this?', [{ name: 'cat.png', mediaType: 'image/png', size: 3, part }]);
  await says(text('A cat.'), done);
  const rows = await store.messages(id);
  const sent: unknown[] = [];
  const open = (part: Parameters<typeof storedThread>[1]['part']) => {
    const other = openThread({
      async *answer(messages) {
        sent.push(messages[0]?.parts[0]);
        yield text('Yes.');
        yield done;
      },
      modelFor: () => asked,
      clock: { now: () => 0, after: () => () => {} },
    });
    other.open(storedThread(rows, { part, leaf: null, sentFrom: null }));
    return other;
  };
  open(async (message, place) => (await store.file(message, `part ${place}`)) ?? null).send('Sure?');
  await settled();
  expect(sent).toEqual([part]);
  const elsewhere = open(async () => null);
  elsewhere.send('Sure?');
  await settled();
  expect(elsewhere.read().messages.at(-1)?.error).toMatchObject({
    failure: { message: 'cat.png is on your other device. Try again to send your question without it.' },
  });
  elsewhere.retry();
  await settled();
  expect(sent[1]).toEqual({ type: 'text', text: expect.stringContaining('[File: cat.png]') });
});

test('a question edited before its file has loaded stores the file once it has', async () => {
  const { thread, says, store } = start();
  const part = { type: 'file', name: 'cat.png', mediaType: 'image/png', data: 'AAAA' } as const;
  thread.open({
    messages: [
      {
        id: 'q',
        role: 'user',
        content: 'Who?',
        at: 0,
        asked: null,
        error: null,
        usage: null,
        isDeleted: false,
        attachments: [{ name: 'cat.png', mediaType: 'image/png', size: 3, load: async () => part }],
      },
    ],
    forks: {},
    sentFrom: null,
  });
  const [question] = thread.read().messages;
  thread.edit('q', 'Who is this?', question?.role === 'user' ? question.attachments : []);
  await says(text('A cat.'), done);
  const [edited] = (await store.messages(id)).filter(({ role }) => role === 'user');
  expect(await store.file(edited?.message_id ?? '', 'part 0')).toEqual(part);
  expect(await store.filesToSend()).toMatchObject([{ message_id: edited?.message_id, place: 0 }]);
});

test('a file that cannot be loaded is not replaced by its name in the store', async () => {
  const { thread, says, store } = start();
  const part = { type: 'text', text: '[File: cat.png]' } as const;
  const load = async () => null;
  thread.send('Who is this?', [{ name: 'cat.png', mediaType: 'image/png', size: 3, part, load }]);
  await says();
  thread.retry();
  await says(text('I cannot see it.'), done);
  const [question] = await store.messages(id);
  expect(await store.file(question?.message_id ?? '', 'part 0')).toBeUndefined();
  expect(await store.filesToSend()).toEqual([]);
});

test('an answer the provider did not count leaves an estimate, and an empty one leaves nothing', async () => {
  const { thread, says, store } = start();
  const records = () => store.storage.read((trx) => trx.usage(10));
  thread.send('Hello');
  await says({ type: 'failed', failure: { kind: 'network' } as never });
  expect(await records()).toEqual([]);
  thread.retry();
  await says(text('Good day'), done);
  expect(await records()).toMatchObject([{ input: 2, output: 8, is_estimate: true }]);
  thread.send('More');
  await says(text('Yes'), { type: 'usage', usage: { input: 30, output: 20 } }, done);
  expect(await records()).toMatchObject([{ output: 8 }, { input: 30, output: 20, is_estimate: false }]);
});

test('a question that is stopped before the first word has been read all the same, which is estimated [COST-30]', async () => {
  const { thread, says, saver, store, reopened } = start();
  const spent = async () =>
    (await store.usage()).map(({ message_id, input, output, is_estimate }) => [
      ...[message_id, input, output, is_estimate],
    ]);
  thread.send('Hello');
  await settled();
  thread.stop();
  await saver.done();
  const [question] = thread.read().messages;
  expect(await spent()).toEqual([[question?.id, 1, 0, true]]);
  thread.retry();
  await says(text('Good'), { type: 'ended', because: 'length', raw: null });
  // Nor does the rest of a reply cost nothing, or another one in its place.
  thread.continueReply();
  await settled();
  thread.stop();
  thread.regenerate(thread.read().messages[1]?.id ?? '');
  await settled();
  thread.stop();
  await saver.done();
  const reply = thread.read().messages[1]?.id;
  expect((await spent()).slice(2)).toEqual([
    [reply, 2 + 'Good'.length, 0, true],
    [question?.id, 1, 0, true],
  ]);
  expect((await reopened()).messages.map(contentOf)).toEqual(['Hello', 'Good']);
});

test('what a stopped rest of a reply took includes the beginning, which was sent again', async () => {
  const { thread, says, saver, store } = start();
  thread.send('Hello');
  await says(text('Good'));
  thread.stop();
  thread.continueReply();
  await says(text(' day'));
  thread.stop();
  await saver.done();
  const estimates = await store.storage.read((trx) => trx.usage(10));
  expect(estimates.map(({ input, output }) => [input, output])).toEqual([
    [2, 4],
    [2 + 'Good'.length, 4],
  ]);
});

test('once it is recorded what an answer cost, the budget is added up anew; an empty answer costs nothing', async () => {
  const { thread, says, spent } = start();
  thread.send('Hello');
  await says({ type: 'failed', failure: { kind: 'network' } as never });
  expect(await spent()).toEqual([]);
  thread.retry();
  await says(text('Good day'), { type: 'usage', usage: { input: 30, output: 20 } }, done);
  // One of what the provider does not count is estimated first.
  thread.send('More');
  await says(text('Yes'), done);
  expect(await spent()).toEqual([1, 2]);
});

test('what an answer used is stored with its end, so that the page can be left at once; a price that comes late is waited for', async () => {
  const counted = [text('Yes'), { type: 'usage', usage: { input: 30, output: 20 } } as const, done];
  const { thread, says, store, failures } = start();
  store.addUsage = () => Promise.reject(new Error('The page has been left.'));
  thread.send('Hello');
  await says(...counted);
  const records = await store.storage.read((trx) => trx.usage(10));
  expect(records).toMatchObject([{ input: 30, output: 20, usd_micros: 12, is_estimate: false }]);
  expect(failures).toEqual([]);

  const late = start({ price: Promise.resolve(7) });
  late.thread.send('Hello');
  await late.says(...counted);
  const priced = await late.store.storage.read((trx) => trx.usage(10));
  expect(priced).toMatchObject([{ input: 30, output: 20, usd_micros: 7, is_estimate: false }]);
});

test('an empty reply is not a version once another has replaced it', async () => {
  const { thread, says, reopened } = start();
  thread.send('Hello');
  await says({ type: 'reasoning', text: 'Hm.' }, done);
  expect((await reopened()).messages).toHaveLength(2);
  thread.retry();
  await says(text('Good day'), done);
  expect(thread.read().forks).toEqual({});
  const { messages, forks } = await reopened();
  expect(messages.map(contentOf)).toEqual(['Hello', 'Good day']);
  expect(forks).toEqual({});
});

test('a question is reported as stored once it is, and not while what is before it is still loading', async () => {
  const { promise: ready, resolve: load } = Promise.withResolvers<void>();
  const { thread, saver, store, stored, failures } = start({ ready });
  thread.send('Hello there');
  await settled();
  expect(stored).toEqual([]);
  load();
  await saver.done();
  expect(stored).toEqual([thread.read().messages[0]?.id]);
  thread.stop();
  store.create = () => Promise.reject(new Error('The disk is broken.'));
  thread.send('Not stored');
  await saver.done();
  expect(failures).toHaveLength(1);
  expect(stored).toHaveLength(1);
});

test('an answer that arrives while the account’s data is erased with its sign-in is stored whole', async () => {
  const { thread, says, second, store, erase } = start({ isInAccount: true });
  thread.send('Hello there');
  await says({ type: 'reasoning', text: 'Hm.' }, text('Good '));
  await second();
  const before = await store.messages(id);
  erase();
  await says(text('day'));
  await second();
  expect(await store.messages(id)).toMatchObject([{ body: 'Good day', reasoning: 'Hm.', ended_at: null }]);
  await says(text('.'), done);
  const [reply] = await store.messages(id);
  expect(reply).toMatchObject({ body: 'Good day.', ended_at: expect.any(Number) });
  const { message_id, parent_id, run_id } = before[1] ?? {};
  expect(reply).toMatchObject({ message_id, parent_id, run_id, details: { asked: { provider: 'openai' } } });
});

test('an answer that ends after the account’s data was erased is stored whole', async () => {
  const { thread, says, store, erase } = start({ isInAccount: true });
  thread.send('Hello there');
  await says(text('Good '));
  erase();
  await says(text('day.'), done);
  expect(await store.messages(id)).toMatchObject([{ body: 'Good day.', ended_at: expect.any(Number) }]);
});

test('an answer of a guest is not stored again after its conversation was erased', async () => {
  const { thread, says, second, store, erase } = start();
  thread.send('Hello there');
  await says(text('Good '));
  erase();
  await says(text('day'));
  await second();
  await says(text('.'), done);
  expect(await store.messages(id)).toEqual([]);
});

test('an answer is not stored again after its conversation was deleted for good on another device', async () => {
  const { thread, says, second, store } = start({ isInAccount: true });
  thread.send('Hello there');
  await says(text('Good '));
  const { created_at = 0, last_message_at = 0 } = (await store.list())[0] ?? {};
  const erased_until = last_message_at + 100;
  const erased = { erased: [true, erased_until] as [boolean, number] };
  const rest = { conversation_id: id, created_at, last_message_at, messages: 0, is_purged: true, seq: 9 };
  await store.pulled([{ ...rest, fields: erased, erased_until }], 9);
  expect(await store.messages(id)).toEqual([]);
  await says(text('day'));
  await second();
  await says(text('.'), done);
  expect(await store.messages(id)).toEqual([]);
});

test('a reply is stored as it came, and its reasoning is told apart when it is shown', async () => {
  const { thread, says, store, reopened } = start();
  thread.send('Count');
  await says(text('I count.\n</think>\n\nOne, '), { type: 'ended', because: 'cut-off', raw: null });
  thread.continueReply();
  await says(text('two.'), done);
  expect((await store.messages(id))[1]).toMatchObject({
    body: 'I count.\n</think>\n\nOne, two.',
    reasoning: '',
  });
  const { messages } = await reopened();
  expect(messages.map(contentOf)).toEqual(['Count', 'One, two.']);
  expect(thread.read().messages.map(contentOf)).toEqual(['Count', 'One, two.']);
});

test('a reply that is continued after a reload is still of one model, and has a price', async () => {
  const { thread, says, asStored } = start();
  const usage: AnswerEvent = { type: 'usage', usage: { input: 3, output: 2 } };
  thread.send('Count');
  await says(text('One, '), usage, { type: 'ended', because: 'length', raw: null });
  thread.open({ messages: [] });
  thread.open(await asStored());
  thread.continueReply();
  await says(text('two.'), usage, done);
  expect(thread.read().messages[1]?.usage).toEqual({ input: 6, output: 4, last: { input: 3, output: 2 } });
});

test('an answer is booked on the model that gave it, whichever one its message names [COST-30]', async () => {
  const { thread, says, store, choose } = start();
  const usage: AnswerEvent = { type: 'usage', usage: { input: 3, output: 2 } };
  thread.send('Count');
  await says(text('One, '), usage, { type: 'ended', because: 'length', raw: null });
  choose(gemini);
  thread.continueReply();
  await says(text('two.'), usage, done);
  choose(asked);
  thread.send('On');
  await says(text('Three.'));
  thread.stop();
  choose(gemini);
  thread.regenerate(thread.read().messages[1]?.id ?? '');
  await says(usage, done);
  const records = (await store.usage()).sort((one, other) => one.created_at - other.created_at);
  expect(records.map(({ provider, host, usd_micros }) => [provider, host, usd_micros])).toEqual([
    ['openai', 'api.openai.com', 12],
    ['gemini', 'gemini.test', 99],
    ['openai', 'api.openai.com', 12],
    ['gemini', 'gemini.test', 99],
  ]);
});

test('what another reply used that brought no text stays with its question after a reload, and is booked on it [STEER-30]', async () => {
  const { thread, says, reopened, store } = start();
  const usage: AnswerEvent = { type: 'usage', usage: { input: 3, output: 2 } };
  thread.send('One');
  await says(text('1'), done);
  thread.send('Two');
  await says(text('2'), done);
  const [one, first, , second] = thread.read().messages;
  thread.regenerate(first?.id ?? '');
  await says(usage, { type: 'ended', because: 'length', raw: null });
  const { messages } = await reopened();
  expect(messages.map(contentOf)).toEqual(['One', '1', 'Two', '2']);
  expect(messages.map((message) => message.usage?.output ?? null)).toEqual([2, null, null, null]);
  const booked = (await store.usage()).filter(({ is_estimate }) => !is_estimate);
  expect(booked.map(({ message_id }) => message_id)).toEqual([one?.id]);

  // The one that is back says that the other did not arrive.
  thread.regenerate(second?.id ?? '');
  thread.stop();
  const again = (await reopened()).messages;
  expect(again.map(({ error }) => error)).toEqual(thread.read().messages.map(({ error }) => error));
});

test('what a reply without text used stays with its question, too, once another one has replaced it [STEER-30]', async () => {
  const { thread, says, reopened } = start();
  thread.send('Hello');
  const usage: AnswerEvent = { type: 'usage', usage: { input: 3, output: 2 } };
  await says({ type: 'reasoning', text: 'Hm.' }, usage, { type: 'ended', because: 'length', raw: null });
  thread.retry();
  await says(text('Good day'), done);
  const { messages } = await reopened();
  expect(messages.map((message) => message.usage?.output ?? null)).toEqual([2, null]);
  expect(messages.map(({ usage }) => usage)).toEqual(thread.read().messages.map(({ usage }) => usage));
});

test('a question in place of the first message here follows what that one follows, which has not loaded yet', async () => {
  const { thread, says, store, asStored } = start();
  thread.send('One');
  await says(text('1'), done);
  thread.send('Two');
  await says(text('2'), done);
  const { messages } = await asStored();
  thread.open({ messages: messages.slice(2), hasMore: true });
  thread.edit(messages[2]?.id ?? '', 'Zwei', []);
  await says(text('Deux'), done);
  const edited = (await store.messages(id)).find(({ body }) => body === 'Zwei');
  expect(edited?.parent_id).toBe(messages[1]?.id);
});

test('a question whose page was left before the first word says so, but not while another page waits for it', async () => {
  const { thread, says, asStored, received } = start();
  thread.send('Hello');
  await settled();
  const [waiting] = (await asStored((id) => received.has(id))).messages;
  expect(waiting?.error).toBeNull();
  const [left] = (await asStored()).messages;
  expect(left?.error).toEqual({ type: 'empty', because: 'cut-off' });
  await says(text('Good day'));
  expect((await asStored()).messages[0]?.error).toBeNull();
  expect([...received]).toEqual([thread.read().messages[1]?.id]);
  await says(done);
  expect(received.size).toBe(0);
});

test('a question that is tried again is marked as being answered, as one that is asked', async () => {
  const { thread, says, received, saver } = start();
  const failure = { kind: 'overloaded', message: 'Overloaded', retryable: true } as const;
  thread.send('Hello');
  await says({ type: 'failed', failure });
  expect(received.size).toBe(0);
  thread.retry();
  await saver.done();
  expect([...received]).toEqual([thread.read().messages[0]?.id]);
});

test('a question that cannot be stored, as its conversation is out of reach, is not marked as being answered', async () => {
  const { thread, received } = start({ ready: new Promise(() => {}) });
  thread.send('Hello');
  await settled();
  thread.stop();
  await settled();
  expect(received.size).toBe(0);
});
