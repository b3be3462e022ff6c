import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { startWithPeople } from '../../../testing/people.ts';
import { eventually } from '../../../testing/server.ts';
import { browser, created, piece } from '../testing.ts';

type People = Awaited<ReturnType<typeof startWithPeople>>;

function searchOf({ call }: People, token: string) {
  return async (text: string, more: object = {}) => {
    const { status, body } = await call('POST', '/api/v1/search/messages', {
      token,
      body: { text, ...more },
    });
    return {
      status,
      ...(body as unknown as {
        found: { message_id: string; title: string; excerpt: { text: string } }[];
        next: string | null;
        is_indexing: boolean;
      }),
    };
  };
}

async function person(people: People, name = 'ada') {
  const { access_token: token } = await people.signUp(name);
  const search = searchOf(people, token);
  return {
    token,
    ...browser(people, token),
    search,
    /** What is found once the index has read everything. */
    async finds(text: string, more: object = {}) {
      return (await search(text, more)).found.map(({ message_id }) => message_id);
    },
  };
}

describe.each(databases)('search of conversations on %s', (dialect) => {
  test('finds a question by its words and the beginning of the last, within two seconds', async () => {
    const ada = await person(await startWithPeople(dialect));
    const { conversation, question } = await ada.ask('Why do cats purr at night?');
    await eventually(async () => expect(await ada.finds('purr cats')).toEqual([question]));
    const { found } = await ada.search('ni');
    expect(found).toMatchObject([
      {
        conversation_id: conversation,
        message_id: question,
        role: 'user',
        excerpt: { text: 'Why do cats purr at night?' },
      },
    ]);
    expect(await ada.finds('"purr cats"')).toEqual([]);
    expect(await ada.finds('dogs')).toEqual([]);
  });

  test('is in the order of time, also where older messages were stored later [MSEARCH-07]', async () => {
    const people = await startWithPeople(dialect);
    const ada = await person(people);
    const { conversation, question } = await ada.ask('the newest word');
    const [imported, between] = [newId(), newId()];
    await ada.push({
      messages: [
        created(imported, conversation, 'user', 'the oldest word', Date.UTC(2023, 1, 3), null),
        created(between, conversation, 'user', 'a word in between', people.now() - 60_000, null),
      ],
    });
    await eventually(async () => expect(await ada.finds('word')).toEqual([question, between, imported]));
    expect(await ada.finds('word', { filters: { before: Date.UTC(2024, 0) } })).toEqual([imported]);
    expect(await ada.finds('', { filters: { after: Date.UTC(2024, 0) } })).toEqual([question, between]);
    expect(await ada.finds('word', { filters: { from: 'ai' } })).toEqual([]);
    expect(await ada.finds('word', { filters: { from: 'ADA' } })).toHaveLength(3);
  });

  test('finds an answer once it has ended, by its provider and model as well', async () => {
    const people = await startWithPeople(dialect);
    const ada = await person(people);
    const { conversation, question } = await ada.ask('a');
    const [answer, run] = [newId(), newId()];
    const asked = { provider: 'openai', model: 'gpt-6-mini', host: 'api.openai.com' };
    await ada.push({
      messages: [
        {
          ...created(answer, conversation, 'assistant', '', people.now(), question),
          append: piece(run, 0, 'Zebras are striped', { ended_at: people.now() }),
          details: { asked },
        },
      ],
    });
    await eventually(async () => expect(await ada.finds('zebras')).toEqual([answer]));
    expect(
      await ada.finds('zebras', { filters: { provider: 'openai', model: 'gpt-6', from: 'ai' } }),
    ).toEqual([answer]);
    expect(await ada.finds('zebras', { filters: { provider: 'anthropic' } })).toEqual([]);
    expect(await ada.finds('', { filters: { model: 'GPT-6' } })).toEqual([answer]);
  });

  test('finds what is in a folder, as it is now [MSEARCH-14]', async () => {
    const people = await startWithPeople(dialect);
    const ada = await person(people);
    const [garden, other] = [newId(), newId()];
    const move = (conversation_id: string, id: string | null) =>
      ada.push({
        conversations: [
          {
            conversation_id,
            created_at: people.now(),
            fields: { folder: [id, people.now()], title: ['\\"folder":["%_', people.now()] },
          },
        ],
      });
    const one = await ada.ask('apples in a folder');
    await ada.ask('apples in none');
    await move(one.conversation, garden);
    await eventually(async () => expect(await ada.finds('apples')).toHaveLength(2));
    expect(await ada.finds('apples', { filters: { folders: [garden] } })).toEqual([one.question]);
    expect(await ada.finds('', { filters: { folders: [other, garden] } })).toEqual([one.question]);
    expect(await ada.finds('apples', { filters: { folders: [other] } })).toEqual([]);
    expect(await ada.finds('apples', { filters: { folders: [] } })).toEqual([]);
    people.pass(1_000);
    await move(one.conversation, null);
    expect(await ada.finds('apples', { filters: { folders: [garden] } })).toEqual([]);
  });

  test('does not find what is deleted, and finds it again when it is restored', async () => {
    const people = await startWithPeople(dialect);
    const ada = await person(people);
    const { conversation, question } = await ada.ask('secret plans');
    await eventually(async () => expect(await ada.finds('secret')).toEqual([question]));
    const deleted = async (value: boolean) => {
      people.pass(1_000);
      const fields = { deleted: [value, people.now()] as [boolean, number] };
      await ada.push({
        conversations: [{ conversation_id: conversation, created_at: people.now(), fields }],
      });
    };
    await deleted(true);
    expect(await ada.finds('secret')).toEqual([]);
    await deleted(false);
    expect(await ada.finds('secret')).toEqual([question]);
    people.pass(1_000);
    await ada.push({
      messages: [
        { message_id: question, conversation_id: conversation, fields: { deleted: [true, people.now()] } },
      ],
    });
    expect(await ada.finds('secret')).toEqual([]);
  });

  test('comes in pages that end where there is no more', async () => {
    const people = await startWithPeople(dialect);
    const ada = await person(people);
    const { conversation } = await ada.ask('first');
    const ids = Array.from({ length: 45 }, newId);
    await ada.push({
      messages: ids.map((id, at) =>
        created(id, conversation, 'user', `page ${at}`, people.now() - at * 86_400_000, null),
      ),
    });
    await eventually(async () => expect(await ada.finds('page 44')).toHaveLength(1));
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await ada.search('page', { ...(cursor && { cursor }) });
      found.push(...page.found.map(({ message_id }) => message_id));
      cursor = page.next;
    } while (cursor);
    expect(found).toEqual(ids);
  });

  test('takes any text, and asks for nothing where there is none [MSEARCH-10]', async () => {
    const ada = await person(await startWithPeople(dialect));
    const { question } = await ada.ask('東京都に住む 🙂 it’s "quoted" a*b OR (c) NEAR');
    await eventually(async () => expect(await ada.finds('都')).toEqual([question]));
    for (const text of [
      '',
      '"',
      '* OR NOT',
      '!!!',
      '\ud83d',
      '\0',
      "'; drop table",
      'x'.repeat(10_000),
      '字'.repeat(9_999),
    ]) {
      expect((await ada.search(text)).status).toBe(200);
    }
    expect(await ada.finds('京都')).toEqual([question]);
    expect(await ada.finds("it's quoted NEAR")).toEqual([question]);
  });

  test('finds a word in every script, and what is written from right to left [MSEARCH-10]', async () => {
    const ada = await person(await startWithPeople(dialect));
    const said = [
      ['Die Straßenbahn fährt', 'STRASSENBAHN'],
      ['Ελληνικά γράμματα', 'γραμματα'],
      ['Съешь ещё этих булок', 'еще'],
      ['שלום עולם', 'עולם'],
      ['مرحبا بالعالم', 'بالعالم'],
      ['नमस्ते दुनिया', 'दुनिया'],
      ['স্বাগতম বিশ্ব', 'বিশ্ব'],
      ['வணக்கம் உலகம்', 'உலகம்'],
      ['สวัสดีชาวโลก', 'ชาวโลก'],
      ['안녕 세상아', '세상'],
      ['こんにちは世界', '世界'],
      ['カタカナ と ﾊﾝｶｸ', 'ハンカク'],
      ['你好，世人', '世人'],
      ['ສະບາຍດີ ໂລກ', 'ໂລກ'],
      ['မင်္ဂလာပါ ကမ္ဘာ', 'ကမ္ဘာ'],
      ['Բարեւ աշխարհ', 'ԱՇԽԱՐՀ'],
      ['გამარჯობა მსოფლიო', 'მსოფლიო'],
      ['ሰላም ዓለም', 'ዓለም'],
      ['Za\u0308hne e\u0301t zażółć', 'zähne'],
      ['\u202eright to left\u202c then', 'left'],
      ['👩‍👩‍👧 family snapshot', 'snapshot'],
    ] as const;
    const asked: string[] = [];
    for (const [body] of said) asked.push((await ada.ask(body)).question);
    await eventually(async () => expect(await ada.finds('snapshot')).toHaveLength(1));
    for (const [at, [, word]] of said.entries()) {
      expect([word, await ada.finds(word)]).toEqual([word, [asked[at]]]);
    }
  });
});
