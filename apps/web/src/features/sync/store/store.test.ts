import 'fake-indexeddb/auto';
import { newId } from '@polylogue/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { acknowledge } from '../exchange/acknowledge.ts';
import { nextBatch } from '../exchange/push.ts';
import { databaseName, indexedDbStorage } from '../storage/indexed-db.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { storeOver } from './store.ts';

const storages = {
  IndexedDB: () => indexedDbStorage(databaseName(newId())),
  memory: async () => memoryStorage(),
};

describe.each(Object.entries(storages))('in %s', (_, open) => {
  async function start() {
    let time = 1_000;
    const storage = await open();
    const now = () => ++time;
    const store = storeOver({ storage, now });
    return { storage, store, now };
  }

  /** A question and a growing reply to it. */
  async function conversation() {
    const all = await start();
    const [conversation_id, question, reply, run_id] = [newId(), newId(), newId(), newId()] as const;
    const { store } = all;
    await store.create(
      { conversation_id, message_id: question, parent_id: null, role: 'user', body: 'Hi\0 🌍' },
      { title: ['Hi', 1], leaf: [question, 1] },
    );
    await store.create(
      { conversation_id, message_id: reply, parent_id: question, role: 'assistant' },
      { leaf: [reply, 2] },
    );
    const run = { conversation_id, message_id: reply, run_id, base: 0, reasoning_base: 0 };
    const grow = (offset: number, text: string) =>
      store.grow({ ...run, offset, text, reasoning_offset: 0, reasoning: '' });
    const bodies = async () => (await store.messages(conversation_id)).map(({ body }) => body);
    return { ...all, conversation_id, question, reply, run, grow, bodies };
  }

  test('a deleted conversation is removed, unless it was written to since', async () => {
    const { store, conversation_id, bodies } = await conversation();
    await store.forget(conversation_id);
    expect(await bodies()).toHaveLength(2);
    const deleted = { deleted: [true, 2_000] } as const;
    await store.setFields(conversation_id, deleted);
    await store.storage.write(async (trx) => {
      const row = await trx.conversation(conversation_id);
      if (row) await trx.putConversation({ ...row, last_message_at: 2_001 });
    });
    await store.forget(conversation_id);
    expect(await bodies()).toHaveLength(2);
    await store.setFields(conversation_id, { deleted: [true, 2_001] });
    await store.forget(conversation_id);
    expect(await bodies()).toEqual([]);
    expect(await store.list()).toEqual([]);
  });

  test('messages are stored character by character', async () => {
    const { store, conversation_id, question, grow, bodies, run, reply } = await conversation();
    await grow(0, 'Hel');
    await grow(3, 'lo');
    expect(await bodies()).toEqual(['Hi\ufffd 🌍', 'Hello']);
    await store.end({ ...run, body: 'Hello!', reasoning: 'Greet.', details: { thought_for: 3 } });
    expect(await store.messages(conversation_id)).toMatchObject([
      { message_id: question, role: 'user', parent_id: null },
      {
        message_id: reply,
        role: 'assistant',
        parent_id: question,
        body: 'Hello!',
        reasoning: 'Greet.',
        details: { thought_for: 3 },
        ended_at: expect.any(Number),
      },
    ]);
    expect(await store.list()).toMatchObject([
      { conversation_id, fields: { title: ['Hi', 1], leaf: [reply, 2] }, is_pending: true },
    ]);
  });

  test('a reply whose page was closed is ended as cut off, with all its stored text', async () => {
    const { store, conversation_id, grow, reply } = await conversation();
    await grow(0, 'Half a sen');
    await store.endCutOff(async () => true, { error: { type: 'ended' } });
    expect((await store.messages(conversation_id))[1]).toMatchObject({ ended_at: null });
    await store.endCutOff(async (id) => id !== reply, { error: { type: 'ended' } });
    expect((await store.messages(conversation_id))[1]).toMatchObject({
      body: 'Half a sen',
      ended_at: expect.any(Number),
      details: { error: { type: 'ended' } },
    });
  });

  test('acknowledged changes are not sent again, and changes made meanwhile are', async () => {
    const { storage, store, conversation_id, grow, reply, run, now, question } = await conversation();
    await grow(0, 'Hello');
    const batch = await nextBatch(storage);
    expect(batch?.push.messages).toMatchObject([
      {
        message_id: question,
        create: { body: '' },
        append: { offset: 0, text: 'Hi\ufffd 🌍', ended_at: expect.any(Number) },
      },
      { message_id: reply, create: { role: 'assistant' }, append: { offset: 0, text: 'Hello' } },
    ]);
    await grow(5, ' there');
    if (!batch) return;
    const answer = (id: string, run_id: string | null, body_length: number, is_ended: boolean) => ({
      message_id: id,
      seq: 1,
      run_id,
      body_length,
      reasoning_length: 0,
      is_ended,
    });
    const asked = batch.push.messages[0]?.append;
    await acknowledge(
      storage,
      batch,
      {
        head: 1,
        records: [],
        refused_usage: [],
        conversations: [{ conversation_id, seq: 1, previous_seq: 0 }],
        messages: [
          answer(question, asked?.run_id ?? null, asked?.text.length ?? 0, true),
          answer(reply, run.run_id, 5, false),
        ],
      },
      now(),
    );
    const next = await nextBatch(storage);
    expect(next?.push).toMatchObject({
      conversations: [],
      messages: [{ message_id: reply, append: { offset: 5, text: ' there' } }],
    });
    expect(next?.push.messages[0]).not.toHaveProperty('create');
    expect(await store.seenSeq(conversation_id)).toBe(1);
    expect((await store.messages(conversation_id)).map(({ body }) => body)).toEqual([
      'Hi\ufffd 🌍',
      'Hello there',
    ]);
  });

  test('text another device continued stays, and what was received here becomes a separate reply', async () => {
    const { storage, store, conversation_id, run, now, bodies } = await conversation();
    await store.end({ ...run, body: 'Mine', reasoning: '', details: {} });
    const batch = await nextBatch(storage);
    if (!batch) throw new Error('nothing to push');
    await acknowledge(
      storage,
      batch,
      {
        head: 1,
        records: [],
        refused_usage: [],
        conversations: [],
        messages: batch.messages
          .map(({ message_id }) => ({ message_id, refused: 'conflict' as const }))
          .slice(0, 2),
      },
      now(),
    );
    const texts = await bodies();
    expect(texts).toContain('Mine');
    const [listed] = await store.list();
    const leaf = listed?.fields.leaf?.[0];
    expect((await store.messages(conversation_id)).find(({ message_id }) => message_id === leaf)?.body).toBe(
      'Mine',
    );
  });

  test('a conversation permanently deleted elsewhere leaves nothing here', async () => {
    const { storage, store, now } = await start();
    const conversation_id = newId();
    const stored = {
      conversation_id,
      seq: 1,
      created_at: now(),
      last_message_at: now(),
      messages: 1,
      fields: {},
      is_purged: false,
      erased_until: null,
    };
    expect(await store.pulled([stored], 1)).toBeUndefined();
    expect(await store.list()).toHaveLength(1);
    expect(await store.behind([conversation_id], [])).toMatchObject({ open: [conversation_id] });
    // Its messages are removed there in a moment: they are asked for no more.
    await store.pulled([{ ...stored, seq: 2, fields: { erased: [true, now()] } }], 2);
    expect(await store.behind([conversation_id], [])).toMatchObject({ open: [] });
    expect(await store.partOf(conversation_id)).toBe('gone');
    await store.pulled([{ ...stored, seq: 3, is_purged: true }], 3);
    expect(await store.list()).toEqual([]);
    expect(await nextBatch(storage)).toBeNull();
  });
});

test('a browser that does not open its storage in time is not waited for', async () => {
  const silent = { addEventListener() {}, removeEventListener() {} };
  const { open } = indexedDB;
  onTestFinished(() => {
    indexedDB.open = open;
  });
  indexedDB.open = () => Object.assign(Object.create(IDBOpenDBRequest.prototype), silent);
  await expect(indexedDbStorage(databaseName(newId()), { patience: 20 })).rejects.toThrow(
    'did not answer in time',
  );
});
