import { conversationRoutes } from '@polylogue/contract';
import { countValues, jsonBounds, newId, syncLimits } from '@polylogue/sync';
import { expect, test } from 'vitest';
import { memoryStorage } from '../storage/memory-storage.ts';
import { storeOver } from '../store/store.ts';
import { isDeleted } from '../store/store-reads.ts';
import { MemoryServer } from '../testing/memory-server.ts';
import { acknowledge } from './acknowledge.ts';
import { pullMessages } from './pull.ts';
import { nextBatch } from './push.ts';

const record = () => ({
  usage_id: newId(),
  created_at: 1,
  conversation_id: newId(),
  message_id: newId(),
  provider: 'openai',
  model: 'gpt-6-luna',
  host: 'api.openai.com',
  input: 1,
  output: 1,
  cached: 0,
  reasoning: 0,
  usd_micros: null,
  is_estimate: false,
});

test('a usage record for which the account has no room waits until there is some', async () => {
  const storage = memoryStorage();
  const store = storeOver({ storage, now: () => 1 });
  const [one, other] = [record(), record()];
  await store.addUsage(one);
  await store.addUsage(other);
  const batch = await nextBatch(storage);
  expect(batch?.push.usage).toHaveLength(2);
  const reply = { head: 1, conversations: [], messages: [], records: [], refused_usage: [other.usage_id] };
  if (batch) await acknowledge(storage, batch, reply, 1);
  // Not at once: it would be refused forever.
  expect(await nextBatch(storage)).toBeNull();
  await store.retryRefused();
  expect((await nextBatch(storage))?.push.usage).toEqual([other]);
});

test('of a growing answer nothing is pushed until there is more of it', async () => {
  const storage = memoryStorage();
  const store = storeOver({ storage, now: () => 1 });
  const [conversation_id, message_id, run_id] = [newId(), newId(), newId()];
  const of = { conversation_id, message_id };
  await store.create({ ...of, parent_id: null, role: 'assistant' }, {});
  const chunk = { ...of, run_id, base: 0, reasoning_base: 0, reasoning_offset: 0, reasoning: '' };
  await store.grow({ ...chunk, offset: 0, text: 'Good ' });
  async function push(body_length: number) {
    const batch = await nextBatch(storage);
    const reply = {
      head: 1,
      conversations: [{ conversation_id, seq: 1, previous_seq: 0 }],
      messages: [{ message_id, seq: 1, run_id, body_length, reasoning_length: 0, is_ended: false }],
      records: [],
      refused_usage: [],
    };
    if (batch) await acknowledge(storage, batch, reply, 1);
    return batch?.push.messages[0]?.append?.text;
  }
  expect(await push(5)).toBe('Good ');
  expect(await nextBatch(storage)).toBeNull();
  await store.grow({ ...chunk, offset: 5, text: 'day.' });
  expect(await push(9)).toBe('day.');
  expect(await nextBatch(storage)).toBeNull();
});

test('what is more than the server accepts of one part stays here, and the message is sent without it', async () => {
  const storage = memoryStorage();
  const store = storeOver({ storage, now: () => 1 });
  const [conversation_id, message_id] = [newId(), newId()];
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, at]));
  const details = { error: many, thought_for: 3 };
  await store.create(
    { conversation_id, message_id, parent_id: null, role: 'user', body: 'Hello', details },
    { settings: [many, 1] },
  );
  const push = (await nextBatch(storage))?.push;
  expect(conversationRoutes.push.body.safeParse(push).success).toBe(true);
  expect(push?.messages[0]?.append?.text).toBe('Hello');
  expect(Object.keys(push?.messages[0]?.details?.error ?? {})).toHaveLength(syncLimits.partValues);
});

test('a push has no more keys and items than the server reads', async () => {
  const storage = memoryStorage();
  const store = storeOver({ storage, now: () => 1 });
  const many = Object.fromEntries(Array.from({ length: syncLimits.partValues }, (_, at) => [`k${at}`, at]));
  for (let at = 0; at < 100; at += 1) {
    const ids = { conversation_id: newId(), message_id: newId() };
    const details = { error: many, usage: many };
    await store.create({ ...ids, parent_id: null, role: 'user', body: '', details }, {});
  }
  const batch = await nextBatch(storage);
  expect(batch?.messages.length).toBeGreaterThan(10);
  expect(countValues(batch?.push)).toBeLessThan(jsonBounds.keys);
});

/** A browser with one clock, and what it does with the server. */
function browser(server: MemoryServer, now: () => number, corrected = () => 10) {
  const storage = memoryStorage();
  const store = storeOver({ storage, now });
  const { signal } = new AbortController();
  return {
    store,
    async push() {
      for (;;) {
        const batch = await nextBatch(storage);
        if (!batch) return;
        // Its clock is corrected by the answer.
        await acknowledge(storage, batch, server.push(structuredClone(batch.push)), corrected());
      }
    },
    async pull(id: string) {
      const { conversations, head } = server.changes((await store.cursor()) ?? 0);
      await store.pulled(conversations, head);
      const { open } = await store.behind([id], []);
      if (open.length > 0) await pullMessages(store, server.api(), id, signal);
    },
  };
}

test.each([
  ['which has ended in the account', 9],
  ['the end of which was never sent', null],
])(
  'a browser whose storage has lost some of a reply, %s, fetches it and takes nothing away',
  async (_, end) => {
    const server = new MemoryServer(() => 10, 50);
    const [whole, older] = [browser(server, () => 9), browser(server, () => 10)];
    const [conversation_id, message_id, run_id] = [newId(), newId(), newId()];
    const of = { conversation_id, message_id };
    const run = { ...of, run_id, base: 0, reasoning_base: 0, offset: 0, reasoning_offset: 0, reasoning: '' };
    for (const { store } of [whole, older]) {
      await store.create({ ...of, parent_id: null, role: 'assistant' }, {});
      await store.grow({ ...run, text: 'Good ' });
    }
    await whole.store.grow({ ...run, offset: 5, text: 'day.' });
    if (end) await whole.store.end({ ...run, body: 'Good day.', details: { thought_for: 3 } });
    await whole.push();
    await older.store.endCutOff(async () => false, { error: { type: 'ended', because: 'cut-off' } });
    await older.push();
    await older.pull(conversation_id);
    const details = end ? { thought_for: 3 } : { error: { type: 'ended', because: 'cut-off' } };
    expect(server.messages.get(message_id)).toMatchObject({ body: 'Good day.', details });
    expect(await older.store.messages(conversation_id)).toMatchObject([{ body: 'Good day.', details }]);
    expect(await older.store.hasPending()).toBe(false);
  },
);

test('a conversation written to by a fast clock can be deleted on another device', async () => {
  const server = new MemoryServer(() => 10, 50);
  const { store, push, pull } = browser(server, () => 5_000);
  const of = { conversation_id: newId(), message_id: newId() };
  await store.create({ ...of, parent_id: null, role: 'user', body: 'Hi' }, {});
  await push();
  await pull(of.conversation_id);
  expect(await store.list()).toMatchObject([{ last_message_at: 10 }]);
  const { conversation_id } = of;
  const erased = { conversation_id, created_at: 10, fields: { erased: [true, 11] as [boolean, number] } };
  server.push({ conversations: [erased], messages: [], records: [], usage: [] });
  await pull(conversation_id);
  expect(await store.messages(conversation_id)).toEqual([]);
});

/** A question of a browser whose clock is 2.5 s ahead, too little to be corrected, a second after it was sent. */
async function askedAhead() {
  let time = 1_000_000;
  const server = new MemoryServer(() => time, 50);
  const now = () => time + 2_500;
  const ahead = browser(server, now, now);
  const conversation_id = newId();
  const message = { conversation_id, message_id: newId(), parent_id: null, role: 'user' as const };
  await ahead.store.create({ ...message, body: 'Hi' }, {});
  time += 100;
  await ahead.push();
  time += 900;
  async function press(type: 'delete' | 'erase') {
    await ahead.store.applyAction([conversation_id], { type });
    await ahead.push();
    await ahead.pull(conversation_id);
  }
  return { ...ahead, server, conversation_id, press };
}

test('a conversation deleted just after a message stays deleted where the clock is ahead, until something is written to it [CONV-05]', async () => {
  const { store, conversation_id, press, push, pull } = await askedAhead();
  await press('delete');
  expect((await store.list()).map(isDeleted)).toEqual([true]);
  const message_id = newId();
  await store.create({ conversation_id, message_id, parent_id: null, role: 'user', body: 'Again' }, {});
  await store.pulled([{ ...(await synced(store, conversation_id)), seq: 9 }], null);
  expect((await store.list()).map(isDeleted)).toEqual([false]);
  await push();
  await pull(conversation_id);
  expect((await store.list()).map(isDeleted)).toEqual([false]);
});

test('of what is deleted for good nothing is left in a browser whose clock is ahead', async () => {
  const { store, conversation_id, press } = await askedAhead();
  await press('erase');
  expect(await store.messages(conversation_id)).toEqual([]);
});

/** The account's version of a conversation. */
async function synced(store: ReturnType<typeof browser>['store'], id: string) {
  const row = await store.storage.read((trx) => trx.conversation(id));
  if (!row?.synced) throw new Error('It is not in the account.');
  return row.synced;
}

test('of two devices that continue the same reply, each keeps what is known about its own answer', async () => {
  let time = 10;
  const server = new MemoryServer(() => time, 50);
  const now = () => ++time;
  const [first, second] = [browser(server, now, now), browser(server, now, now)];
  const [conversation_id, message_id] = [newId(), newId()];
  const of = { conversation_id, message_id };
  async function answer({ store }: typeof first, base: number, text: string, model: string) {
    const run = { ...of, run_id: newId(), base, reasoning_base: 0 };
    await store.grow({ ...run, offset: base, text, reasoning_offset: 0, reasoning: '' });
    const body = (await store.messages(conversation_id))[0]?.body ?? '';
    const details = { asked: { provider: 'openai', model, host: 'api.openai.com' } };
    await store.end({ ...run, body, reasoning: '', details });
  }
  await first.store.create({ ...of, parent_id: null, role: 'assistant' }, {});
  await answer(first, 0, 'Half', 'gpt-6');
  await first.push();
  await second.pull(conversation_id);
  await answer(first, 4, ' of one', 'one');
  await answer(second, 4, ' of the other', 'other');
  await first.push();
  // It learns of the other answer before its own is refused.
  await second.pull(conversation_id);
  await second.push();
  for (const one of [first, second]) {
    await one.pull(conversation_id);
    expect(await one.store.messages(conversation_id)).toMatchObject([
      { body: 'Half of one', details: { asked: { model: 'one' } } },
      { body: 'Half of the other', details: { asked: { model: 'other' } } },
    ]);
  }
});
