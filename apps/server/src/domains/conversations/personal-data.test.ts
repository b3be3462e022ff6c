import { newId } from '@polylogue/sync';
import { describe, expect, test, vi } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { unlimited } from '../../testing/no-limits.ts';
import { startWithPeople } from '../../testing/people.ts';
import { personalData } from './personal-data.ts';
import { browser, created, recount, usage } from './testing.ts';

describe.each(databases)('on %s', (dialect) => {
  async function start() {
    const server = await startWithPeople(dialect, { rateLimits: unlimited });
    const database = await server.database();
    const person = async (name: string) => {
      const { access_token } = await server.signUp(name);
      return { id: (await server.me(access_token)).body.user_id, ...browser(server, access_token) };
    };
    return {
      ...server,
      database,
      ...personalData({ database }),
      ada: await person('ada'),
      bob: await person('bob'),
    };
  }

  test('deleting an account deletes all of its rows, in slices, and no other account’s', async () => {
    const { ada, bob, now, database, forget, holds } = await start();
    const { conversation, question } = await ada.ask();
    await bob.ask();
    for (let at = 0; at < 6; at += 1) {
      const messages = Array.from({ length: 200 }, () =>
        created(newId(), conversation, 'user', 'More', now(), question),
      );
      await ada.push({ messages, usage: [usage(newId(), now())] });
    }
    const transactions = vi.spyOn(database, 'transaction');
    await forget(ada.id);
    expect(transactions.mock.calls.length).toBeGreaterThan(2);
    transactions.mockRestore();
    expect(await holds(ada.id, database.db)).toBe(false);
    expect(await holds(bob.id, database.db)).toBe(true);
    const { counted, stored } = await recount(database.db);
    expect(stored).toEqual(counted);
    expect(stored.conversations).toHaveLength(1);
    const left = await database.db.selectFrom('messages').select('body').execute();
    expect(left).toEqual([{ body: 'Hello' }]);
    // A repeat has nothing to do.
    await forget(ada.id);
  });

  test('a copy with thousands of conversations contains each of them once', async () => {
    const { ada, now, texts } = await start();
    for (let at = 0; at < 6; at += 1) {
      await ada.push({
        conversations: Array.from({ length: 200 }, () => ({
          conversation_id: newId(),
          created_at: now(),
          fields: {},
        })),
        usage: Array.from({ length: 200 }, () => usage(newId(), now())),
      });
    }
    const ids = new Set<string>();
    let file = '';
    let records = '';
    for await (const text of texts(ada.id)) {
      file = 'name' in text ? text.name : file;
      const words = 'name' in text ? text.text : text.more;
      if (file === 'usage.json') records += words;
      else if ('name' in text && file.endsWith('.json') && file !== 'records.json') ids.add(words);
    }
    expect(ids.size).toBe(1_200);
    expect(JSON.parse(records)).toHaveLength(1_200);
  });

  test('a copy contains a conversation that is written to while it is made', async () => {
    const { ada, now, pass, texts } = await start();
    const oldest = await ada.ask('The first of all');
    pass(1);
    for (const count of [200, 200, 100]) {
      await ada.push({
        conversations: Array.from({ length: count }, () => ({
          conversation_id: newId(),
          created_at: now(),
          fields: {},
        })),
      });
    }
    const pieces = texts(ada.id);
    const copied = [(await pieces.next()).value];
    pass(1);
    await ada.ask('And one more', { conversation: oldest.conversation, parent: oldest.question });
    for await (const piece of pieces) copied.push(piece);
    const conversations = copied.filter(
      (piece) => piece && 'name' in piece && /^conversations.*json$/.test(piece.name),
    );
    expect(conversations).toHaveLength(501);
    expect(JSON.stringify(copied)).toContain(oldest.conversation);
  });

  test('the readable copy of an answer leaves out reasoning that came as text; the other one has it', async () => {
    const { ada, now, texts } = await start();
    const { conversation, question } = await ada.ask('Why?');
    const answer = created(
      newId(),
      conversation,
      'assistant',
      'Hmm. Because?\n</think>\n\nBecause.',
      now(),
      question,
    );
    const leaf = { leaf: [answer.message_id, now()] as [string, number] };
    await ada.push({
      conversations: [{ conversation_id: conversation, created_at: now(), fields: leaf }],
      messages: [answer],
    });
    const files = new Map<string, string>();
    let file = '';
    for await (const text of texts(ada.id)) {
      file = 'name' in text ? text.name : file;
      files.set(file, (files.get(file) ?? '') + ('name' in text ? text.text : text.more));
    }
    const [readable] = [...files].filter(([name]) => name.endsWith('.md')).map(([, text]) => text);
    expect(readable).toContain('\n\nBecause.\n');
    expect(readable).not.toContain('Hmm');
    expect(
      [...files].find(([name]) => name.startsWith('conversations/') && name.endsWith('.json'))?.[1],
    ).toContain('Hmm');
  });
});
