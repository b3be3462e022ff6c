import type { MessageChange, StoredConversation, StoredMessage } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { memoryCounts } from '../../platform/limits/counts.ts';
import { databases, freshDatabase } from '../../testing/databases.ts';
import type { PushBatch } from './batch.ts';
import { textLimits } from './policy.ts';
import { pulling } from './pull.ts';
import { purging, restorablePeriod } from './purge.ts';
import { pushing } from './push.ts';
import { created, piece, recount, usage } from './testing.ts';

/** An action on one of a person's devices, or a network event. */
type Step =
  | { does: 'ask' | 'reply' | 'rename' | 'delete' | 'erase' | 'restore' | 'usage'; on: number; in: number }
  | { does: 'grow' | 'end' | 'continue'; on: number; which: number }
  | { does: 'deliver'; on: number; which: number; isAnswered: boolean }
  | { does: 'pull'; on: number }
  | { does: 'purge' }
  | { does: 'wait'; ms: number };

/** A reply that a device is receiving. */
interface Growing {
  message_id: string;
  conversation_id: string;
  run_id: string;
  previous_run_id: string | null;
  base: number;
  text: string;
}

const device = fc.nat(2);
const which = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constantFrom('ask', 'reply'), on: device, in: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('rename', 'usage'), on: device, in: fc.nat(1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('delete', 'delete', 'erase', 'restore'),
      on: device,
      in: fc.nat(1),
    }),
  },
  { weight: 10, arbitrary: fc.record({ does: fc.constantFrom('grow', 'grow', 'end'), on: device, which }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('continue'), on: device, which }) },
  {
    weight: 16,
    arbitrary: fc.record({ does: fc.constant('deliver'), on: device, which, isAnswered: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('pull'), on: device }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('purge') }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('wait'), ms: fc.constantFrom(1, 1000, 1000, restorablePeriod) }),
  },
) as fc.Arbitrary<Step>;

const nothing: PushBatch = { conversations: [], messages: [], records: [], usage: [] };

/** An account on a server, and three devices that push to it over a network that repeats, reorders and loses answers. */
function world(database: Database) {
  const userId = newId();
  let time = 1_800_000_000_000;
  const now = () => time;
  const push = pushing({
    database,
    limits: textLimits,
    counts: memoryCounts(now),
    lock: async () => true,
    mustHaveRoom: async () => {},
    changed: () => {},
    erased: () => {},
    now,
  });
  const { purge } = purging({ database, changed: () => {}, releaseFiles: async () => {}, now });
  const pull = pulling({ database });
  const conversations = [newId(), newId()];

  /** The head after the latest push or purge that changed something. */
  let head = 0;
  /** Acknowledged messages. */
  const acknowledged = new Map<string, { change: MessageChange; at: number }>();
  const pieces: { message_id: string; offset: number; text: string }[] = [];
  const usageIds = new Set<string>();
  const deletions: { conversation_id: string; at: number; isForGood: boolean }[] = [];

  async function deliver(changes: PushBatch): Promise<{ again: PushBatch }> {
    const reply = await push(userId, changes);
    // Each change takes one number.
    expect([head, head + 1]).toContain(reply.head);
    const isNews = reply.head > head;
    head = reply.head;
    for (const { seq, previous_seq } of reply.conversations) {
      expect(seq === previous_seq || (isNews && seq === head && previous_seq < head)).toBe(true);
    }
    for (const { usage_id } of changes.usage) usageIds.add(usage_id);
    for (const { conversation_id, fields } of changes.conversations) {
      for (const [name, isForGood] of [
        ['deleted', false],
        ['erased', true],
      ] as const) {
        const [value, at] = fields[name] ?? [];
        if (value && at !== undefined) deletions.push({ conversation_id, at: Math.min(at, time), isForGood });
      }
    }
    const again: MessageChange[] = [];
    for (const [index, change] of changes.messages.entries()) {
      const answer = reply.messages[index];
      if (!answer) throw new Error('No answer.');
      if ('refused' in answer) {
        const known = acknowledged.get(change.message_id);
        const isPurged = known !== undefined && mayBePurged(known);
        if (answer.refused !== 'conflict' && !isPurged) again.push(change);
        continue;
      }
      if (!acknowledged.has(change.message_id)) acknowledged.set(change.message_id, { change, at: time });
      if (change.append) pieces.push({ message_id: change.message_id, ...change.append });
    }
    return { again: { ...nothing, messages: again } };
  }

  function madeDevice(skew: number) {
    const clock = () => time + skew;
    let outbox: PushBatch[] = [];
    const sent: PushBatch[] = [];
    const growing: Growing[] = [];
    const replica = { head: 0, conversations: new Map<string, Replica>() };

    const put = (changes: Partial<PushBatch>) => void outbox.push({ ...nothing, ...changes });
    const field = (at: number, fields: object) =>
      put({
        conversations: [
          { conversation_id: conversations[at] ?? '', created_at: clock(), fields: fields as never },
        ],
      });
    const begin = (at: number, change: MessageChange) =>
      put({
        conversations: [{ conversation_id: conversations[at] ?? '', created_at: clock(), fields: {} }],
        messages: [change],
      });
    const appended = ({ message_id, conversation_id, ...reply }: Growing, from: number, more = {}) => ({
      message_id,
      conversation_id,
      append: {
        ...piece(reply.run_id, reply.base + from, reply.text.slice(from), more),
        previous_run_id: reply.previous_run_id,
        base: reply.base,
      },
    });

    return {
      ask: (at: number) =>
        begin(at, created(newId(), conversations[at] ?? '', 'user', `Question at ${time} €`, clock(), null)),
      reply(at: number) {
        const conversation_id = conversations[at] ?? '';
        const message_id = newId();
        growing.push({
          message_id,
          conversation_id,
          run_id: newId(),
          previous_run_id: null,
          base: 0,
          text: '',
        });
        begin(at, created(message_id, conversation_id, 'assistant', '', clock(), null));
      },
      rename: (at: number) => field(at, { title: [`Title ${clock()} of ${skew}`, clock()] }),
      delete: (at: number) => field(at, { deleted: [true, clock()] }),
      restore: (at: number) => field(at, { deleted: [false, clock()] }),
      erase: (at: number) => field(at, { erased: [true, clock()] }),
      usage: () => put({ usage: [usage(newId(), clock())] }),
      grow(at: number, more = {}) {
        const one = growing[at % Math.max(1, growing.length)];
        if (!one) return;
        const from = at % 2 === 0 ? one.text.length : 0;
        one.text += `${'abc'.repeat(at)}${one.text.length}€`;
        put({ messages: [appended(one, from, more)] });
      },
      end(at: number) {
        this.grow(at, { ended_at: clock() });
        growing.splice(at % Math.max(1, growing.length), 1);
      },
      /** Continues a reply from its state in the account. */
      async continue(at: number) {
        const rows = await database.db
          .selectFrom('messages')
          .selectAll()
          .where('role', '=', 'assistant')
          .execute();
        const row = rows[at % Math.max(1, rows.length)];
        if (!row || growing.some(({ run_id }) => run_id === row.run_id)) return;
        const { message_id, conversation_id, run_id: previous_run_id, body_length: base } = row;
        growing.push({ message_id, conversation_id, run_id: newId(), previous_run_id, base, text: '' });
        this.grow(growing.length - 1);
      },
      /** Delivers something that is waiting, or repeats something sent earlier. */
      async deliver(at: number, isAnswered: boolean) {
        const all = [...outbox, ...sent];
        const one = all[at % Math.max(1, all.length)];
        if (!one) return;
        const { again } = await deliver(one);
        sent.push(one);
        if (!isAnswered) return;
        outbox = outbox.filter((other) => other !== one);
        if (again.messages.length > 0) outbox.push(again);
      },
      /** Sends until everything is acknowledged. */
      async settle() {
        for (let rounds = 0; outbox.length > 0; rounds += 1) {
          expect(rounds).toBeLessThan(100);
          const waiting = outbox;
          outbox = [];
          for (const one of waiting) {
            const { again } = await deliver(one);
            sent.push(one);
            if (again.messages.length > 0) outbox.push(again);
          }
        }
      },
      async repeat() {
        for (const one of sent.toReversed()) await deliver(one);
      },
      async pull() {
        for (let more = true; more; ) {
          const page = await pull.changes(userId, replica.head);
          for (const conversation of page.conversations) await follow(conversation);
          replica.head = page.head;
          more = page.more;
        }
      },
      replica: () =>
        [...replica.conversations.values()].map(({ conversation, messages }) => ({
          conversation,
          messages: [...messages.values()].sort((one, other) => (one.message_id < other.message_id ? -1 : 1)),
        })),
    };

    interface Replica {
      conversation: StoredConversation;
      messages: Map<string, StoredMessage>;
    }

    /** Fetches what changed in a conversation since the last time. */
    async function follow(conversation: StoredConversation) {
      const { conversation_id: id, erased_until } = conversation;
      const known = replica.conversations.get(id);
      const messages = known?.messages ?? new Map<string, StoredMessage>();
      let next: string | null = conversation.is_purged ? null : `${known?.conversation.seq ?? 0}`;
      while (next !== null) {
        const page: Awaited<ReturnType<typeof pull.messages>> = await pull.messages(userId, id, next, 2);
        for (const message of page.messages) messages.set(message.message_id, message);
        next = page.next;
      }
      for (const [key, { created_at }] of messages) {
        if (erased_until !== null && created_at <= erased_until) messages.delete(key);
      }
      replica.conversations.set(id, { conversation, messages });
    }
  }

  /** Whether it may have been purged: permanently deleted, or deleted 30 days ago. */
  const mayBePurged = ({ change, at }: { change: MessageChange; at: number }) =>
    deletions.some(
      (one) =>
        one.conversation_id === change.conversation_id &&
        one.at >= Math.min(change.create?.created_at ?? at, at) &&
        (one.isForGood || one.at <= time - restorablePeriod),
    );

  return {
    // No clock is ahead: otherwise a repeat would be newer than what was written since.
    devices: [madeDevice(0), madeDevice(-1500), madeDevice(-300)],
    wait(ms: number) {
      time += ms;
    },
    async purge() {
      await purge();
      const feed = await pull.changes(userId, head);
      head = feed.head || head;
    },

    /** In the end, the account contains what was acknowledged. */
    async check() {
      const { counted, stored } = await recount(database.db);
      expect(stored).toEqual(counted);
      const rows = await database.db.selectFrom('messages').selectAll().execute();
      const bodies = new Map(rows.map(({ message_id, body }) => [message_id, body]));
      expect(bodies.size).toBe(rows.length);
      for (const [id, one] of acknowledged) {
        if (!mayBePurged(one)) expect(bodies.has(id)).toBe(true);
      }
      for (const { message_id, offset, text } of pieces) {
        const body = bodies.get(message_id);
        if (body !== undefined) expect(body.slice(offset, offset + text.length)).toBe(text);
      }
      for (const { message_id, body, body_length, role } of rows) {
        expect(body).toHaveLength(body_length);
        if (role === 'user') continue;
        const ends = pieces.filter((one) => one.message_id === message_id);
        expect(body_length).toBe(Math.max(0, ...ends.map(({ offset, text }) => offset + text.length)));
      }
      const records = await database.db.selectFrom('usage_records').select('usage_id').execute();
      expect(records.map(({ usage_id }) => usage_id).sort()).toEqual([...usageIds].sort());
      // Permanently deleted messages have been removed.
      const conversationsNow = await database.db.selectFrom('conversations').selectAll().execute();
      for (const { conversation_id, at, isForGood } of deletions.filter((one) => one.isForGood)) {
        const left = rows.filter((row) => row.conversation_id === conversation_id && row.created_at <= at);
        expect({ left, isForGood }).toEqual({ left: [], isForGood });
      }
      expect(Math.max(0, ...conversationsNow.map(({ seq }) => seq))).toBe(head);
      const deleted = conversationsNow.filter(
        ({ fields, purged_at }) => purged_at !== null || JSON.parse(fields).deleted?.[0],
      );
      return { bodies, deleted: new Set(deleted.map(({ conversation_id }) => conversation_id)) };
    },
  };
}

const histories = process.env.LONG_RUN ? { sqlite: 200, postgres: 30 } : { sqlite: 80, postgres: 10 };

describe.each(databases)('on %s', (dialect) => {
  test('whatever arrives twice, late or out of order, nothing acknowledged is lost or duplicated', async () => {
    const database = await freshDatabase(dialect);
    const { db } = database;
    // There are no power cuts here.
    if (dialect === 'sqlite') await sql`pragma synchronous = off`.execute(db);
    const story = fc.array(step, { minLength: 5, maxLength: 30, size: 'max' });
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        for (const table of ['feeds', 'conversations', 'messages', 'usage_records'] as const) {
          await db.deleteFrom(table).execute();
        }
        const { devices, wait, purge, check } = world(database);
        for (const one of steps) {
          if (one.does === 'wait') wait(one.ms);
          else if (one.does === 'purge') await purge();
          else await act(devices[one.on] as (typeof devices)[number], one);
        }
        for (const one of devices) await one.settle();
        await purge();
        const held = await check();
        for (const one of devices) await one.repeat();
        await purge();
        expect(await check()).toEqual(held);
        const replicas = [];
        for (const one of devices) {
          await one.pull();
          replicas.push(one.replica());
        }
        const bodies = replicas.map((all) =>
          all.flatMap(({ messages }) => messages.map(({ message_id, body }) => [message_id, body] as const)),
        );
        for (const some of bodies) expect(new Map(some)).toEqual(held.bodies);
      }),
      { numRuns: histories[dialect] },
    );
  }, 120_000);
});

type Device = ReturnType<typeof world>['devices'][number];

async function act(device: Device, step: Exclude<Step, { does: 'wait' | 'purge' }>) {
  if (step.does === 'pull') await device.pull();
  else if (step.does === 'deliver') await device.deliver(step.which, step.isAnswered);
  else if ('which' in step) await device[step.does](step.which);
  else device[step.does](step.in);
}
