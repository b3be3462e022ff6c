import { newId } from '@polylogue/sync';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';
import { personalData } from './personal-data.ts';
import { textLimits } from './policy.ts';
import { browser, created, piece, recount, usage } from './testing.ts';

const valuesByName = <Value>(count: number, value: Value) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));
/** JSON of nearly as much as a push may be. */
const many = (value: string) => {
  const count = Math.floor(450_000 / (value.length + 10));
  return `{${Array.from({ length: count }, (_, at) => `"k${at}":${value}`).join(',')}}`;
};

const day = 24 * 60 * 60 * 1000;

async function startWithAda(dialect: Dialect, deps: Parameters<typeof startWithPeople>[1] = {}) {
  const server = await startWithPeople(dialect, deps);
  const { access_token } = await server.signUp();
  return { ...server, token: access_token, ada: browser(server, access_token) };
}

describe.each(serviceDatabases)('on %s', (dialect) => {
  const start = (deps?: Parameters<typeof startWithPeople>[1]) => startWithAda(dialect, deps);

  test('a conversation stored by one browser can be read by another', async () => {
    const { ada, now } = await start();
    const { conversation, question, reply } = await ada.ask('How are you?');
    expect(reply).toMatchObject({
      status: 200,
      head: 1,
      conversations: [{ conversation_id: conversation, seq: 1, previous_seq: 0 }],
      messages: [{ message_id: question, seq: 1 }],
    });
    const { conversations, head } = await ada.pull(0);
    expect(head).toBe(1);
    expect(conversations).toEqual([
      {
        conversation_id: conversation,
        seq: 1,
        created_at: now(),
        last_message_at: now(),
        messages: 1,
        fields: { leaf: [question, now()] },
        erased_until: null,
        is_purged: false,
      },
    ]);
    const { messages, more } = await ada.tail(conversation);
    expect(messages).toEqual([
      {
        message_id: question,
        seq: 1,
        parent_id: null,
        role: 'user',
        created_at: now(),
        body: 'How are you?',
        reasoning: '',
        details: null,
        fields: {},
        run_id: null,
        ended_at: now(),
      },
    ]);
    expect(more).toBe(false);
  });

  test('repeating a push changes nothing', async () => {
    const { ada, now } = await start();
    const { conversation, question } = await ada.ask();
    const reply = newId();
    const run = newId();
    const grow = {
      messages: [
        {
          ...created(reply, conversation, 'assistant', '', now(), question),
          append: piece(run, 0, 'Hi!', { ended_at: now() }),
          details: { thought_for: 5 },
        },
      ],
    };
    const first = await ada.push(grow);
    const again = await ada.push(grow);
    expect(first.conversations).toEqual([{ conversation_id: conversation, seq: 2, previous_seq: 1 }]);
    expect(again).toEqual({
      ...first,
      conversations: [{ conversation_id: conversation, seq: 2, previous_seq: 2 }],
    });
    expect((await ada.messages(conversation)).messages.map(({ body }) => body)).toEqual(['Hello', 'Hi!']);
    expect((await ada.pull(0)).conversations).toMatchObject([{ messages: 2, seq: 2 }]);
  });

  test('a reply grows piece by piece, even if pieces arrive twice or late', async () => {
    const { ada, now } = await start();
    const { conversation, question } = await ada.ask();
    const id = newId();
    const run = newId();
    const send = (offset: number, text: string, more: object = {}) =>
      ada.push({
        messages: [
          {
            ...created(id, conversation, 'assistant', '', now(), question),
            append: piece(run, offset, text, more),
          },
        ],
      });
    await send(0, 'Good ');
    await send(5, 'morning');
    await send(3, 'd morning, ');
    expect((await send(50, 'lost')).messages).toEqual([
      { message_id: id, refused: 'gap', body_length: 14, reasoning_length: 0 },
    ]);
    await send(14, 'Ada.', { ended_at: now(), reasoning: 'She wakes.' });
    await send(0, 'Good ');
    const [, reply] = (await ada.messages(conversation)).messages;
    expect(reply).toMatchObject({
      body: 'Good morning, Ada.',
      reasoning: 'She wakes.',
      run_id: run,
      ended_at: now(),
    });
  });

  test('a push reports whether the browser has missed changes to that conversation', async () => {
    const { ada, now } = await start();
    const { conversation, question } = await ada.ask();
    const other = await ada.ask('Another');
    const { conversations } = await ada.push({
      messages: [
        created(newId(), conversation, 'user', 'And?', now(), question),
        created(other.question, other.conversation, 'user', 'Another', now(), null),
      ],
    });
    expect(conversations).toEqual([
      { conversation_id: conversation, seq: 3, previous_seq: 1 },
      { conversation_id: other.conversation, seq: 2, previous_seq: 2 },
    ]);
  });

  test('if two devices continue one reply, their texts do not mix', async () => {
    const { ada, now } = await start();
    const { conversation, question } = await ada.ask();
    const id = newId();
    const run = newId();
    const change = (append: object) => ({
      messages: [
        { message_id: id, conversation_id: conversation, append: append as ReturnType<typeof piece> },
      ],
    });
    await ada.push({
      messages: [
        { ...created(id, conversation, 'assistant', '', now(), question), append: piece(run, 0, 'One') },
      ],
    });
    const continued = { previous_run_id: run, base: 3 };
    await ada.push(change(piece(newId(), 3, ' two', continued)));
    expect((await ada.push(change(piece(newId(), 3, ' three', continued)))).messages).toEqual([
      { message_id: id, refused: 'conflict' },
    ]);
    expect((await ada.messages(conversation)).messages[1]?.body).toBe('One two');
  });

  test('a message that does not exist, or is in another conversation, is unknown', async () => {
    const { ada, now } = await start();
    const { conversation, question } = await ada.ask();
    const other = await ada.ask('Another');
    const lost = newId();
    const { messages } = await ada.push({
      messages: [
        { message_id: lost, conversation_id: conversation, append: piece(newId(), 0, 'x') },
        { message_id: question, conversation_id: other.conversation, fields: { deleted: [true, now()] } },
        created(newId(), newId(), 'user', 'Nowhere', now(), null),
      ],
    });
    expect(messages.map((one) => 'refused' in one && one.refused)).toEqual(['unknown', 'unknown', 'unknown']);
  });

  test('the later value of a field wins, and a clock that is ahead does not win for long', async () => {
    const { ada, now, pass } = await start();
    const { conversation } = await ada.ask();
    const rename = (title: string, at: number) =>
      ada.push({
        conversations: [{ conversation_id: conversation, created_at: now(), fields: { title: [title, at] } }],
      });
    const title = async () => (await ada.pull(0)).conversations[0]?.fields.title?.[0];
    await rename('New', now());
    await rename('Old', now() - 1000);
    expect(await title()).toBe('New');
    await rename('From tomorrow', now() + day);
    pass(1000);
    await rename('Today', now());
    expect(await title()).toBe('Today');
  });

  test('other people’s conversations cannot be read, changed or discovered', async () => {
    const { ada, signUp, call, now } = await start();
    const { conversation, question } = await ada.ask('Secret');
    const server = { call, now };
    const eve = browser(server, (await signUp('eve')).access_token);
    const missing = { status: 404, error: 'not-found', message: 'Conversation not found' };
    expect(await eve.tail(conversation)).toMatchObject(missing);
    expect(await eve.tail(newId())).toMatchObject(missing);
    expect((await eve.messages(conversation)).status).toBe(404);
    expect((await eve.pull(0)).conversations).toEqual([]);
    // A push to another account's message gets the same answer as one to a message that does not exist.
    const touched = async (message_id: string, conversation_id: string) => {
      const { conversations, messages } = await eve.push({
        messages: [
          { message_id, conversation_id, append: piece(newId(), 0, 'x') },
          { message_id, conversation_id, fields: { deleted: [true, now()] } },
        ],
      });
      return { conversations, refused: messages.map((one) => 'refused' in one && one.refused) };
    };
    expect(await touched(question, conversation)).toEqual({
      conversations: [],
      refused: ['unknown', 'unknown'],
    });
    expect(await touched(newId(), newId())).toEqual(await touched(question, conversation));
    // Eve can store rows of her own under the same ids.
    await eve.push({
      conversations: [{ conversation_id: conversation, created_at: now(), fields: {} }],
      messages: [created(question, conversation, 'user', 'Mine', now(), null)],
    });
    expect((await ada.tail(conversation)).messages[0]?.body).toBe('Secret');
    expect((await eve.tail(conversation)).messages[0]?.body).toBe('Mine');
    expect((await call('GET', '/api/v1/changes?after=0')).status).toBe(401);
  });

  test('the list and the changes are paginated, with each conversation once', async () => {
    const { ada, now, pass } = await start();
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      pass(1000);
      ids.unshift((await ada.ask(`Question ${at}`)).conversation);
    }
    const many = Array.from({ length: 200 }, () => ({
      conversation_id: newId(),
      created_at: now() - day,
      fields: {},
    }));
    for (let at = 0; at < 3; at += 1) {
      await ada.push({
        conversations: many.map((one) => ({ ...one, conversation_id: newId() })),
      });
    }
    const first = await ada.list('?limit=200');
    expect(first.conversations.slice(0, 3).map(({ conversation_id }) => conversation_id)).toEqual(ids);
    const seen = new Set<string>();
    for (let next: string | null = ''; next !== null; ) {
      const page: typeof first = await ada.list(`?limit=200${next && `&before=${next}`}`);
      for (const { conversation_id } of page.conversations) {
        expect(seen.has(conversation_id)).toBe(false);
        seen.add(conversation_id);
      }
      next = page.next;
    }
    expect(seen.size).toBe(603);
    const pulled: string[] = [];
    for (let after = 0, more = true; more; ) {
      const page = await ada.pull(after);
      pulled.push(...page.conversations.map(({ conversation_id }) => conversation_id));
      after = page.head;
      more = page.more;
    }
    expect(new Set(pulled)).toEqual(seen);
    expect(pulled).toHaveLength(603);
  });

  test('a long conversation is read from the end, and the rest in pages', async () => {
    const { ada, now } = await start();
    const { conversation, question } = await ada.ask('0');
    let parent = question;
    const ids = Array.from({ length: 300 }, () => newId());
    for (let at = 0; at < ids.length; at += 100) {
      const messages = ids.slice(at, at + 100).map((id, index) => {
        const change = created(id, conversation, 'user', `${at + index + 1}`, now() + at + index + 1, parent);
        parent = id;
        return change;
      });
      await ada.push({ messages });
    }
    const leaf = ids.at(-1) ?? '';
    await ada.push({
      conversations: [
        { conversation_id: conversation, created_at: now(), fields: { leaf: [leaf, now() + 1] } },
      ],
    });
    const { messages, more } = await ada.tail(conversation, 120);
    expect(messages.map(({ body }) => Number(body))).toEqual(
      Array.from({ length: 120 }, (_, at) => 181 + at),
    );
    expect(more).toBe(true);
    const bodies: string[] = [];
    for (let next: string | null = '0'; next !== null; ) {
      const page: Awaited<ReturnType<typeof ada.messages>> = await ada.messages(
        conversation,
        `?after=${next}&limit=70`,
      );
      bodies.push(...page.messages.map(({ body }) => body));
      next = page.next;
    }
    expect(bodies.map(Number).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 301 }, (_, at) => at),
    );
  });

  test('messages that are each other’s parent are read once, on the page and in the copy', async () => {
    const { ada, now, pass, me, token, database } = await start();
    const { conversation, question } = await ada.ask('Beginning');
    const [one, other, itself] = [newId(), newId(), newId()];
    await ada.push({
      messages: [
        created(one, conversation, 'user', 'One', now(), other),
        created(other, conversation, 'user', 'Other', now(), one),
        created(itself, conversation, 'user', 'Itself', now(), itself),
      ],
    });
    const shown = async (leaf: string) => {
      await ada.push({
        conversations: [
          { conversation_id: conversation, created_at: now(), fields: { leaf: [leaf, now()] } },
        ],
      });
      return (await ada.tail(conversation)).messages.map(({ body }) => body);
    };
    pass(1);
    expect(await shown(question)).toEqual(['Beginning']);
    pass(1);
    expect(await shown(itself)).toEqual(['Itself']);
    pass(1);
    expect(await shown(other)).toEqual(['One', 'Other']);
    const { texts } = personalData({ database: await database() });
    let markdown = '';
    let isMarkdown = false;
    for await (const text of texts((await me(token)).body.user_id)) {
      if ('name' in text) isMarkdown = text.name.endsWith('.md');
      else if (isMarkdown) markdown += text.more;
    }
    expect(markdown.match(/One|Other/g)).toEqual(['One', 'Other']);
  });

  test('writing in a deleted conversation restores it', async () => {
    const { ada, now, pass } = await start();
    const { conversation, question } = await ada.ask();
    await ada.push({
      conversations: [
        { conversation_id: conversation, created_at: now(), fields: { deleted: [true, now()] } },
      ],
    });
    const deleted = async () => (await ada.pull(0)).conversations[0]?.fields.deleted?.[0];
    expect(await deleted()).toBe(true);
    await ada.push({ messages: [created(newId(), conversation, 'user', 'Before', now() - 1, question)] });
    expect(await deleted()).toBe(true);
    pass(1000);
    await ada.push({ messages: [created(newId(), conversation, 'user', 'Still here', now(), question)] });
    expect(await deleted()).toBe(false);
  });

  test('beyond the quota nothing more is stored; existing content stays and can be deleted', async () => {
    const { ada, now } = await start({ textLimits: { ...textLimits, bytes: 500, messages: 3 } });
    const { conversation } = await ada.ask('x'.repeat(200));
    expect((await ada.ask('y'.repeat(200))).reply.messages).toMatchObject([{ refused: 'quota-used' }]);
    const renamed = await ada.push({
      conversations: [
        {
          conversation_id: conversation,
          created_at: now(),
          fields: { title: ['t'.repeat(200), now()] },
        },
      ],
    });
    expect(renamed.conversations).toEqual([
      { conversation_id: conversation, seq: 1, previous_seq: 1, refused: 'quota-used' },
    ]);
    const begun = newId();
    const next = await ada.push({
      conversations: [
        { conversation_id: begun, created_at: now(), fields: { title: ['t'.repeat(100), now()] } },
      ],
      messages: [created(newId(), begun, 'user', 'Hi', now(), null)],
    });
    expect(next).toMatchObject({
      conversations: [{ conversation_id: begun, seq: 0, previous_seq: 0, refused: 'quota-used' }],
      messages: [{ refused: 'quota-used' }],
    });
    const { refused_usage } = await ada.push({ usage: [usage(newId(), now()), usage(newId(), now())] });
    expect(refused_usage).toHaveLength(2);
    expect((await ada.tail(conversation)).messages).toHaveLength(1);
    const deleted = await ada.push({
      conversations: [
        { conversation_id: conversation, created_at: now(), fields: { deleted: [true, now()] } },
      ],
    });
    expect(deleted.conversations).toEqual([{ conversation_id: conversation, seq: 2, previous_seq: 1 }]);
  });

  test('what a newer version has stored is passed on, and stays when an older one writes back', async () => {
    const { ada, now, database } = await start();
    const { conversation, question } = await ada.ask();
    const details = { asked: { provider: 'p', model: 'm', host: 'h', region: 'eu' }, weather: 'fine' };
    const { db } = await database();
    const fields = JSON.stringify({ starred: [true, 1], title: ['Hi', 1] });
    await db.updateTable('conversations').set({ fields }).execute();
    await db
      .updateTable('messages')
      .set({ fields: '{"starred":[true,1]}', details: JSON.stringify(details) })
      .execute();
    const later = now() + 1;
    const change = { conversation_id: conversation, created_at: now() };
    const reply = await ada.push({
      conversations: [{ ...change, fields: { title: ['Hello', later] } }],
      messages: [{ message_id: question, conversation_id: conversation, fields: { deleted: [true, later] } }],
    });
    expect(reply.status).toBe(200);
    const { conversations } = await ada.pull(0);
    expect(conversations[0]?.fields).toMatchObject({ starred: [true, 1], title: ['Hello', now()] });
    expect((await ada.list()).conversations[0]?.fields).toMatchObject({ starred: [true, 1] });
    const { messages } = await ada.messages(conversation);
    expect(messages).toMatchObject([{ details, fields: { starred: [true, 1], deleted: [true, now()] } }]);
    expect((await ada.tail(conversation)).messages).toMatchObject([{ details }]);
  });

  test('an account has a maximum number of messages, however small', async () => {
    const { ada } = await start({ textLimits: { ...textLimits, messages: 2 } });
    await ada.ask();
    await ada.ask();
    expect((await ada.ask()).reply.messages).toMatchObject([{ refused: 'quota-used' }]);
  });

  test('who has long messages rewritten again and again waits for the next minute, and loses nothing', async () => {
    const { ada, now, pass } = await start({ textLimits: { ...textLimits, rewrittenBytes: 1_000 } });
    const one = await ada.ask('x'.repeat(600));
    const other = await ada.ask('y'.repeat(600));
    const deleting = (isDeleted: boolean) => ({
      messages: [one, other].map(({ conversation, question }) => ({
        message_id: question,
        conversation_id: conversation,
        fields: { deleted: [isDeleted, now()] as [boolean, number] },
      })),
    });
    // Too much by itself, but nothing came before it.
    expect((await ada.push(deleting(true))).status).toBe(200);
    pass(1_000);
    const restoring = deleting(false);
    expect(await ada.push(restoring)).toMatchObject({ status: 429, error: 'too-many' });
    expect((await ada.ask('New ones wait for nothing')).reply.status).toBe(200);
    pass(59_000);
    expect((await ada.push(restoring)).status).toBe(200);
    expect((await ada.tail(one.conversation)).messages[0]?.fields.deleted?.[0]).toBe(false);
    // A repeat rewrites nothing.
    expect((await ada.push(restoring)).status).toBe(200);
  });

  test('data nested too deeply to be read again is refused', async () => {
    const { ada, token, url } = await start();
    const { conversation, question } = await ada.ask();
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const where of [`"details":{"error":{"a":${deep}}}`, `"fields":${deep}`]) {
      const { status } = await fetch(`${url}/api/v1/changes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: `{"messages":[{"message_id":"${question}","conversation_id":"${conversation}",${where}}]}`,
      });
      expect(status).toBe(413);
    }
    const error = { kind: 'other', message: 'No', status: 500, retryable: true, hint: null };
    const { messages } = await ada.push({
      messages: [
        { message_id: question, conversation_id: conversation, details: { error, usage: { input: 3 } } },
      ],
    });
    expect(messages).toMatchObject([{ seq: 2 }]);
    expect((await ada.tail(conversation)).messages[0]?.details?.error).toEqual(error);
  });

  test('a conversation has few settings, and more that were once stored can still be read', async () => {
    const { ada, now, database } = await start();
    const { conversation } = await ada.ask();
    const set = async (settings: Record<string, string>) => {
      const fields = { settings: [settings, now()] as [typeof settings, number] };
      const { status } = await ada.push({
        conversations: [{ conversation_id: conversation, created_at: now(), fields }],
      });
      return status;
    };
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`setting ${at}`, '']));
    const long = '"'.repeat(32_000);
    expect(await set(many)).toBe(400);
    expect(await set({ one: long, two: long, three: '"' })).toBe(400);
    expect(await set({ instructions: long })).toBe(200);
    const { db } = await database();
    const fields = JSON.stringify({ settings: [many, now()] });
    await db.updateTable('conversations').set({ fields }).execute();
    expect((await ada.pull(0)).conversations).toMatchObject([{ fields: { settings: [many, now()] } }]);
  });

  test('what is free in a row has few values, and what is not counted as such is refused [CHECK-53]', async () => {
    const { ada } = await start();
    const { conversation, question } = await ada.ask();
    const status = async (details: object) =>
      (await ada.push({ messages: [{ message_id: question, conversation_id: conversation, details }] }))
        .status;
    const few = valuesByName(49, 1);
    expect(await status({ error: { failure: few, list: Array(49).fill(1) } })).toBe(200);
    expect(await status({ error: { failure: few, list: Array(50).fill(1) } })).toBe(400);
    expect(await status({ usage: valuesByName(100, 1) })).toBe(200);
    expect(await status({ usage: valuesByName(101, 1) })).toBe(400);
  });

  test.each([
    ['settings', `{"conversations":[{"fields":{"settings":[${many('[]')},0]}}]}`],
    ['facts', `{"messages":[{"details":{"error":${many('{"a":[]}')}}}]}`],
    ['names that mean nothing', many('1')],
    ['rows', `{"messages":[${'[],'.repeat(150_000)}0]}`],
    ['levels', '['.repeat(450_000)],
  ])('half a megabyte of %s is counted, and not parsed [CHECK-53]', async (_, body) => {
    const { token, url } = await start();
    const parsed = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parsed.mockRestore());
    const answer = await fetch(`${url}/api/v1/changes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body,
    });
    expect(answer.status).toBe(413);
    expect(parsed.mock.calls.filter(([text]) => text.length > 10_000)).toEqual([]);
  });

  test('the first wrong row of a push ends the reading of it', async () => {
    const { ada, token, call, now } = await start();
    const good = { conversation_id: newId(), created_at: now(), fields: {} };
    const body = { conversations: [good, { ...good, created_at: 'now' }, { ...good, fields: 1 }] };
    expect((await call('POST', '/api/v1/changes', { token, body })).status).toBe(400);
    expect((await ada.list()).conversations).toEqual([]);
  });

  test('of a row with very many values as many are read as are accepted today; the copy has them all', async () => {
    const { ada, now, database } = await start();
    const { conversation } = await ada.ask();
    const opened = await database();
    const error = valuesByName(80_000, 1);
    const settings = valuesByName(80_000, 'x');
    await opened.db
      .updateTable('messages')
      .set({ details: JSON.stringify({ error }) })
      .execute();
    const fields = { settings: [settings, now()], title: ['Old', now() - 1] };
    await opened.db
      .updateTable('conversations')
      .set({ fields: JSON.stringify(fields) })
      .execute();

    const first = (values: object) => Object.fromEntries(Object.entries(values).slice(0, 100));
    const { messages, conversation: read } = await ada.tail(conversation);
    expect(messages[0]?.details).toEqual({ error: first(error) });
    expect(read.fields).toEqual({ ...fields, settings: [first(settings), now()] });
    expect((await ada.messages(conversation)).messages).toEqual(messages);
    expect((await ada.pull(0)).conversations).toEqual([read]);
    expect((await ada.list()).conversations).toEqual([read]);

    const named = { title: ['New', now()] as [string, number] };
    await ada.push({ conversations: [{ conversation_id: conversation, created_at: now(), fields: named }] });
    const { user_id } = await opened.db.selectFrom('users').select('user_id').executeTakeFirstOrThrow();
    let copy = '';
    for await (const text of personalData({ database: opened }).texts(user_id)) {
      if ('name' in text && !text.name.endsWith('.json')) break;
      copy += 'name' in text ? text.text : text.more;
    }
    const whole = JSON.parse(copy);
    expect(whole.conversation.fields.title).toEqual(['New', now()]);
    expect(JSON.stringify(whole.conversation.fields.settings)).toBe(JSON.stringify(fields.settings));
    expect(JSON.stringify(whole.messages[0].details)).toBe(JSON.stringify({ error }));
  });

  test('a cursor with more digits than any number has is refused as such', async () => {
    const { ada, token, call } = await start();
    const { conversation } = await ada.ask();
    const most = '9'.repeat(16);
    for (const [path, good, bad] of [
      [`/conversations/${conversation}/messages?after=`, `${most}.${most}`, `${most}9`],
      [`/conversations/${conversation}/messages?after=`, most, `1.${most}9`],
      ['/conversations?before=', `${most}.${conversation}`, `${most}9.${conversation}`],
      ['/spaces/public?before=', `${most}.${conversation}`, `${most}9.${conversation}`],
    ]) {
      expect((await call('GET', `/api/v1${path}${good}`, { token })).status).toBe(200);
      expect((await call('GET', `/api/v1${path}${bad}`, { token })).status).toBe(400);
    }
  });

  test('a page of conversations ends at a megabyte, and holds all that one push has changed', async () => {
    const { ada, now } = await start();
    const text = '€'.repeat(32_000);
    const settings = { one: text, two: text };
    const long = () => ({
      conversation_id: newId(),
      created_at: now(),
      fields: { settings: [settings, now()] as [typeof settings, number] },
    });
    for (let pushes = 0; pushes < 6; pushes += 1) await ada.push({ conversations: [long(), long()] });
    const changes: number[] = [];
    for (let after = 0, more = true; more; ) {
      const page = await ada.pull(after);
      changes.push(page.conversations.length);
      ({ head: after, more } = page);
    }
    expect(changes).toEqual([4, 4, 4]);
    const listed: number[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: Awaited<ReturnType<typeof ada.list>> = await ada.list(next && `?before=${next}`);
      listed.push(page.conversations.length);
      next = page.next;
    }
    expect(listed).toEqual([5, 5, 2]);
  });

  test('a body is at most half a megabyte, and a message has a maximum length', async () => {
    const { ada, token, call, now } = await start({
      textLimits: { ...textLimits, messageLength: 100 },
    });
    const { reply } = await ada.ask('x'.repeat(101));
    expect(reply.messages).toMatchObject([{ refused: 'too-large' }]);
    const answer = await call('POST', '/api/v1/changes', {
      token,
      body: {
        messages: Array.from({ length: 5 }, () =>
          created(newId(), newId(), 'user', 'x'.repeat(120_000), now(), null),
        ),
      },
    });
    expect(answer.status).toBe(413);
  });

  test('a waiting poll is answered immediately when there is a change', async () => {
    const { ada, signIn, call, now } = await start();
    const other = browser({ call, now }, (await signIn()).body.access_token);
    const waiting = other.pull(0, 25);
    const { conversation } = await ada.ask();
    expect(await waiting).toMatchObject({ head: 1, conversations: [{ conversation_id: conversation }] });
  });

  test('usage is recorded once, and outlives its conversation', async () => {
    const { ada, now, database } = await start();
    const { conversation, question } = await ada.ask();
    const record = { ...usage(newId(), now()), conversation_id: conversation, message_id: question };
    await ada.push({ usage: [record, record] });
    const { refused_usage } = await ada.push({ usage: [record] });
    expect(refused_usage).toEqual([]);
    const { db } = await database();
    expect(await db.selectFrom('usage_records').selectAll().execute()).toMatchObject([
      { ...record, day: Math.floor(now() / day) },
    ]);
  });
});

describe.each(databases)('any text on %s', (dialect) => {
  test('text that no database can store is stored with replacement characters, and all offsets stay correct', async () => {
    const { ada } = await startWithAda(dialect);
    const { conversation } = await ada.ask('a\0b\ud83cc🌍');
    expect((await ada.tail(conversation)).messages[0]?.body).toBe('a\ufffdb\ufffdc🌍');
  });

  test('a usage record with such a text is stored like any other, and counted by what is stored', async () => {
    const { ada, database, now } = await startWithAda(dialect);
    const text = 'a\0b\ud83cc';
    const record = { ...usage(newId(), now()), provider: text, model: text, host: text };
    expect(await ada.push({ usage: [record] })).toMatchObject({ status: 200, refused_usage: [] });
    const { db } = await database();
    const { counted, stored } = await recount(db);
    expect(stored).toEqual(counted);
    const [row] = await db.selectFrom('usage_records').selectAll().execute();
    const kept = 'a\ufffdb\ufffdc';
    expect(row).toMatchObject({ provider: kept, model: kept, host: kept });
  });
});
