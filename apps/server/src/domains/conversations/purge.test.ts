import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import { noRoom } from '../../platform/files/full.ts';
import { memoryCounts } from '../../platform/limits/counts.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { textLimits } from './policy.ts';
import { purging } from './purge.ts';
import { pushing } from './push.ts';
import { browser, created, recount } from './testing.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(serviceDatabases)('on %s', (dialect) => {
  async function start() {
    const server = await startWithPeople(dialect);
    const { access_token } = await server.signUp();
    const ada = browser(server, access_token);
    const database = await server.database();
    const { purge } = purging({
      database,
      changed: () => {},
      releaseFiles: async () => {},
      now: server.now,
    });
    const { now } = server;
    /** Sets a conversation's fields. */
    const set = (conversation_id: string, fields: object) =>
      ada.push({ conversations: [{ conversation_id, created_at: now(), fields }] });
    const messagesOf = async (conversation: string) =>
      (
        await database.db
          .selectFrom('messages')
          .select('body')
          .where('conversation_id', '=', conversation)
          .orderBy('row_id')
          .execute()
      ).map(({ body }) => body);
    const only = async () => {
      const { conversations } = await ada.pull(0);
      return conversations[0] ?? expect.fail('No conversation');
    };
    const isRight = async () => {
      const { counted, stored } = await recount(database.db);
      expect(stored).toEqual(counted);
    };
    return { ...server, ada, database, purge, set, messagesOf, only, isRight };
  }

  /** A conversation with this many messages. */
  async function long({ ada, now }: Awaited<ReturnType<typeof start>>, count: number) {
    const { conversation, question } = await ada.ask('1');
    for (let at = 1; at < count; at += 200) {
      const messages = Array.from({ length: Math.min(200, count - at) }, (_, more) =>
        created(newId(), conversation, 'user', `${at + more + 1}`, now(), question),
      );
      await ada.push({ messages });
    }
    return conversation;
  }

  test('a deleted conversation stays for 30 days, then only a tombstone remains', async () => {
    const server = await start();
    const { set, pass, purge, now, messagesOf, isRight, signIn, call } = server;
    const conversation = await long(server, 1_234);
    await set(conversation, { title: ['Secret', now()], deleted: [true, now()] });
    const deletedAt = now();
    pass(30 * day - 1);
    await purge();
    expect(await messagesOf(conversation)).toHaveLength(1_234);
    pass(1);
    await purge();
    expect(await messagesOf(conversation)).toEqual([]);
    const again = browser({ call, now }, (await signIn()).body.access_token);
    const { conversations, head } = await again.pull(0);
    expect(conversations).toEqual([
      expect.objectContaining({
        conversation_id: conversation,
        seq: head,
        messages: 0,
        fields: { deleted: [true, deletedAt] },
        is_purged: true,
      }),
    ]);
    expect((await again.list()).conversations).toEqual([]);
    expect((await again.tail(conversation)).status).toBe(404);
    await isRight();
    await purge();
    expect((await again.pull(0)).head).toBe(head);
  });

  test('an erased conversation is deleted immediately, and waiting devices learn of it', async () => {
    const server = await start();
    const { ada, set, now, pass, messagesOf, isRight } = server;
    const conversation = await long(server, 700);
    pass(1000);
    const { head } = await set(conversation, { erased: [true, now()] });
    const waiting = await ada.pull(head, 25);
    expect(waiting.conversations).toMatchObject([
      { conversation_id: conversation, is_purged: true, fields: { deleted: [true, now()] } },
    ]);
    expect(await messagesOf(conversation)).toEqual([]);
    await isRight();
  });

  test('a later message restores an erased conversation, but late older messages are deleted', async () => {
    const { ada, set, now, pass, messagesOf, only, isRight } = await start();
    const { conversation, question } = await ada.ask();
    const before = now();
    pass(1000);
    await set(conversation, { erased: [true, now()] });
    await eventually(async () => expect((await only()).is_purged).toBe(true));
    // An earlier push whose answer was lost is repeated.
    const late = await ada.push({
      conversations: [
        { conversation_id: conversation, created_at: before, fields: { title: ['Old title', before] } },
      ],
      messages: [created(question, conversation, 'user', 'Hello', before, null)],
    });
    expect(late.messages).toMatchObject([{ message_id: question }]);
    await eventually(async () => expect(await only()).toMatchObject({ is_purged: true, messages: 0 }));
    expect((await only()).fields).toEqual({ deleted: [true, now()] });
    await isRight();
    // Changing the title does not restore it.
    const { conversations, head } = await set(conversation, { title: ['Secret', now()] });
    expect(conversations).toEqual([{ conversation_id: conversation, seq: head, previous_seq: head }]);
    expect((await only()).fields.title).toBeUndefined();

    pass(1000);
    await ada.push({
      conversations: [
        { conversation_id: conversation, created_at: now(), fields: { title: ['New title', now()] } },
      ],
      messages: [created(newId(), conversation, 'user', 'Still here', now(), null)],
    });
    expect(await only()).toMatchObject({
      is_purged: false,
      messages: 1,
      fields: { title: ['New title', now()], deleted: [false, now()] },
    });
    expect(await messagesOf(conversation)).toEqual(['Still here']);
    await isRight();
  });

  test('a deletion that arrives late only affects what existed when it was made', async () => {
    const { ada, set, now, pass, messagesOf, only, isRight } = await start();
    const { conversation, question } = await ada.ask('Old');
    const then = now();
    pass(1000);
    await ada.push({ messages: [created(newId(), conversation, 'user', 'New', now(), question)] });
    await set(conversation, { deleted: [true, then] });
    expect((await only()).fields.deleted).toEqual([false, now()]);
    await set(conversation, { erased: [true, then] });
    await eventually(async () => expect(await messagesOf(conversation)).toEqual(['New']));
    await eventually(async () => expect(await only()).toMatchObject({ messages: 1, is_purged: false }));
    await isRight();
  });

  test('an interrupted purge is continued', async () => {
    const server = await start();
    const { set, now, pass, purge, database, messagesOf, isRight } = server;
    const conversation = await long(server, 1_001);
    await set(conversation, { deleted: [true, now()] });
    pass(30 * day);
    let slices = 0;
    const dying: typeof database = {
      ...database,
      transaction(work) {
        slices += 1;
        if (slices === 3) throw new Error('killed');
        return database.transaction(work);
      },
    };
    const needs = { database: dying, changed: () => {}, releaseFiles: async () => {}, now };
    await expect(purging(needs).purge()).rejects.toThrow('killed');
    expect(await messagesOf(conversation)).toHaveLength(1);
    await isRight();
    await purge();
    expect(await messagesOf(conversation)).toEqual([]);
    await isRight();
  });

  test('deleting works even on a full disk', async () => {
    const { ada, database, now, me, signIn } = await start();
    const { conversation, question } = await ada.ask();
    const { body } = await me((await signIn()).body.access_token);
    const push = pushing({
      database,
      limits: textLimits,
      counts: memoryCounts(now),
      lock: async () => true,
      mustHaveRoom: async () => noRoom(),
      changed: () => {},
      erased: () => {},
      now,
    });
    const nothing = { conversations: [], messages: [], records: [], usage: [] };
    const more = created(newId(), conversation, 'user', 'More', now(), question);
    await expect(push(body.user_id, { ...nothing, messages: [more] })).rejects.toMatchObject({ status: 507 });
    const deleted = await push(body.user_id, {
      ...nothing,
      conversations: [
        { conversation_id: conversation, created_at: now(), fields: { erased: [true, now()] } },
      ],
      messages: [{ message_id: question, conversation_id: conversation, fields: { deleted: [true, now()] } }],
    });
    expect(deleted.head).toBe(2);
  });
});
