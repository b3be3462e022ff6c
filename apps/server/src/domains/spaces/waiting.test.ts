import type { BrowserFrame, Torch } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { defaultLend } from '@polylogue/sync/turns';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { settled, startWithCircle } from '../../testing/circle.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { connect } from '../../testing/sockets.ts';
import { inSpaces } from './testing.ts';

/** Olga's space, in which Ben wants to know when a question waits. */
async function start(dialect: Dialect) {
  const town = await startWithCircle(dialect, ['olga', 'ada', 'ben', 'eve']);
  const olga = inSpaces(town, town.olga);
  const id = await olga.make({ visibility: 'public' });
  for (const name of ['ada', 'ben', 'eve'] as const) await inSpaces(town, town[name]).join(id);
  const [ada, ben, eve] = [town.ada, town.ben, town.eve].map((one) => inSpaces(town, one));
  if (!ada || !ben || !eve) throw new Error('Nobody is there.');
  await ben.setOwn(id, { tells_waiting: true });
  return { town, id, olga, ada, ben, eve };
}

async function ask(who: ReturnType<typeof inSpaces>, id: string, text = 'What is a torch?') {
  const turn_id = newId();
  const { status } = await who.post(id, text, { turn_id });
  expect(status).toBe(200);
  return turn_id;
}

const waitingOf = async (who: ReturnType<typeof inSpaces>) =>
  (await who.notifications()).notifications.filter(({ kind }) => kind === 'waiting');

const toMembers: Torch = {
  lend: { ...defaultLend, to: 'members', models: [{ provider: 'openai', model: 'gpt', price: null }] },
  lent_at: 1,
  spent_today: { usd: 0, tokens: 0 },
};

describe.each(databases)('the wish to be told on %s', (dialect) => {
  test('who wants to know is told once a space, with how many questions wait and how the last one begins [TELL-01]', async () => {
    const { town, id, olga, ada, ben, eve } = await start(dialect);
    expect((await ben.read(id)).body.tells_waiting).toBe(true);
    expect((await ada.read(id)).body.tells_waiting).toBe(false);
    await ask(ada, id);
    town.pass(5_000);
    await eventually(async () =>
      expect(await waitingOf(ben)).toMatchObject([{ count: 1, text: 'What is a torch?', is_read: false }]),
    );
    const last = await ask(eve, id, 'And who carries it?');
    town.pass(5_000);
    await eventually(async () =>
      expect(await waitingOf(ben)).toMatchObject([
        { count: 2, text: 'And who carries it?', message_id: last, space_id: id },
      ]),
    );
    // Who made the space is told without having said so.
    expect(await waitingOf(olga)).toMatchObject([{ count: 2 }]);
    for (const other of [ada, eve]) expect(await waitingOf(other)).toEqual([]);
    const stored = await town.db.selectFrom('space_members').selectAll().execute();
    expect(stored.filter(({ tells_waiting }) => tells_waiting)).toHaveLength(2);
  });
});

describe.each(serviceDatabases)('questions that wait on %s', (dialect) => {
  test('nobody is told of a message that nobody asked, until its author asks [TELL-01]', async () => {
    const { town, id, olga, ada, ben, eve } = await start(dialect);
    expect((await olga.change(id, { ai_mode: 'always' })).status).toBe(200);
    const posted = await ask(ada, id, 'Good morning');
    const asked = await ask(eve, id, '@ai And who carries it?');
    town.pass(5_000);
    await eventually(async () =>
      expect(await waitingOf(ben)).toMatchObject([{ count: 1, message_id: asked }]),
    );
    await eve.withdraw(id, asked);
    await eventually(async () => expect(await waitingOf(ben)).toEqual([]));
    expect((await ada.retry(id, posted, { wants: null })).status).toBe(200);
    town.pass(5_000);
    await eventually(async () =>
      expect(await waitingOf(ben)).toMatchObject([{ count: 1, message_id: posted, text: 'Good morning' }]),
    );
  });

  test('it goes everywhere once someone answers, and comes again for a question that still waits after that [TELL-01]', async () => {
    const { town, id, ada, ben } = await start(dialect);
    const turn_id = await ask(ada, id);
    town.pass(5_000);
    await eventually(async () => expect(await waitingOf(ben)).toHaveLength(1));
    const seq = (await ben.notifications()).seq;
    const lender = await connect(town, town.olga.token, { [id]: 0 });
    lender.send({ type: 'presence', feed: id, is_visible: true, torch: toMembers });
    const { epoch } = await lender.next('offer', (frame) => frame.turn_id === turn_id);
    const started = { provider: 'openai', model: 'gpt', host: 'api.openai.com', used: [] };
    const turn = { feed: id, turn_id, epoch };
    lender.send({ type: 'append', ...turn, base: 0, offset: 0, text: 'A light', started } as BrowserFrame);
    await eventually(async () => {
      expect(await waitingOf(ben)).toEqual([]);
      // The devices of its person hear of it.
      expect((await ben.notifications()).seq).toBeGreaterThan(seq);
    });
    lender.send({ type: 'failed', ...turn, because: 'key' });
    await eventually(async () =>
      expect((await ada.one(id, turn_id)).body).toMatchObject({ message: { turn: { state: 'waiting' } } }),
    );
    town.pass(5_000);
    await eventually(async () => expect(await waitingOf(ben)).toMatchObject([{ count: 1 }]));
  });

  test('who lends is told of no question that is next in line, as long as it is soon offered to them [TELL-01]', async () => {
    const { town, id, olga, ada, eve } = await start(dialect);
    await olga.setOwn(id, { tells_waiting: true });
    const lender = await connect(town, town.olga.token, { [id]: 0 });
    lender.send({ type: 'presence', feed: id, is_visible: false, torch: toMembers });
    const started = { provider: 'openai', model: 'gpt', host: 'api.openai.com', used: [] };
    const spent = { input: 10, output: 5, usd: null, is_estimate: false };
    const first = await ask(ada, id);
    await lender.next('offer', ({ turn_id }) => turn_id === first);
    const turn = { feed: id, turn_id: first, epoch: 1 };
    const piece = { type: 'append' as const, ...turn, base: 0, offset: 0, text: '' };
    lender.send({ ...piece, started });
    await eventually(async () =>
      expect((await ada.one(id, first)).body).toMatchObject({ message: { turn: { state: 'running' } } }),
    );
    const next = await ask(eve, id, 'And who carries it?');
    lender.send({ ...piece, ended: { length: 0, spent } });
    await lender.next('offer', ({ turn_id }) => turn_id === next);
    await settled(town.db, town.now());
    expect(await waitingOf(olga)).toEqual([]);
    town.pass(3_000);
    await eventually(async () => expect(await waitingOf(olga)).toMatchObject([{ message_id: next }]));
  });

  test('across a block nobody is told, and a question that is withdrawn is told of no longer [TELL-01]', async () => {
    const { town, id, ada, ben, eve } = await start(dialect);
    await town.call('POST', '/api/v1/user/block', {
      token: town.ben.token,
      body: { blocked_user_id: town.ada.id },
    });
    await ask(ada, id);
    const turn_id = await ask(eve, id, 'And I?');
    town.pass(5_000);
    await eventually(async () => expect(await waitingOf(ben)).toMatchObject([{ count: 1, text: 'And I?' }]));
    await eve.withdraw(id, turn_id);
    await eventually(async () => expect(await waitingOf(ben)).toEqual([]));
  });

  test('a question that is withdrawn makes no older one new again [TELL-01]', async () => {
    const { town, id, ada, ben, eve } = await start(dialect);
    // What waits is counted when it is read, whatever was told so far.
    const told = (times: number) =>
      eventually(async () => expect((await ben.notifications()).seq).toBe(times));
    await ask(ada, id);
    town.pass(5_000);
    await told(1);
    const turn_id = await ask(eve, id, 'And I?');
    town.pass(5_000);
    await told(2);
    await ben.markRead([town.now(), town.now()]);
    const [before] = await waitingOf(ben);
    expect(before).toMatchObject({ count: 2, is_read: true });
    town.pass(1_000);
    await eve.withdraw(id, turn_id);
    await told(4);
    town.pass(5_000);
    await told(5);
    expect(await waitingOf(ben)).toEqual([
      { ...before, count: 1, text: 'What is a torch?', message_id: expect.not.stringMatching(turn_id) },
    ]);
    // A later one is new.
    await ask(eve, id, 'And now?');
    town.pass(5_000);
    await told(6);
    expect(await waitingOf(ben)).toMatchObject([{ count: 2, text: 'And now?', is_read: false }]);
  });

  test('of a question that a host asks again, nobody behind a block with its author is told [TELL-01 SPACE-25]', async () => {
    const { town, id, olga, ada, ben, eve } = await start(dialect);
    await eve.setOwn(id, { tells_waiting: true });
    await town.ben.block(town.ada);
    const turn_id = await ask(ada, id, 'Adas words');
    await ada.withdraw(id, turn_id);
    const again = newId();
    expect((await olga.again(id, turn_id, again)).status).toBe(200);
    town.pass(5_000);
    await eventually(async () => expect(await waitingOf(eve)).toMatchObject([{ message_id: again }]));
    await settled(town.db, town.now());
    expect(await ben.notifications()).toMatchObject({ notifications: [], unread: 0 });
    await ask(eve, id, 'And I?');
    town.pass(5_000);
    await eventually(async () => expect(await waitingOf(ben)).toMatchObject([{ count: 1, text: 'And I?' }]));
  });

  test('whoever is muted is not told of questions that wait, which their key may not answer, until they may post again [TELL-01]', async () => {
    const { town, id, olga, ada, ben, eve } = await start(dialect);
    await eve.setOwn(id, { tells_waiting: true });
    const mute = (muted_until: number | null) => olga.setMember(id, town.ben, { muted_until });
    await mute(town.now() + 60_000);
    const { seq } = await ben.notifications();
    await ask(ada, id);
    town.pass(5_000);
    await eventually(async () => expect(await waitingOf(eve)).toHaveLength(1));
    expect(await ben.notifications()).toMatchObject({ notifications: [], unread: 0, seq });
    await mute(null);
    await ask(olga, id, 'And I?');
    town.pass(5_000);
    await eventually(async () => expect(await waitingOf(ben)).toMatchObject([{ count: 2 }]));
    await mute(town.now() + 60_000);
    expect(await ben.notifications()).toMatchObject({ notifications: [], unread: 0 });
    town.pass(60_000);
    expect(await waitingOf(ben)).toMatchObject([{ count: 2 }]);
  });

  test('a block made after the notification hides the question in it, and shows the one before', async () => {
    const { town, id, ada, ben, eve } = await start(dialect);
    const first = await ask(eve, id, 'And I?');
    await ask(ada, id, 'Adas words');
    town.pass(5_000);
    await eventually(async () => expect(await waitingOf(ben)).toMatchObject([{ text: 'Adas words' }]));
    await town.ben.block(town.ada);
    expect(await waitingOf(ben)).toMatchObject([{ count: 1, text: 'And I?', message_id: first }]);
  });

  test('nobody is told of their own question, nor while they look at the space, nor without the wish', async () => {
    const { town, id, ada, ben, eve } = await start(dialect);
    await eve.setOwn(id, { tells_waiting: true });
    const looking = await connect(town, town.ben.token, { [id]: 0 });
    looking.send({ type: 'presence', feed: id, is_visible: true });
    await eventually(async () => expect((await eve.read(id)).body.people_here).toBe(1));
    await ask(ada, id);
    town.pass(5_000);
    await eventually(async () => expect(await waitingOf(eve)).toHaveLength(1));
    expect(await waitingOf(ben)).toEqual([]);
    await eve.setOwn(id, { tells_waiting: false });
    expect(await waitingOf(eve)).toEqual([]);
    await ask(ben, id);
    town.pass(5_000);
    expect(await waitingOf(ben)).toEqual([]);
  });

  test('a mention and an answer come with their first words, and an empty or deleted message without any [SPACE-30]', async () => {
    const { id, ada, ben, town } = await start(dialect);
    const { body } = await ada.post(id, 'Look here,\n@ben', { mentions: [town.ben.id] });
    await eventually(async () =>
      expect((await ben.notifications()).notifications).toMatchObject([
        { kind: 'mention', text: 'Look here, @ben', count: 0 },
      ]),
    );
    await ada.edit(id, body.message.message_id, { body: `${'x'.repeat(300)} @ben` });
    expect((await ben.notifications()).notifications[0]?.text).toHaveLength(200);
  });
});
