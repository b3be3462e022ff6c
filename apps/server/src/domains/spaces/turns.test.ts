import { type BrowserFrame, leavingCode, type Torch } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { defaultLend } from '@polylogue/sync/turns';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import type { BusEntry } from '../../platform/live/node-bus.ts';
import { circleOf, startWithCircle } from '../../testing/circle.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { unlimited } from '../../testing/no-limits.ts';
import { startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { connect } from '../../testing/sockets.ts';
import { turnStore } from './store/turn-store.ts';
import { inSpaces } from './testing.ts';

type Town = Awaited<ReturnType<typeof start>>['town'];
type Name = 'olga' | 'ada' | 'ben';

async function start(dialect: Dialect, options: Parameters<typeof startWithCircle>[2] = {}) {
  const town = await startWithCircle(dialect, ['olga', 'ada', 'ben'], options);
  const olga = inSpaces(town, town.olga);
  const id = await olga.make({ visibility: 'public' });
  for (const name of ['ada', 'ben'] as const) await inSpaces(town, town[name]).join(id);
  return { town, id, olga, ada: inSpaces(town, town.ada), ben: inSpaces(town, town.ben) };
}

/** Lends to everyone in the space. */
const toMembers: Torch = {
  lend: { ...defaultLend, to: 'members', models: [{ provider: 'openai', model: 'gpt', price: null }] },
  lent_at: 1,
  spent_today: { usd: 0, tokens: 0 },
};
const forEveryMessage: Torch = {
  ...toMembers,
  lend: toMembers.lend && { ...toMembers.lend, every_message: true },
};
const ownOnly: Torch = { lend: null, lent_at: 1, spent_today: { usd: 0, tokens: 0 } };
const spent = { input: 10, output: 5, usd: 0.01, is_estimate: false };
const started = { provider: 'openai', model: 'gpt', host: 'api.openai.com', used: [] };

/** A browser in a space, with or without a torch. */
async function browser(
  town: Pick<Town, 'url' | 'call'> & Record<Name, { token: string }>,
  name: Name,
  id: string,
  torch?: Torch,
) {
  const socket = await connect(town, town[name].token, { [id]: 0 });
  socket.send({ type: 'presence', feed: id, is_visible: true, ...(torch && { torch }) });
  return {
    ...socket,
    async offered(turn_id: string, epoch = 1) {
      const offer = await socket.next('offer', (frame) => frame.turn_id === turn_id && frame.epoch === epoch);
      const turn = { feed: id, turn_id, epoch };
      let base = 0;
      return {
        offer,
        append(text: string, offset = 0, more: object = {}) {
          socket.send({ type: 'append', ...turn, base, offset, text, ...more });
        },
        begin(from = 0, more: object = {}) {
          base = from;
          socket.send({
            type: 'append',
            ...turn,
            base,
            offset: base,
            text: '',
            started: { ...started, ...more },
          });
        },
        end: (length: number) =>
          socket.send({ type: 'append', ...turn, base, offset: length, text: '', ended: { length, spent } }),
        decline: (because = 'busy', more: object = {}) =>
          socket.send({ type: 'declined', ...turn, because, ...more } as BrowserFrame),
        fail: (because: 'key' | 'closing' | 'refused' | 'limit' | 'network', more: object = {}) =>
          socket.send({ type: 'failed', ...turn, because, ...more }),
        heartbeat: () => socket.send({ type: 'heartbeat', ...turn }),
        spend: () => socket.send({ type: 'spent', ...turn, spent }),
      };
    },
  };
}

async function ask(who: ReturnType<typeof inSpaces>, id: string, more: object = {}) {
  const turn_id = newId();
  const answer = await who.post(id, 'What is a torch?', { turn_id, ...more });
  return { ...answer, turn_id };
}

const turnIn = async (who: ReturnType<typeof inSpaces>, id: string, turnId: string) => {
  const { message } = (await who.one(id, turnId)).body;
  if (!('turn' in message) || !message.turn) throw new Error('This is not a turn.');
  return { ...message.turn, text: message.body, by_id: message.by_id };
};

describe.each(serviceDatabases)('turns on %s', (dialect) => {
  test('however many questions wait, the turn of a browser that has stopped is found', async () => {
    const { town, id, ada, olga } = await start(dialect);
    const lonely = await olga.make({ visibility: 'public' });
    await inSpaces(town, town.ada).join(lonely);
    await ask(ada, lonely);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    (await lender.offered(turn_id)).begin();
    expect(await turnStore(town.db).allOpen(1)).toMatchObject([{ turn_id }]);
  });

  test('an answer that came while its asker was elsewhere is new until they open the space [SPACE-30]', async () => {
    const { town, id, ada } = await start(dialect);
    const { turn_id } = await ask(ada, id);
    const lender = await browser(town, 'olga', id, toMembers);
    const turn = await lender.offered(turn_id);
    // They have read as far as the question before it is answered.
    const { message } = (await ada.one(id, turn_id)).body;
    await ada.setOwn(id, { read_number: 'number' in message ? message.number : 0 });
    town.pass(1_000);
    turn.begin();
    turn.append('A light');
    turn.end(7);
    await eventually(async () =>
      expect(await ada.notifications()).toMatchObject({ notifications: [{ kind: 'answer' }], unread: 1 }),
    );
    await ada.setOwn(id, { seen_until: town.now() });
    expect(await ada.notifications()).toMatchObject({ notifications: [{ is_read: true }], unread: 0 });
  });

  test('an answer of the AI can be reported: whose browser wrote it, or to them who asked for it [SPACE-34]', async () => {
    const { town, id, olga, ada, ben } = await start(dialect);
    const { turn_id } = await ask(ada, id);
    const report = (who: typeof ben) =>
      who.request('POST', '/user/report', { space_id: id, message_id: turn_id, reason: 'inappropriate' });
    // Nothing has been answered.
    expect((await report(ben)).status).toBe(404);
    const turn = await (await browser(town, 'olga', id, toMembers)).offered(turn_id);
    turn.begin();
    turn.append('Buy pills');
    turn.end(9);
    await eventually(async () => expect((await turnIn(ben, id, turn_id)).state).toBe('done'));
    for (const who of [ben, ada, olga]) expect((await report(who)).status).toBe(200);
    const rows = await town.db.selectFrom('reports').selectAll().orderBy('report_id').execute();
    const post = { message_id: turn_id, body: 'Buy pills', created_at: town.now(), files: [] };
    const space = { space_id: id, name: 'Garden' };
    expect(rows.map(({ reported_id, snapshot }) => ({ reported_id, ...JSON.parse(snapshot) }))).toMatchObject(
      [
        { reported_id: town.olga.id, space, post: { ...post, ai: 'answered' } },
        { reported_id: town.olga.id, space, post: { ...post, ai: 'answered' } },
        { reported_id: town.ada.id, space, post: { ...post, ai: 'asked' } },
      ],
    );
    await ada.erase(id, turn_id);
    expect((await report(ben)).status).toBe(404);
  });

  test('an answer that only its reader asked for and wrote cannot be reported, nor one behind a block', async () => {
    const { town, id, ada, ben } = await start(dialect);
    const own = await browser(town, 'ada', id, ownOnly);
    const { turn_id } = await ask(ada, id);
    const turn = await own.offered(turn_id);
    turn.begin();
    turn.append('Buy pills');
    turn.end(9);
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('done'));
    const report = (who: typeof ben) =>
      who.request('POST', '/user/report', { space_id: id, message_id: turn_id, reason: 'spam' });
    expect(await report(ada)).toMatchObject({
      status: 404,
      body: { message: 'No one else asked for this answer or wrote it. Report the space instead.' },
    });
    await town.ben.block(town.ada);
    expect((await report(ben)).status).toBe(404);
  });

  test('an answer that came while its asker looked is new unless their browser shows it within a minute [SPACE-30]', async () => {
    const { town, id, ada } = await start(dialect);
    await browser(town, 'ada', id);
    const lender = await browser(town, 'olga', id, toMembers);
    const answered = async () => {
      const { turn_id } = await ask(ada, id);
      const turn = await lender.offered(turn_id);
      turn.begin();
      turn.end(0);
      await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('done'));
      return turn_id;
    };
    const shown = await answered();
    await ada.setOwn(id, { seen_until: (await turnIn(ada, id, shown)).ended_at ?? 0 });
    town.pass(1_000);
    // As if the laptop slept: its socket is still open.
    const missed = await answered();
    expect(await ada.notifications()).toMatchObject({ notifications: [], unread: 0 });
    town.pass(60_000);
    await eventually(async () =>
      expect(await ada.notifications()).toMatchObject({
        notifications: [{ kind: 'answer', message_id: missed }],
        unread: 1,
      }),
    );
  });

  test('an answer that its provider ended early says why', async () => {
    const { town, id, ada, ben } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await lender.offered(turn_id);
    turn.begin();
    turn.append('Half', 0, { ended: { length: 4, spent, because: 'length' } });
    await eventually(async () => expect((await turnIn(ben, id, turn_id)).state).toBe('done'));
    expect((await turnIn(ben, id, turn_id)).segments).toMatchObject([{ because: 'length' }]);
  });

  test('a browser that lends nothing only answers its own user', async () => {
    const { town, id, ada, ben } = await start(dialect);
    const own = await browser(town, 'ada', id, ownOnly);
    const { turn_id: first } = await ask(ben, id);
    const { turn_id: second } = await ask(ada, id);
    await own.offered(second);
    expect(own.all('offer')).toHaveLength(1);
    expect((await turnIn(ada, id, first)).state).toBe('waiting');
  });

  test.each([
    ['says so', leavingCode],
    ['is closed by its browser', 1001],
  ])(
    'when the page of the only lender %s in mid-answer, it is offered its question again at once',
    async (_, code) => {
      const { town, id, ada } = await start(dialect);
      const page = await browser(town, 'olga', id, toMembers);
      const { turn_id } = await ask(ada, id);
      const before = await page.offered(turn_id);
      before.begin();
      before.append('Half');
      await page.next('delta');
      page.ws.close(code);
      const reloaded = await browser(town, 'olga', id, toMembers);
      await reloaded.offered(turn_id, 2);
      expect((await turnIn(ada, id, turn_id)).segments[0]).toMatchObject({ because: 'closing' });
    },
  );

  test('when the lender signs out in mid-answer, their browser stopped answering; it did not lose its connection [TORCH-02]', async () => {
    const { town, id, ada } = await start(dialect);
    const { access_token: token } = (await town.signIn('olga')).body;
    const page = await browser({ ...town, olga: { token } }, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const before = await page.offered(turn_id);
    before.begin();
    before.append('Half');
    await page.next('delta');
    await town.call('POST', '/api/auth/signout', { token });
    await page.next('closing');
    await eventually(async () =>
      expect(await turnIn(ada, id, turn_id)).toMatchObject({
        state: 'waiting',
        segments: [{ because: 'closing' }],
      }),
    );
  });

  test.each([false, true])(
    'when a member is removed or banned (%s) in mid-answer, another torch takes over at once [TORCH-02]',
    async (isBan) => {
      const { town, id, ada, olga } = await start(dialect);
      const first = await browser(town, 'ben', id, toMembers);
      const { turn_id } = await ask(ada, id);
      const before = await first.offered(turn_id);
      before.begin();
      before.append('Half');
      await first.next('delta');
      const second = await browser(town, 'olga', id, toMembers);
      await olga.remove(id, town.ben, isBan);
      await second.offered(turn_id, 2);
      expect((await turnIn(ada, id, turn_id)).segments[0]).toMatchObject({ because: 'closing' });
    },
  );

  test.each(['is muted', 'becomes a listener', 'is blocked by who asked', 'blocks who asked'])(
    'a lender who %s in mid-answer writes nothing more, and another torch takes over; what they paid stays on the receipt [CHECK-44 CHECK-48]',
    async (what) => {
      const { town, id, ada, olga } = await start(dialect);
      const first = await browser(town, 'ben', id, toMembers);
      const { turn_id } = await ask(ada, id);
      const before = await first.offered(turn_id);
      before.begin();
      before.append('Half');
      await first.next('delta');
      const second = await browser(town, 'olga', id, toMembers);
      if (what === 'is muted') await olga.setMember(id, town.ben, { muted_until: Date.UTC(2100, 0) });
      if (what === 'becomes a listener') await olga.setMember(id, town.ben, { role: 'listener' });
      if (what === 'is blocked by who asked') await town.ada.block(town.ben);
      if (what === 'blocks who asked') await town.ben.block(town.ada);
      // What they write is refused as soon as their sockets know.
      await eventually(() => {
        before.append(' of it', 4);
        expect(first.all('revoked')).not.toEqual([]);
      });
      before.end(10);
      before.spend();
      const after = await second.offered(turn_id, 2);
      expect(after.offer.text).toMatch(/^Half( of it)?$/);
      await eventually(async () =>
        expect(await turnIn(olga, id, turn_id)).toMatchObject({
          text: after.offer.text,
          segments: [{ because: 'closing', spent }, {}],
        }),
      );
    },
  );

  test('a browser in which its person did not ask is offered their question only where they switched that on', async () => {
    const { town, id, ada } = await start(dialect);
    const { access_token: token } = (await town.signIn('ada')).body;
    const laptop = await browser({ ...town, ada: { token } }, 'ada', id, ownOnly);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    (await lender.offered(turn_id)).decline();
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('waiting'));
    const { lend, spent_today } = toMembers;
    const for_self = lend ? { lend, spent_today } : undefined;
    laptop.send({
      type: 'presence',
      feed: id,
      is_visible: true,
      torch: { ...ownOnly, lent_at: 2, for_self },
    });
    (await laptop.offered(turn_id, 2)).begin();
    expect(JSON.stringify(await turnIn(ada, id, turn_id))).not.toContain('browser');
  });

  test('when a laptop is closed in mid-answer, another torch takes over, and one answer is left [TORCH-02]', async () => {
    const { town, id, ada } = await start(dialect);
    const first = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await first.offered(turn_id);
    turn.begin();
    turn.append('Half of');
    await first.next('delta');
    const second = await browser(town, 'ben', id, toMembers);
    turn.fail('closing');
    first.ws.terminate();
    const next = await second.offered(turn_id, 2);
    expect(next.offer.text).toBe('Half of');
    next.begin();
    next.append('All of it.');
    next.end(10);
    await eventually(async () => {
      expect(await turnIn(ada, id, turn_id)).toMatchObject({ state: 'done', text: 'All of it.' });
    });
    // The cost of the first attempt is still on the receipt.
    const again = await browser(town, 'olga', id);
    again.send({ type: 'spent', feed: id, turn_id, epoch: 1, spent });
    await eventually(async () => {
      const { segments } = await turnIn(ada, id, turn_id);
      expect(segments.map(({ because, from, to, spent }) => [because, from, to, spent?.usd])).toEqual([
        ['closing', 0, 0, 0.01],
        ['ended', 0, 10, 0.01],
      ]);
    });
  });

  test('an answer counts with all of its text, also one that was interrupted, and deleting it gives back as much', async () => {
    const { town, id, ada } = await start(dialect);
    const read = async () => {
      const { bytes } = await town.db
        .selectFrom('space_texts')
        .select('bytes')
        .where('user_id', '=', town.ada.id)
        .executeTakeFirstOrThrow();
      const stored = await town.db
        .selectFrom('space_messages')
        .select((of) => of.fn.sum('bytes').as('bytes'))
        .where('by_id', '=', town.ada.id)
        .where('kind', '!=', 'notice')
        .executeTakeFirstOrThrow();
      return { bytes, stored: Number(stored.bytes) };
    };
    const counted = async () => {
      const { bytes, stored } = await read();
      expect(bytes).toBe(stored);
      return bytes;
    };
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await lender.offered(turn_id);
    const before = await counted();
    turn.begin();
    turn.append('Word '.repeat(1_000));
    await lender.next('delta');
    turn.fail('closing');
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).epoch).toBeGreaterThan(1));
    expect(await counted()).toBeGreaterThan(before + 5_000);
    await ada.stop(id, turn_id);
    expect((await ada.erase(id, turn_id)).status).toBe(200);
    expect(await counted()).toBeLessThanOrEqual(before);
  });

  test('who may not post cannot lend either [TORCH-05]', async () => {
    const { town, id, ada, olga } = await start(dialect);
    await olga.setMember(id, town.ben, { role: 'listener' });
    const listener = await browser(town, 'ben', id, toMembers);
    const first = await ask(ada, id);
    await eventually(async () => expect((await turnIn(ada, id, first.turn_id)).state).toBe('waiting'));
    const lender = await browser(town, 'olga', id, toMembers);
    await lender.offered(first.turn_id);
    await ada.stop(id, first.turn_id);
    expect(listener.all('offer')).toEqual([]);
    // Their own browser answers once they may post.
    await olga.setMember(id, town.ben, { role: 'member' });
    lender.ws.terminate();
    await eventually(async () => expect((await ask(inSpaces(town, town.ben), id)).status).toBe(200));
    await listener.next('offer');
  });

  test('a lender who is muted is not shown as lending until they may write again', async () => {
    const { town, id, olga } = await start(dialect, { liveTimes: { check: 100 } });
    const reader = await browser(town, 'ben', id);
    await browser(town, 'ada', id, toMembers);
    const isLending = () =>
      reader
        .all('presence')
        .at(-1)
        ?.people.some(({ user_id, torch }) => user_id === town.ada.id && torch);
    await eventually(() => expect(isLending()).toBe(true));
    await olga.setMember(id, town.ada, { muted_until: town.now() + 60_000 });
    await eventually(() => expect(isLending()).toBe(false));
    town.pass(61_000);
    await eventually(() => expect(isLending()).toBe(true));
  });

  test.each([
    [
      'whose mute has run out',
      ({ town, id, olga }) => olga.setMember(id, town.ada, { muted_until: town.now() + 60_000 }),
      ({ town }) => town.pass(61_000),
    ],
    [
      'whose space is open again',
      ({ id, olga }) => olga.archive(id),
      ({ id, olga }) => olga.archive(id, false),
    ],
    [
      'who was a listener and owns the space now',
      ({ town, id, olga }) => olga.setMember(id, town.ada, { role: 'listener' }),
      ({ town, id, olga }) => olga.handOver(id, town.ada),
    ],
  ] as [string, ...((all: Awaited<ReturnType<typeof start>>) => unknown)[]][])(
    'someone %s answers at once, and keeps the question',
    async (_, silence, giveBack) => {
      // Without a check of all rights meanwhile.
      const all = await start(dialect, { liveTimes: { check: 60_000 } });
      const { town, id, ada, ben } = all;
      await silence?.(all);
      const own = await browser(town, 'ada', id, toMembers);
      await own.next('presence', ({ people }) => people.some(({ user_id }) => user_id === town.ada.id));
      await giveBack?.(all);
      const { turn_id } = await ask(ada, id);
      (await own.offered(turn_id)).begin();
      await eventually(async () => expect((await turnIn(ben, id, turn_id)).state).toBe('running'));
      expect(own.all('revoked')).toEqual([]);
    },
  );

  test('the question of someone who is muted is answered when it is asked again, once they may post [TOLD-05]', async () => {
    const { town, id, ada, olga } = await start(dialect);
    const { turn_id } = await ask(ada, id);
    await olga.setMember(id, town.ada, { muted_until: Date.UTC(2100, 0) });
    await eventually(async () => expect((await turnIn(olga, id, turn_id)).state).toBe('stopped'));
    const lender = await browser(town, 'ben', id, toMembers);
    expect((await ada.again(id, turn_id)).status).toBe(403);
    await olga.setMember(id, town.ada, { muted_until: null });
    const again = newId();
    expect((await ada.again(id, turn_id, again)).status).toBe(200);
    await lender.offered(again);
  });

  test('a question with the same id in another space changes nothing about this one', async () => {
    const { town, id, ada, ben } = await start(dialect);
    const { turn_id } = await ask(ada, id);
    const other = await ben.make();
    const own = await browser(town, 'ben', other, ownOnly);
    expect((await ben.post(other, 'Mine', { turn_id })).status).toBe(200);
    const his = await own.offered(turn_id);
    his.begin();
    const lender = await browser(town, 'olga', id, toMembers);
    const hers = await lender.offered(turn_id);
    hers.begin();
    hers.append('Light');
    hers.end(5);
    await eventually(async () =>
      expect(await turnIn(ada, id, turn_id)).toMatchObject({ state: 'done', text: 'Light' }),
    );
    expect((await turnIn(ben, other, turn_id)).state).toBe('running');
    expect((await ben.stop(other, turn_id)).status).toBe(200);
    expect((await turnIn(ada, id, turn_id)).state).toBe('done');
  });

  test('asking again is refused when the text quota is used up', async () => {
    const { town, id, ada } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await lender.offered(turn_id);
    turn.begin();
    turn.end(0);
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('done'));
    const full = 500 * 1024 * 1024;
    await town.db
      .updateTable('space_texts')
      .set({ bytes: full })
      .where('user_id', '=', town.ada.id)
      .execute();
    expect((await ada.again(id, turn_id)).body.error).toBe('quota-used');
  });

  test('costs that are reported late are no news to whoever read the answer', async () => {
    const { town, id, ada } = await start(dialect);
    const reader = await browser(town, 'ada', id);
    await reader.next('presence');
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const first = await lender.offered(turn_id);
    first.begin();
    const other = await browser(town, 'ben', id, toMembers);
    first.fail('closing');
    lender.ws.terminate();
    const second = await other.offered(turn_id, 2);
    second.begin();
    second.end(0);
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('done'));
    reader.ws.terminate();
    const again = await browser(town, 'olga', id);
    await again.next('presence', ({ people }) => people.every((one) => one.user_id !== town.ada.id));
    again.send({ type: 'spent', feed: id, turn_id, epoch: 1, spent: { ...spent, input: 77 } });
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).segments[0]?.spent?.input).toBe(77));
    // Written after anything about the answer.
    await inSpaces(town, town.olga).post(id, 'Ada?', { mentions: [town.ada.id] });
    await eventually(async () => expect((await ada.notifications()).unread).toBe(1));
    expect((await ada.notifications()).notifications).toMatchObject([{ kind: 'mention' }]);
  });

  test.runIf(dialect === 'sqlite')(
    'while the database refuses, a turn is tried again every few seconds',
    async () => {
      const failures: number[] = [];
      const write = (line: string) => {
        if (line.includes('"msg":"turn"')) failures.push(performance.now());
      };
      const { town, id, ada } = await start(dialect, {
        env: { LOG_LEVEL: 'error' },
        log: { write },
        // A check that failed as well would extend leases by 20 seconds of the real clock.
        turnTimes: { check: 600_000, retry: 400 },
      });
      const lender = await browser(town, 'olga', id, toMembers);
      const { turn_id } = await ask(ada, id);
      await lender.offered(turn_id);
      await town.db.schema.alterTable('space_turns').renameTo('elsewhere').execute();
      town.pass(60_000);
      // The offer would lapse only after 8 seconds of the real clock.
      lender.ws.terminate();
      await eventually(() => expect(failures.length).toBeGreaterThan(1));
      expect((failures[1] ?? 0) - (failures[0] ?? 0)).toBeGreaterThan(200);
      await town.db.schema.alterTable('elsewhere').renameTo('space_turns').execute();
      await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('waiting'));
    },
  );

  test('a browser that watches its space again keeps the turn that it was offered', async () => {
    const { town, id, ada, ben } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await lender.offered(turn_id);
    lender.send({ type: 'watch', feed: id, after: 0 });
    turn.begin();
    turn.append('A light.');
    turn.end(8);
    await eventually(async () => expect((await turnIn(ben, id, turn_id)).state).toBe('done'));
    expect(await turnIn(ben, id, turn_id)).toMatchObject({ text: 'A light.', epoch: 1 });
  });

  test('a holder whose socket broke continues over a new one', async () => {
    const { town, id, ada } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await lender.offered(turn_id);
    turn.begin();
    turn.append('One');
    await lender.next('delta');
    lender.ws.terminate();
    const same = await browser(town, 'olga', id, toMembers);
    same.send({ type: 'heartbeat', feed: id, turn_id, epoch: 1 });
    expect(await same.next('ack')).toMatchObject({ length: 3 });
    same.send({
      type: 'append',
      feed: id,
      turn_id,
      epoch: 1,
      base: 0,
      offset: 3,
      text: ' two',
      ended: { length: 7, spent },
    });
    await eventually(async () => {
      expect(await turnIn(ada, id, turn_id)).toMatchObject({ state: 'done', text: 'One two', epoch: 1 });
    });
  });

  test('a lender who declines is not asked again, and the next holder can stop the turn', async () => {
    const { town, id, ada, ben, olga } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    (await lender.offered(turn_id)).decline();
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('waiting'));
    const other = await browser(town, 'ben', id, toMembers);
    const turn = await other.offered(turn_id, 2);
    turn.begin();
    turn.append('This is ');
    await other.next('delta');
    expect((await inSpaces(town, town.ben).stop(id, turn_id)).status).toBe(200);
    expect(await other.next('revoked')).toMatchObject({ because: 'stopped' });
    expect(await turnIn(ada, id, turn_id)).toMatchObject({
      state: 'stopped',
      text: 'This is ',
      because: 'stopped',
    });
    turn.append('too late', 8);
    await other.next('revoked', ({ because }) => because === 'stopped');
    expect((await turnIn(ada, id, turn_id)).text).toBe('This is ');
    expect((await ben.again(id, turn_id)).status).toBe(403);
    expect((await olga.again(id, turn_id)).status).toBe(200);
  });

  test('of the browsers of one person a visible one answers first, and another one if it declines', async () => {
    const { town, id, ada } = await start(dialect);
    const { lend, spent_today } = toMembers;
    const torch: Torch = { ...ownOnly, ...(lend && { for_self: { lend, spent_today } }) };
    const elsewhere = async (...torches: Torch[]) => {
      const { access_token: token } = (await town.signIn('ada')).body;
      return browser({ ...town, ada: { token } }, 'ada', id, ...torches);
    };
    const laptop = await elsewhere(torch);
    const desktop = await elsewhere();
    desktop.send({ type: 'presence', feed: id, is_visible: false, torch: { ...torch, lent_at: 0 } });
    await desktop.next('presence');
    const { turn_id } = await ask(ada, id);
    (await laptop.offered(turn_id)).decline();
    await desktop.offered(turn_id, 2);
    expect(JSON.stringify(await turnIn(ada, id, turn_id))).not.toContain('connection');
  });

  test('a lender who declined is asked again after lending anew', async () => {
    const { town, id, ada } = await start(dialect);
    const lender = await browser(town, 'ben', id, toMembers);
    const { turn_id } = await ask(ada, id);
    (await lender.offered(turn_id)).decline();
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('waiting'));
    const anew = { ...toMembers, lent_at: town.now() + 1_000 };
    lender.send({ type: 'presence', feed: id, is_visible: true, torch: anew });
    const turn = await lender.offered(turn_id, 2);
    turn.begin();
    turn.append('Yes.');
    turn.end(4);
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('done'));
  });

  test('a question whose only lender is at a limit is asked again when it is over, once [TORCH-12]', async () => {
    const { town, id, ada, ben } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await lender.offered(turn_id);
    turn.begin();
    turn.fail('limit', { retry_in: 100 });
    const until = town.now() + 100;
    await eventually(async () =>
      expect(await turnIn(ben, id, turn_id)).toMatchObject({
        state: 'waiting',
        segments: [{ because: 'limit', until, is_retried: true }],
      }),
    );
    expect(lender.all('offer')).toHaveLength(1);
    town.pass(100);
    const again = await lender.offered(turn_id, 2);
    again.begin();
    again.fail('limit', { retry_in: 100 });
    await eventually(async () => expect((await turnIn(ben, id, turn_id)).state).toBe('waiting'));
    const [, last] = (await turnIn(ben, id, turn_id)).segments;
    expect(last).not.toHaveProperty('is_retried');
    // Whoever lends meanwhile has it at once.
    town.pass(1_000);
    await (await browser(town, 'ben', id, toMembers)).offered(turn_id, 3);
    expect(lender.all('offer')).toHaveLength(2);
  });

  test('a question outlives a lender’s phone that is locked: it is asked again once its page is heard from [TORCH-17]', async () => {
    const { town, id, ada } = await start(dialect);
    const phone = await browser(town, 'olga', id, toMembers);
    const other = await browser(town, 'ben', id);
    const { turn_id } = await ask(ada, id);
    const lapse = async (epoch: number) => {
      await phone.offered(turn_id, epoch);
      town.pass(8_000);
      // Any frame about it has the server look at the clock.
      other.send({ type: 'heartbeat', feed: id, turn_id, epoch });
      await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('waiting'));
    };
    for (const epoch of [1, 2, 3, 4, 5, 6, 7]) {
      await lapse(epoch);
      // What others do does not wake it.
      other.send({ type: 'presence', feed: id, is_visible: false });
      expect(await turnIn(ada, id, turn_id)).toMatchObject({ state: 'waiting', epoch });
      phone.send({ type: 'presence', feed: id, is_visible: epoch % 2 === 0, torch: toMembers });
    }
    const turn = await phone.offered(turn_id, 8);
    turn.begin();
    turn.append('A light.');
    turn.end(8);
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('done'));
  });

  test('whoever asked has a lender asked again, or asks for another model, and nobody else can [TORCH-13]', async () => {
    const { town, id, ada, olga, ben } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    (await lender.offered(turn_id)).fail('key');
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('waiting'));
    const holder_id = town.olga.id;
    expect((await ben.retry(id, turn_id, { holder_id })).status).toBe(403);
    expect((await olga.retry(id, turn_id, { wants: null })).status).toBe(403);
    expect((await ada.retry(id, turn_id, { holder_id })).status).toBe(200);
    (await lender.offered(turn_id, 2)).decline('other-model');
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('waiting'));
    const wants = { provider: 'openai', model: 'gpt' };
    expect((await ada.retry(id, turn_id, { wants })).status).toBe(200);
    const third = await lender.offered(turn_id, 3);
    expect(third.offer).toMatchObject({ wants });
    third.begin();
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('running'));
    expect((await ada.retry(id, turn_id, { holder_id })).status).toBe(403);
  });

  test('a lender whose key failed has it tried again for the question of somebody else, and no other key than their own [TORCH-13]', async () => {
    const { town, id, ada, olga, ben } = await start(dialect);
    const [lender, other] = [
      await browser(town, 'olga', id, toMembers),
      await browser(town, 'ben', id, toMembers),
    ];
    const { turn_id } = await ask(ada, id);
    const first = await Promise.race([lender.offered(turn_id), other.offered(turn_id)]);
    first.fail('key');
    const second = await Promise.race([lender.offered(turn_id, 2), other.offered(turn_id, 2)]);
    second.fail('key');
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('waiting'));
    expect((await olga.retry(id, turn_id, { holder_id: town.ben.id })).status).toBe(403);
    expect((await olga.retry(id, turn_id, { holder_id: town.olga.id })).status).toBe(200);
    (await lender.offered(turn_id, 3)).begin();
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('running'));
    expect((await ben.retry(id, turn_id, { holder_id: town.ben.id })).status).toBe(403);
  });

  test('what a removed member has paid for an answer by then stands on its receipt, and no word of theirs [LEND-03]', async () => {
    const { town, id, ada, olga } = await start(dialect);
    const lender = await browser(town, 'ben', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await lender.offered(turn_id);
    turn.begin();
    turn.append('Half');
    await lender.next('delta');
    await olga.remove(id, town.ben, true);
    lender.send({ type: 'watch', feed: id, after: 0 });
    await lender.next('resync');
    turn.append(' of it', 4);
    turn.spend();
    await eventually(async () =>
      expect((await turnIn(ada, id, turn_id)).segments[0]).toMatchObject({ spent }),
    );
    expect((await ada.one(id, turn_id)).body).toMatchObject({ message: { body: 'Half' } });
  });

  test('why a lender did not take a question, only its asker and they themselves learn, and nothing of one behind a block [TORCH-15]', async () => {
    const { town, id, olga, ada, ben } = await start(dialect);
    const reader = await browser(town, 'ben', id);
    const asker = await browser(town, 'ada', id);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    (await lender.offered(turn_id)).decline('hour', { retry_in: 600_000 });
    const until = town.now() + 600_000;
    const told = { because: 'declined', declined: 'hour', until };
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).segments).toMatchObject([told]));
    const [seen] = (await turnIn(ben, id, turn_id)).segments;
    expect(seen).toMatchObject({ holder_id: town.olga.id, because: 'declined' });
    for (const name of ['declined', 'until']) expect(seen).not.toHaveProperty(name);
    // So it is in what their sockets are sent.
    const rowsOf = async (socket: typeof reader) =>
      JSON.stringify(await socket.next('feed', ({ rows }) => JSON.stringify(rows).includes('"declined"')));
    for (const told of [asker, lender]) expect(await rowsOf(told)).toContain('"declined":"hour"');
    expect((await turnIn(olga, id, turn_id)).segments).toMatchObject([told]);
    expect(await rowsOf(reader)).not.toContain('hour');
    await town.olga.block(town.ada);
    expect(await turnIn(ada, id, turn_id)).toMatchObject({ state: 'waiting', segments: [] });
  });

  test('an answer whose lease lapsed while no node served is not offered anew before its holder could be back [TORCH-14]', async () => {
    const { town, id, ada, olga } = await start(dialect);
    const lonely = await olga.make({ visibility: 'public' });
    await inSpaces(town, town.ada).join(lonely);
    const old = await ask(ada, lonely);
    const longAgo = { asked_at: town.now() - 86_200_000 };
    await town.db.updateTable('space_turns').set(longAgo).where('turn_id', '=', old.turn_id).execute();
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await lender.offered(turn_id);
    turn.begin();
    turn.append('A light');
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('running'));
    const server = await startWithPeople(dialect, {
      ...{ rateLimits: unlimited, place: town.place, at: town.now() + 400_000 },
      turnTimes: { check: 20 },
    });
    const next = await circleOf(server, { olga: town.olga, ada: town.ada, ben: town.ben });
    // It has looked at all open turns.
    await eventually(async () => expect((await turnIn(ada, lonely, old.turn_id)).state).toBe('expired'));
    expect(await turnIn(ada, id, turn_id)).toMatchObject({ state: 'running', epoch: 1 });
    next.pass(20_000);
    await eventually(async () =>
      expect(await turnIn(ada, id, turn_id)).toMatchObject({
        state: 'waiting',
        segments: [{ because: 'lapsed' }],
      }),
    );
  });

  test('only the asker can withdraw a question, and only one question per person waits', async () => {
    const { id, ada, ben } = await start(dialect);
    const { turn_id } = await ask(ada, id);
    const second = await ask(ada, id);
    expect(second.status).toBe(403);
    expect(second.body.message).toContain('still waiting');
    expect((await ben.withdraw(id, turn_id)).status).toBe(403);
    expect((await ada.withdraw(id, turn_id)).status).toBe(200);
    expect(await turnIn(ada, id, turn_id)).toMatchObject({ state: 'stopped', because: 'withdrawn' });
    expect((await ask(ada, id)).status).toBe(200);
  });

  test('a question that was offered as it was withdrawn is answered by nobody, and an answer that has begun is stopped instead', async () => {
    const { town, id, ada } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const first = await ask(ada, id);
    await lender.offered(first.turn_id);
    expect((await ada.withdraw(id, first.turn_id)).status).toBe(200);
    expect(await turnIn(ada, id, first.turn_id)).toMatchObject({ state: 'stopped', because: 'withdrawn' });
    await lender.next('revoked', ({ turn_id }) => turn_id === first.turn_id);
    const second = await ask(ada, id);
    (await lender.offered(second.turn_id)).begin();
    await eventually(async () => expect((await turnIn(ada, id, second.turn_id)).state).toBe('running'));
    expect((await ada.withdraw(id, second.turn_id)).body.message).toBe(
      'An answer has begun. Stop it instead.',
    );
  });

  test('the AI can be off or answer everything, and never reads posts that are off the record', async () => {
    const { id, ada, olga } = await start(dialect);
    expect((await ask(ada, id, { is_off_record: true })).status).toBe(400);
    await olga.change(id, { ai_mode: 'off' });
    expect((await ask(ada, id)).body.message).toContain('switched off');
    await olga.change(id, { ai_mode: 'always', ai_name: 'Fern' });
    expect((await ask(ada, id)).status).toBe(200);
  });

  test('where the AI answers everything, only what is lent for every message answers what nobody asked, until who wrote it asks [MODE-01]', async () => {
    const { town, id, ada, olga, ben } = await start(dialect);
    await olga.change(id, { ai_mode: 'always' });
    const own = await browser(town, 'ada', id, ownOnly);
    const lender = await browser(town, 'olga', id, toMembers);
    const posted = await ask(ada, id);
    expect(await turnIn(ada, id, posted.turn_id)).toMatchObject({ state: 'waiting', is_automatic: true });
    // Only the question is offered, to its own browser first, though the message came before it.
    const asked = await ask(ben, id, { body: '@ai What is a torch?' });
    const { offer, decline } = await lender.offered(asked.turn_id);
    expect(offer.is_automatic).toBeUndefined();
    decline();
    await eventually(async () => expect((await turnIn(ben, id, asked.turn_id)).state).toBe('waiting'));
    expect(await turnIn(ada, id, posted.turn_id)).toMatchObject({ state: 'waiting', epoch: 0 });
    expect((await ben.retry(id, posted.turn_id, { wants: null })).status).toBe(403);
    expect((await ada.retry(id, posted.turn_id, { wants: null })).status).toBe(200);
    await own.offered(posted.turn_id);
    expect((await turnIn(ada, id, posted.turn_id)).is_automatic).toBeUndefined();
  });

  test('a key that is lent for every message is offered what nobody asked, and told so [MODE-01]', async () => {
    const { town, id, ada, olga } = await start(dialect);
    await olga.change(id, { ai_mode: 'always' });
    const { turn_id } = await ask(ada, id);
    const lender = await browser(town, 'ben', id, forEveryMessage);
    expect((await lender.offered(turn_id)).offer.is_automatic).toBe(true);
  });

  test('where the AI answers everything, a message that waits for a key keeps its author from no question [MODE-01]', async () => {
    const { id, ada, olga } = await start(dialect);
    await olga.change(id, { ai_mode: 'always' });
    await ask(ada, id);
    const asked = await ask(ada, id, { body: '@AI, what is a torch?' });
    expect((await turnIn(ada, id, asked.turn_id)).is_automatic).toBeUndefined();
    expect((await ask(ada, id, { body: '@ai and who carries it?' })).status).toBe(403);
  });

  test('where the AI answers everything, a question that waits for someone to be unmuted keeps no post from being answered', async () => {
    const { town, id, ada, olga, ben } = await start(dialect);
    await olga.change(id, { ai_mode: 'always' });
    const hers = await ask(ada, id);
    await olga.setMember(id, town.ada, { muted_until: Date.UTC(2100, 0) });
    const his = await ask(ben, id);
    expect((await turnIn(ada, id, hers.turn_id)).reads_until).toBe(hers.body.message.number);
    expect((await turnIn(ben, id, his.turn_id)).question_id).toBe(his.body.message.message_id);
  });

  test('where the AI answers everything, posts of people with a block between them get answers of their own', async () => {
    const { town, id, ada, olga, ben } = await start(dialect);
    await olga.change(id, { ai_mode: 'always' });
    await town.ada.block(town.ben);
    const hers = await ask(ada, id);
    const his = await ask(ben, id);
    expect((await turnIn(ada, id, hers.turn_id)).reads_until).toBe(hers.body.message.number);
    expect((await turnIn(ben, id, his.turn_id)).question_id).toBe(his.body.message.message_id);
  });

  test('where the AI answers everything, a post is read with a question that nobody could answer yet', async () => {
    const { town, id, ada, olga, ben } = await start(dialect);
    await olga.change(id, { ai_mode: 'always' });
    const lender = await browser(town, 'olga', id, forEveryMessage);
    const first = await ask(ada, id);
    const turn = await lender.offered(first.turn_id);
    turn.begin();
    turn.append('A light');
    turn.fail('limit', { retry_in: 20_000 });
    await eventually(async () => expect((await turnIn(ada, id, first.turn_id)).state).toBe('waiting'));
    for (const who of [ada, ben]) {
      const later = await ask(who, id);
      expect(later.status).toBe(200);
      expect((await ada.one(id, later.turn_id)).status).toBe(404);
      const { reads_until } = await turnIn(ada, id, first.turn_id);
      expect(reads_until).toBe(later.body.message.number);
    }
    town.pass(20_000);
    const { reads_until } = await turnIn(ada, id, first.turn_id);
    expect((await lender.offered(first.turn_id, 2)).offer).toMatchObject({ reads_until });
  });

  test('where the AI answers everything, a message whose answer was lost keeps nobody else’s from one', async () => {
    const { town, id, ada, olga, ben } = await start(dialect);
    await olga.change(id, { ai_mode: 'always' });
    const lender = await browser(town, 'olga', id, forEveryMessage);
    const hers = await ask(ada, id);
    (await lender.offered(hers.turn_id)).fail('network');
    await eventually(async () => expect((await turnIn(ada, id, hers.turn_id)).state).toBe('waiting'));
    const his = await ask(ben, id);
    const turn = await lender.offered(his.turn_id);
    // Hers waits for a press, and while his is answered, what she posts is read with her own.
    turn.begin();
    const later = await ask(ada, id);
    expect((await turnIn(ada, id, hers.turn_id)).reads_until).toBe(later.body.message.number);
  });

  test('where the AI answers everything, a message that nobody lends for keeps nobody else’s from an answer', async () => {
    const { town, id, ada, olga, ben } = await start(dialect);
    await olga.change(id, { ai_mode: 'always' });
    await town.befriend(town.olga, town.ben);
    const lend = forEveryMessage.lend && { ...forEveryMessage.lend, to: 'friends' as const };
    const lender = await browser(town, 'olga', id, { ...forEveryMessage, lend });
    const first = await ask(ben, id);
    const turn = await lender.offered(first.turn_id);
    turn.begin();
    const hers = await ask(ada, id);
    const his = await ask(ben, id);
    turn.end(0);
    await lender.offered(his.turn_id);
    expect((await turnIn(ada, id, hers.turn_id)).reads_until).toBe(hers.body.message.number);
  });

  test('where the AI answers everything, a post that comes while a long answer waits to be continued goes out all the same', async () => {
    const { town, id, ada, olga } = await start(dialect);
    await olga.change(id, { ai_mode: 'always' });
    const lender = await browser(town, 'olga', id, forEveryMessage);
    const first = await ask(ada, id);
    const turn = await lender.offered(first.turn_id);
    turn.begin();
    turn.append('A light. '.repeat(50));
    turn.fail('key');
    await eventually(async () => expect((await turnIn(ada, id, first.turn_id)).state).toBe('waiting'));
    const second = await ask(ada, id);
    expect(second.status).toBe(200);
    expect((await turnIn(ada, id, first.turn_id)).reads_until).toBe(first.body.message.number);
  });

  test('a question that is deleted or taken off the record is no longer answered', async () => {
    const { town, id, ada } = await start(dialect);
    const first = await ask(ada, id);
    await ada.edit(id, first.body.message.message_id, { is_off_record: true });
    await eventually(async () => expect((await turnIn(ada, id, first.turn_id)).state).toBe('stopped'));
    const lender = await browser(town, 'olga', id, toMembers);
    const second = await ask(ada, id);
    (await lender.offered(second.turn_id)).begin();
    await ada.erase(id, second.body.message.message_id);
    expect(await lender.next('revoked')).toMatchObject({ turn_id: second.turn_id, because: 'stopped' });
  });

  test.each([
    ['a host switches the AI off', ({ id, olga }) => olga.change(id, { ai_mode: 'off' })],
    ['the owner archives the space', ({ id, olga }) => olga.archive(id)],
    ['a host removes who asked', ({ id, olga, town }) => olga.remove(id, town.ada)],
    ['who asked leaves', ({ id, ada }) => ada.leave(id)],
  ] as [string, (all: Awaited<ReturnType<typeof start>>) => Promise<{ status: number }>][])(
    'an answer stops when %s',
    async (_, act) => {
      const all = await start(dialect);
      const { town, id, ada, olga } = all;
      const lender = await browser(town, 'ben', id, toMembers);
      const { turn_id } = await ask(ada, id);
      (await lender.offered(turn_id)).begin();
      expect((await act(all)).status).toBe(200);
      expect(await lender.next('revoked')).toMatchObject({ turn_id, because: 'stopped' });
      await eventually(async () => expect((await turnIn(olga, id, turn_id)).state).toBe('stopped'));
    },
  );

  test('the questions of others go on when a person leaves', async () => {
    const { id, ada, ben } = await start(dialect);
    const hers = await ask(ada, id);
    const his = await ask(ben, id);
    await ada.leave(id);
    await eventually(async () => expect((await turnIn(ben, id, hers.turn_id)).state).toBe('stopped'));
    expect((await turnIn(ben, id, his.turn_id)).state).toBe('waiting');
  });

  test('a question is asked again with the model that the same person wanted, unless it may not be sent any more', async () => {
    const { id, ada, olga } = await start(dialect);
    const wants = { provider: 'openai', model: 'gpt' };
    const first = await ask(ada, id, { wants });
    await ada.withdraw(id, first.turn_id);
    const again = newId();
    expect((await ada.again(id, first.turn_id, again)).status).toBe(200);
    expect((await turnIn(ada, id, again)).wants).toEqual(wants);
    await ada.withdraw(id, again);
    const byHost = newId();
    expect((await olga.again(id, first.turn_id, byHost)).status).toBe(200);
    expect((await turnIn(ada, id, byHost)).wants).toBeNull();
    await olga.withdraw(id, byHost);
    const question = first.body.message.message_id;
    await ada.edit(id, question, { is_off_record: true });
    expect((await ada.again(id, again)).body.message).toContain('off the record');
    await ada.erase(id, question);
    expect((await ada.again(id, again)).body.message).toContain('was deleted');
  });

  test('people with a block between them neither answer nor see each other’s turns [SPACE-25 TORCH-05]', async () => {
    const { town, id, ada, ben } = await start(dialect);
    await town.ada.block(town.ben);
    const blocked = await browser(town, 'ben', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const lender = await browser(town, 'olga', id, toMembers);
    const turn = await lender.offered(turn_id);
    turn.begin();
    turn.append('Secret');
    await lender.next('delta');
    turn.end(6);
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('done'));
    expect(blocked.all('offer')).toEqual([]);
    expect(blocked.all('delta')).toEqual([]);
    expect(JSON.stringify((await ben.messages(id)).body)).not.toContain('Secret');
  });

  test('a question that a host asks again is offered to nobody behind a block with its author [SPACE-25 TORCH-05]', async () => {
    const { town, id, ada, olga } = await start(dialect);
    await town.ada.block(town.ben);
    const { turn_id } = await ask(ada, id);
    await ada.withdraw(id, turn_id);
    const blocked = await browser(town, 'ben', id, toMembers);
    const again = newId();
    expect((await olga.again(id, turn_id, again)).status).toBe(200);
    const own = await browser(town, 'ada', id, toMembers);
    await own.offered(again);
    expect(blocked.all('offer')).toEqual([]);
  });

  test('a host asks no question again that a block withholds from them [SPACE-25]', async () => {
    const { town, id, ada, olga } = await start(dialect);
    const lender = await browser(town, 'ben', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await lender.offered(turn_id);
    turn.begin();
    turn.end(0);
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('done'));
    await town.ada.block(town.olga);
    expect((await olga.again(id, turn_id)).status).toBe(404);
    expect((await ada.again(id, turn_id)).status).toBe(200);
  });

  test('who has a block with the one who began an answer is not sent its text, and begins again [TORCH-05]', async () => {
    const { town, id, ada } = await start(dialect);
    await town.ben.block(town.olga);
    const first = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await first.offered(turn_id);
    turn.begin();
    const text = 'Olga’s words. '.repeat(40);
    turn.append(text);
    await first.next('delta');
    const second = await browser(town, 'ben', id, toMembers);
    turn.fail('closing');
    first.ws.terminate();
    const next = await second.offered(turn_id, 2);
    expect(next.offer.text).toBe('');
    next.begin();
    next.append('Ben’s words.');
    next.end(12);
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).text).toBe('Ben’s words.'));
  });

  test('who answers is not named to people behind a block with them, neither meanwhile nor in what it costs [SPACE-25]', async () => {
    const { town, id, ada, ben } = await start(dialect);
    await town.ada.block(town.olga);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ben, id);
    const turn = await lender.offered(turn_id);
    const said = async (who: typeof ada) =>
      JSON.stringify([(await who.one(id, turn_id)).body, (await who.costs(id)).body]);
    turn.begin();
    turn.append('A light');
    await eventually(async () => expect((await turnIn(ben, id, turn_id)).holder_id).toBe(town.olga.id));
    expect(await said(ada)).not.toContain(town.olga.id);
    turn.end(7);
    await eventually(async () => expect((await turnIn(ben, id, turn_id)).state).toBe('done'));
    expect(await said(ben)).toContain(town.olga.id);
    expect((await ada.one(id, turn_id)).body.message).toMatchObject({ body: 'A light' });
    expect(await said(ada)).not.toContain(town.olga.id);
  });

  test('a question that a browser has lost is not kept from it while others wait', async () => {
    const { town, id, ada, ben } = await start(dialect);
    const own = await browser(town, 'ada', id, toMembers);
    const first = await ask(ada, id);
    const turn = await own.offered(first.turn_id);
    turn.begin();
    await eventually(async () => expect((await turnIn(ada, id, first.turn_id)).state).toBe('running'));
    await ask(ben, id);
    turn.fail('closing');
    await own.offered(first.turn_id, 2);
  });

  test('a piece from a browser without the lease changes nothing [TORCH-02]', async () => {
    const { town, id, ada } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const other = await browser(town, 'ben', id);
    const { turn_id } = await ask(ada, id);
    const turn = await lender.offered(turn_id);
    turn.begin();
    other.send({ type: 'append', feed: id, turn_id, epoch: 1, base: 0, offset: 0, text: 'Forged', started });
    await other.next('revoked');
    turn.append('True');
    turn.end(4);
    await eventually(async () => {
      expect(await turnIn(ada, id, turn_id)).toMatchObject({ state: 'done', text: 'True' });
    });
  });
});

describe.each(databases)('the tables of turns on %s', (dialect) => {
  test('a question waits until a member lends a torch, and everyone reads the answer as it is written', async () => {
    const { town, id, ada, ben } = await start(dialect);
    const reader = await browser(town, 'ben', id);
    const { turn_id, status } = await ask(ada, id);
    expect(status).toBe(200);
    expect(await turnIn(ben, id, turn_id)).toMatchObject({ state: 'waiting', epoch: 0, by_id: town.ada.id });
    const lender = await browser(town, 'olga', id, toMembers);
    const turn = await lender.offered(turn_id);
    expect(turn.offer).toMatchObject({ asked_by: town.ada.id, text: '', wants: null });
    turn.begin();
    turn.append('A light ');
    turn.append('that \0oes round.', 8);
    expect(await reader.next('delta', ({ offset }) => offset === 0)).toMatchObject({
      text: 'A light ',
      base: 0,
    });
    await reader.next('delta', ({ offset }) => offset === 8);
    turn.end(24);
    await eventually(async () => expect((await turnIn(ben, id, turn_id)).state).toBe('done'));
    const done = await turnIn(ben, id, turn_id);
    expect(done).toMatchObject({ text: 'A light that \ufffdoes round.', holder_id: null });
    expect(done.segments).toEqual([
      { epoch: 1, holder_id: town.olga.id, started, from: 0, to: 24, spent, because: 'ended' },
    ]);
    const { members } = (await ben.costs(id)).body;
    expect(members).toContainEqual({
      user_id: town.olga.id,
      asked: 0,
      answered: 1,
      paid: { usd: 0.01, tokens: 0, is_bound: false, is_incomplete: false },
    });
  });

  test('a sum of costs says if some of it is only the most that it can be [LEND-03]', async () => {
    const { town, id, ada } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    for (const is_estimate of [true, false]) {
      const { turn_id } = await ask(ada, id);
      const turn = await lender.offered(turn_id);
      turn.begin();
      turn.append('', 0, { ended: { length: 0, spent: { ...spent, is_estimate } } });
      await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('done'));
    }
    const { members } = (await ada.costs(id)).body;
    expect(members).toContainEqual({
      user_id: town.olga.id,
      asked: 0,
      answered: 2,
      paid: { usd: 0.02, tokens: 0, is_bound: true, is_incomplete: false },
    });
  });

  test('what a lender paid is in the costs of a room, though its beginning never arrived [LEND-03]', async () => {
    const { town, id, ada } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    await lender.offered(turn_id);
    lender.send({ type: 'spent', feed: id, turn_id, epoch: 1, spent });
    const paid = { usd: 0.01, tokens: 0, is_bound: false, is_incomplete: false };
    await eventually(async () =>
      expect((await ada.costs(id)).body.members).toContainEqual({
        user_id: town.olga.id,
        asked: 0,
        answered: 1,
        paid,
      }),
    );
  });

  // The embedded database has one connection.
  test.skipIf(dialect === 'sqlite')('an answer can be stopped while its holder connects again', async () => {
    const { town, id, ada } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    (await lender.offered(turn_id)).begin();
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('running'));
    const [locked, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const database = await town.database();
    const moved = database.transaction(async (trx) => {
      const connection = newId();
      await trx.updateTable('space_turns').set({ connection }).where('turn_id', '=', turn_id).execute();
      locked.resolve();
      await waited.promise;
    });
    await locked.promise;
    const stopped = ada.stop(id, turn_id);
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(town.db);
      expect(rows).not.toEqual([]);
    });
    waited.resolve();
    await moved;
    expect((await stopped).status).toBe(200);
    expect((await turnIn(ada, id, turn_id)).state).toBe('stopped');
  });

  test('whatever browsers report, the costs of a space can be read', async () => {
    const { town, id, ada } = await start(dialect);
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id);
    const turn = await lender.offered(turn_id);
    turn.begin(0, { model: 'gpt\0', host: 'half a pair: \ud83d' });
    const most = Number.MAX_SAFE_INTEGER;
    const spent = { input: most, output: most, usd: null, is_estimate: false };
    turn.append('', 0, { ended: { length: 0, spent } });
    await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('done'));
    const { status, body } = await ada.costs(id);
    expect(status).toBe(200);
    expect(body.members).toContainEqual(
      expect.objectContaining({ paid: expect.objectContaining({ usd: 0, tokens: most }) }),
    );
  });

  test('what is left out of a question is on its row, in the offer and in the question asked again [TOPIC-03]', async () => {
    const { town, id, ada, ben } = await start(dialect);
    const left_out = [(await ben.post(id, 'Weeds')).body.message.message_id];
    const lender = await browser(town, 'olga', id, toMembers);
    const { turn_id } = await ask(ada, id, { left_out: [...left_out, ...left_out] });
    expect((await lender.offered(turn_id)).offer.left_out).toEqual(left_out);
    expect((await turnIn(ben, id, turn_id)).left_out).toEqual(left_out);
    await ada.stop(id, turn_id);
    const again = newId();
    expect((await ada.again(id, turn_id, again)).status).toBe(200);
    expect((await turnIn(ben, id, again)).left_out).toEqual(left_out);
    const many = Array.from({ length: 201 }, newId);
    expect((await ask(ben, id, { left_out: many })).status).toBe(400);
  });

  test('where the AI answers everything, what is left out of a post that joins a question is left out of both [TOPIC-03]', async () => {
    const { id, ada, olga, ben } = await start(dialect);
    await olga.change(id, { ai_mode: 'always' });
    const [one, two] = [newId(), newId()];
    const first = await ask(ada, id, { left_out: [one] });
    await ask(ben, id, { left_out: [two, one] });
    expect((await turnIn(ada, id, first.turn_id)).left_out).toEqual([one, two]);
  });

  test('where the AI answers everything, a post is read with the question that waits, and never replaces it', async () => {
    const { id, ada, olga, ben } = await start(dialect);
    await olga.change(id, { ai_mode: 'always' });
    const first = await ask(ada, id);
    const second = await ask(ben, id);
    expect(second.status).toBe(200);
    expect((await ada.one(id, second.turn_id)).status).toBe(404);
    expect(await turnIn(ada, id, first.turn_id)).toMatchObject({
      question_id: first.body.message.message_id,
      reads_until: second.body.message.number,
    });
    await ben.erase(id, second.body.message.message_id);
    expect((await turnIn(ada, id, first.turn_id)).state).toBe('waiting');
  });
});

test('on two nodes, the holder is on one and the readers on the other', async () => {
  const { town, id, ada } = await start('postgres');
  const server = await startWithPeople('postgres', {
    rateLimits: unlimited,
    place: town.place,
    at: town.now(),
  });
  const other = await circleOf(server, { olga: town.olga, ada: town.ada, ben: town.ben });
  const reader = await browser(town, 'ben', id);
  const lender = await browser(other, 'olga', id, toMembers);
  const { turn_id } = await ask(ada, id);
  const turn = await lender.offered(turn_id);
  turn.begin();
  turn.append('Across.');
  expect(await reader.next('delta')).toMatchObject({ text: 'Across.', offset: 0 });
  // The holder moves to the other node in mid-answer.
  const moved = await browser(town, 'olga', id, toMembers);
  moved.send({ type: 'heartbeat', feed: id, turn_id, epoch: 1 });
  const { length } = await moved.next('ack');
  moved.send({
    type: 'append',
    feed: id,
    turn_id,
    epoch: 1,
    base: 0,
    offset: length,
    text: 'Across. Moved.'.slice(length),
  });
  await eventually(async () => expect((await turnIn(ada, id, turn_id)).state).toBe('running'));
  // Stopped through the node that does not work on the turn.
  expect((await inSpaces(other, other.ada).stop(id, turn_id)).status).toBe(200);
  expect(await moved.next('revoked')).toMatchObject({ because: 'stopped' });
});

test('a torch on a node that was killed holds up a question for seconds only', async () => {
  const { town, id, ada } = await start('postgres', { turnTimes: { check: 200, look: 50 } });
  const lender = await browser(town, 'olga', id, toMembers);
  const { sign_in_id } = await town.db
    .selectFrom('sign_ins')
    .select('sign_in_id')
    .where('user_id', '=', town.ada.id)
    .executeTakeFirstOrThrow();
  const dead: BusEntry = {
    type: 'presence',
    key: `space ${id}`,
    connection: newId(),
    sign_in: sign_in_id,
    user_id: town.ada.id,
    is_visible: true,
    torch: toMembers,
  };
  // It is not forgotten meanwhile, as it would be after half a minute.
  const announce = () =>
    sql`select pg_notify('polylogue_live', ${JSON.stringify({ from: 'dead', entries: [dead] })})`.execute(
      town.db,
    );
  await announce();
  await lender.next('presence', ({ people }) => people.filter(({ torch }) => torch).length === 2);
  // The browser in which she asks would be the first to answer.
  const { turn_id } = await ask(ada, id);
  lender.send({ type: 'presence', feed: id, is_visible: false, torch: toMembers });
  await lender.next('presence', ({ people }) => people.some(({ is_visible }) => !is_visible));
  expect(lender.all('offer')).toEqual([]);
  let lent_at = 1;
  await eventually(async () => {
    await announce();
    town.pass(5_000);
    lent_at += 1;
    lender.send({ type: 'presence', feed: id, is_visible: true, torch: { ...toMembers, lent_at } });
    expect(lender.all('offer')).toMatchObject([{ turn_id }]);
  });
});
