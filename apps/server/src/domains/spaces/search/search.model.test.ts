import { newId } from '@polylogue/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startWithCircle } from '../../../testing/circle.ts';
import { databases } from '../../../testing/databases.ts';
import { eventually } from '../../../testing/server.ts';
import { created } from '../../conversations/testing.ts';
import { inSpaces } from '../testing.ts';

const names = ['ada', 'ben', 'eve'] as const;
type Name = (typeof names)[number];
/** Few, so that people use each other's. */
const words = ['apple', 'böat', '東京', 'dragon'] as const;

const who = fc.constantFrom(...names);
const room = fc.constantFrom(0, 1);
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .map((some) => some.join(' '));
const pick = fc.nat(20);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('post' as const), who, room, text }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), who, text }) },
  fc.record({ do: fc.constant('off-record' as const), who, room, text }),
  fc.record({ do: fc.constant('edit' as const), who, room, pick, text }),
  fc.record({ do: fc.constant('delete' as const), who, room, pick }),
  fc.record({ do: fc.constant('leave' as const), who, room }),
  fc.record({ do: fc.constant('join' as const), who, room }),
  fc.record({ do: fc.constant('remove' as const), who, room }),
  fc.record({ do: fc.constant('block' as const), who, other: who }),
  fc.record({ do: fc.constant('unblock' as const), who, other: who }),
  fc.record({ do: fc.constant('delete-conversation' as const), who, pick }),
);

const histories = process.env.LONG_RUN ? { sqlite: 40, postgres: 40 } : { sqlite: 6, postgres: 2 };

describe.each(databases)('search on %s', (dialect) => {
  test('finds exactly what a person can read, whatever people did, and never anything else [MSEARCH-06]', async () => {
    const circle = await startWithCircle(dialect, [...names, 'olga']);
    const of = (name: Name | 'olga') => inSpaces(circle, circle[name]);
    const olga = of('olga');
    const rooms = [await olga.make({ visibility: 'public' }), await olga.make({ visibility: 'public' })];
    for (const name of names) for (const id of rooms) await of(name).join(id);
    const conversations: Record<Name, string[]> = { ada: [], ben: [], eve: [] };

    const call = async <Body>(name: Name, method: string, path: string, body?: object) =>
      (await circle.call(method, path, { token: circle[name].token, ...(body && { body }) }))
        .body as unknown as Body;

    /** What a person can read, by reading everything. */
    async function readable(name: Name): Promise<Map<string, string>> {
      const found = new Map<string, string>();
      for (const id of rooms) {
        const { status, body } = await of(name).messages(id, '?limit=200');
        if (status !== 200) continue;
        for (const row of body.messages) {
          if ('is_withheld' in row || row.deleted_at !== null || row.kind === 'notice') continue;
          found.set(row.message_id, row.body);
        }
      }
      for (const id of conversations[name]) {
        const { messages } = await call<{ messages: { message_id: string; body: string }[] }>(
          name,
          'GET',
          `/api/v1/conversations/${id}/messages`,
        );
        for (const { message_id, body } of messages ?? []) found.set(message_id, body);
      }
      return found;
    }

    async function found(name: Name, word: string): Promise<string[]> {
      const ids: string[] = [];
      for (const path of ['messages', ...rooms.map((id) => `posts ${id}`)]) {
        const [kind, space_id] = path.split(' ');
        let cursor: string | null | undefined;
        do {
          const page = await call<{ found?: { message_id: string }[]; next?: string | null }>(
            name,
            'POST',
            `/api/v1/search/${kind}`,
            { text: word, ...(space_id && { space_id }), ...(cursor && { cursor }) },
          );
          ids.push(...(page.found ?? []).map(({ message_id }) => message_id));
          cursor = page.next;
        } while (cursor);
      }
      return ids.sort();
    }

    const having = (all: ReadonlyMap<string, string>, word: string) =>
      [...all]
        .filter(([, body]) => body.includes(word))
        .map(([id]) => id)
        .sort();

    async function act(one: typeof step extends fc.Arbitrary<infer Step> ? Step : never) {
      circle.pass(1_000);
      const space = 'room' in one ? (rooms[one.room] ?? '') : '';
      const own = async () => {
        const { body } = await of(one.who).messages(space, '?limit=200');
        const rows = (body.messages ?? []).flatMap((row) => ('is_withheld' in row ? [] : [row]));
        return rows.filter(({ by_id, kind }) => kind === 'post' && by_id === circle[one.who].id);
      };
      switch (one.do) {
        case 'post':
        case 'off-record':
          return void (await of(one.who).post(space, one.text, { is_off_record: one.do === 'off-record' }));
        case 'edit': {
          const posts = await own();
          const post = posts[one.pick % Math.max(1, posts.length)];
          return void (post && (await of(one.who).edit(space, post.message_id, { body: one.text })));
        }
        case 'delete': {
          const posts = await own();
          const post = posts[one.pick % Math.max(1, posts.length)];
          return void (post && (await of(one.who).erase(space, post.message_id)));
        }
        case 'leave':
          return void (await of(one.who).leave(space));
        case 'join':
          return void (await of(one.who).join(space));
        case 'remove':
          return void (await olga.remove(space, circle[one.who]));
        case 'block':
          if (one.who !== one.other) await circle[one.who].block(circle[one.other]);
          return;
        case 'unblock':
          if (one.who !== one.other) await circle[one.who].unblock(circle[one.other]);
          return;
        case 'ask': {
          const [conversation_id, message_id] = [newId(), newId()];
          conversations[one.who].push(conversation_id);
          const at = circle.now();
          return void (await call(one.who, 'POST', '/api/v1/changes', {
            conversations: [{ conversation_id, created_at: at, fields: { leaf: [message_id, at] } }],
            messages: [created(message_id, conversation_id, 'user', one.text, at, null)],
          }));
        }
        case 'delete-conversation': {
          const own = conversations[one.who];
          const [id] = own.splice(one.pick % Math.max(1, own.length), 1);
          const at = circle.now();
          const fields = { deleted: [true, at] };
          if (id) {
            await call(one.who, 'POST', '/api/v1/changes', {
              conversations: [{ conversation_id: id, created_at: at, fields }],
            });
          }
        }
      }
    }

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        for (const one of steps) {
          await act(one);
          // At once: the index may lag behind, but never shows more than may be read now.
          for (const name of names) {
            const word = words[0];
            const may = having(await readable(name), word);
            expect(may).toEqual(expect.arrayContaining(await found(name, word)));
          }
        }
        for (const name of names) {
          const all = await readable(name);
          for (const word of words) {
            await eventually(async () => expect(await found(name, word)).toEqual(having(all, word)));
          }
        }
      }),
      { numRuns: histories[dialect], endOnFailure: true },
    );
  }, 240_000);
});
