import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';
import { personalData } from './personal-data.ts';
import { textLimits } from './policy.ts';
import { browser, recount } from './testing.ts';

async function startWithAda(dialect: Dialect, deps: Parameters<typeof startWithPeople>[1] = {}) {
  const server = await startWithPeople(dialect, deps);
  const { access_token } = await server.signUp();
  return { ...server, token: access_token, ada: browser(server, access_token) };
}

const folder = (record_id: string, fields: object) => ({ kind: 'folder' as const, record_id, fields });

describe.each(databases)('records on %s', (dialect) => {
  test('a folder made on one device is on the other, with the conversations in it', async () => {
    const { ada, now } = await startWithAda(dialect);
    const id = newId();
    const { conversation } = await ada.ask();
    const reply = await ada.push({
      conversations: [{ conversation_id: conversation, created_at: now(), fields: { folder: [id, now()] } }],
      records: [folder(id, { name: ['Snakes', now()] })],
    });
    expect(reply).toMatchObject({
      status: 200,
      head: 2,
      records: [{ kind: 'folder', record_id: id, seq: 2 }],
    });
    const { conversations, records, head, more } = await ada.pull(1);
    expect({ head, more }).toEqual({ head: 2, more: false });
    expect(conversations).toMatchObject([{ fields: { folder: [id, now()] } }]);
    expect(records).toEqual([{ kind: 'folder', record_id: id, seq: 2, fields: { name: ['Snakes', now()] } }]);
    expect((await ada.records()).records).toEqual(records);
  });

  test('the model of a folder is kept with its server, and without one as earlier pages wrote it', async () => {
    const { ada, now } = await startWithAda(dialect);
    for (const host of [{ host: 'ollama.example.org:11434' }, {}]) {
      const model = [{ provider: 'openai', model: 'llama-4', ...host }, now()];
      const id = newId();
      expect(await ada.push({ records: [folder(id, { model })] })).toMatchObject({ status: 200 });
      const { records } = await ada.records();
      expect(records.find(({ record_id }) => record_id === id)?.fields).toEqual({ model });
    }
  });

  test('of two devices that rename and delete the same folder, each field that came last stays', async () => {
    const { ada, now } = await startWithAda(dialect);
    const id = newId();
    const at = now() - 100;
    await ada.push({ records: [folder(id, { name: ['First', at] })] });
    await ada.push({ records: [folder(id, { deleted: [true, at + 20], color: ['red', at + 20] })] });
    const late = { records: [folder(id, { name: ['Second', at + 10], color: ['blue', at + 10] })] };
    await ada.push(late);
    const merged = { name: ['Second', at + 10], color: ['red', at + 20], deleted: [true, at + 20] };
    expect((await ada.records()).records).toMatchObject([{ fields: merged }]);
    const { head } = await ada.pull(0);
    // Said twice, it is no news.
    expect((await ada.push(late)).head).toBe(head);
  });

  test('records are read in pages, each once, and beside conversations in the order of their changes', async () => {
    const { ada, now } = await startWithAda(dialect);
    const ids: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      const records = Array.from({ length: 190 }, () => folder(newId(), { name: ['x', now()] }));
      ids.push(...records.map(({ record_id }) => record_id));
      await ada.push({ records });
      await ada.ask();
    }
    const listed: string[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<typeof ada.records>> = await ada.records(after);
      listed.push(...page.records.map(({ record_id }) => record_id));
      after = page.next;
    }
    expect(listed.toSorted()).toEqual(ids.toSorted());
    const pulled: string[] = [];
    let conversations = 0;
    for (let after = 0, more = true; more; ) {
      const page = await ada.pull(after);
      pulled.push(...(page.records ?? []).map(({ record_id }) => record_id));
      conversations += page.conversations.length;
      after = page.head;
      more = page.more;
    }
    expect(pulled.toSorted()).toEqual(ids.toSorted());
    expect(conversations).toBe(4);
  });
});

describe.each(serviceDatabases)('records on %s', (dialect) => {
  const start = (deps?: Parameters<typeof startWithPeople>[1]) => startWithAda(dialect, deps);

  test('records are their owner’s alone', async () => {
    const server = await start();
    const id = newId();
    await server.ada.push({ records: [folder(id, { name: ['Mine', server.now()] })] });
    const bob = browser(server, (await server.signUp('bob')).access_token);
    expect((await bob.records()).records).toEqual([]);
    await bob.push({ records: [folder(id, { name: ['Theirs', server.now()] })] });
    expect((await server.ada.records()).records).toMatchObject([
      { fields: { name: ['Mine', server.now()] } },
    ]);
  });

  test('records count towards the quota; in an account without room they can still be deleted [REC-04]', async () => {
    const { ada, now, database } = await start({ textLimits: { ...textLimits, bytes: 1_000 } });
    const id = newId();
    const text = 'x'.repeat(300);
    await ada.push({ records: [folder(id, { instructions: [text, now()] })] });
    const other = await ada.push({
      records: [folder(newId(), { instructions: [text.repeat(3), now()] })],
    });
    expect(other.records).toMatchObject([{ refused: 'quota-used' }]);
    const emptied = { instructions: [null, now() + 1], deleted: [true, now() + 1] };
    expect((await ada.push({ records: [folder(id, emptied)] })).records?.[0]?.refused).toBeUndefined();
    const { stored, counted } = await recount((await database()).db);
    expect(stored.feeds).toEqual(counted.feeds);
  });

  test('an account has so many records, and one of them so many bytes', async () => {
    const { ada, now } = await start({ textLimits: { ...textLimits, records: 1 } });
    const name = (text: string) => ({ name: [text, now()] });
    const reply = await ada.push({ records: [folder(newId(), name('a')), folder(newId(), name('b'))] });
    expect(reply.records).toMatchObject([{ seq: 1 }, { seq: 0, refused: 'quota-used' }]);
  });

  test('what is not known of a record, of too many parts or too long, is refused', async () => {
    const { ada, now } = await start();
    const wrong = [
      { kind: 'recipe', record_id: newId(), fields: {} },
      folder(newId(), { colour: ['red', now()] }),
      folder(newId(), { name: ['x'.repeat(201), now()] }),
      folder(newId(), { name: [{ a: [[[]]] }, now()] }),
      folder(newId(), Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, [1, 1]]))),
    ];
    for (const record of wrong) {
      expect((await ada.push({ records: [record as ReturnType<typeof folder>] })).status).toBe(400);
    }
  });

  test('what a newer version has stored is passed on, and stays when an older one writes back [REC-02]', async () => {
    const { ada, now, database } = await start();
    const id = newId();
    await ada.push({ records: [folder(id, { name: ['Snakes', now()] })] });
    const stored = { name: ['Snakes', now()], smell: [{ of: ['roses'] }, now()], flag: 'not a field' };
    const { db } = await database();
    await db
      .updateTable('records')
      .set({ fields: JSON.stringify(stored) })
      .execute();
    await db
      .insertInto('records')
      .values({ feed: 1, kind: 'recipe', record_id: newId(), seq: 2, bytes: 0, fields: '{"salt":[[1],5]}' })
      .execute();
    expect((await ada.records()).records).toMatchObject([
      { kind: 'folder', fields: stored },
      { kind: 'recipe', fields: { salt: [[1], 5] } },
    ]);
    await ada.push({ records: [folder(id, { name: ['Vipers', now() + 1] })] });
    const { records } = await ada.records(1);
    expect(records.find(({ record_id }) => record_id === id)).toMatchObject({
      fields: { ...stored, name: ['Vipers', now()] },
    });
  });

  test('the copy of one’s data has all records [REC-04]', async () => {
    const { ada, now, database, me, token } = await start();
    const id = newId();
    await ada.push({ records: [folder(id, { name: ['Snakes', now()] })] });
    const texts = new Map<string, string>();
    let file = '';
    const { user_id } = (await me(token)).body;
    for await (const piece of personalData({ database: await database() }).texts(user_id)) {
      if ('name' in piece) file = piece.name;
      texts.set(file, `${texts.get(file) ?? ''}${'name' in piece ? piece.text : piece.more}`);
    }
    expect(JSON.parse(texts.get('records.json') ?? '')).toEqual([
      { kind: 'folder', record_id: id, fields: { name: ['Snakes', now()] } },
    ]);
  });
});
