import type { StoredMessage } from '@polylogue/contract';
import { type Json, mergeFields, newId, type StampedFields } from '@polylogue/sync';
import fc from 'fast-check';
import { expect } from 'vitest';
import { acknowledge } from '../exchange/acknowledge.ts';
import type { LoopNeeds } from '../exchange/loop.ts';
import { pull, pullMessages } from '../exchange/pull.ts';
import { nextBatch } from '../exchange/push.ts';
import { fieldsOfRecord } from '../rows/record-rows.ts';
import { evict } from '../storage/capacity.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { type ConversationStore, storeOver } from '../store/store.ts';

/** The account that the browsers share. */
export interface ModelServer {
  api(): LoopNeeds['api'];
  /** All messages of the account. */
  messages(): Promise<(StoredMessage & { conversation_id: string })[]>;
  /** Returns what restores the account as it is now. */
  backup?(): () => void;
}

/** How the browsers behave; tests replace one by a mistake. */
export interface Rules {
  acknowledge: typeof acknowledge;
}

/** Opens an account; `now`: milliseconds since 1970. */
type ServerAt = (now: () => number) => ModelServer | Promise<ModelServer>;

/** What the user does in a tab of one of their browsers, or what happens to requests. */
type Step = { in: number; tab: number; which: number } & {
  does:
    | 'ask'
    | 'reply'
    | 'grow'
    | 'end'
    | 'continue'
    | 'rename'
    | 'move'
    | 'rename folder'
    | 'delete folder'
    | 'delete message'
    | 'delete'
    | 'erase'
    | 'push'
    | 'push, reply lost'
    | 'late reply'
    | 'sync'
    | 'pull'
    | 'tail'
    | 'fetch'
    | 'evict'
    | 'kill'
    | 'wait'
    | 'back up'
    | 'restore';
};

const weights: [number, Step['does'][]][] = [
  [6, ['ask', 'reply']],
  [8, ['grow', 'grow', 'end']],
  [3, ['continue']],
  [2, ['rename', 'delete', 'delete message', 'erase']],
  [2, ['move', 'rename folder', 'rename folder', 'delete folder']],
  [9, ['sync']],
  [4, ['push']],
  [3, ['push, reply lost', 'late reply']],
  [6, ['pull', 'fetch']],
  [3, ['tail', 'evict', 'kill', 'wait']],
  [1, ['back up', 'restore']],
];
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.oneof(
    ...weights.map(([weight, all]) => ({ weight, arbitrary: fc.constantFrom(...all) })),
  ) as fc.Arbitrary<Step['does']>,
  in: fc.nat(2),
  tab: fc.nat(1),
  which: fc.nat(7),
});

/** A reply being received by a tab. */
interface Receiving {
  conversation_id: string;
  message_id: string;
  run_id: string;
  base: number;
  body: string;
  tab: number;
}

/** One account, and browsers whose requests are lost, repeated and answered late. */
async function world(serverAt: ServerAt, rules: Rules) {
  let time = 1_000_000;
  const now = () => ++time;
  const server = await serverAt(now);
  const { signal } = new AbortController();
  const conversations = [newId(), newId()];
  const folder = { kind: 'folder', record_id: newId() };
  /** Each field of the folder as it was written last, on whichever device. */
  let written: StampedFields = {};
  /** Until when the messages of a conversation are erased. */
  const erasures = new Map<string, number>();
  /** Every text that the user has seen and a store has accepted, with its conversation and time. */
  let accepted: { conversation_id: string; at: number; text: string }[] = [];

  let restore: (() => void) | null = null;

  /** Texts are lost that neither the backup nor any browser has. */
  async function restoreBackup() {
    if (!restore) return;
    restore();
    for (const one of browsers) one.lose();
    const left = await server.messages();
    for (const one of browsers) left.push(...((await one.shown()) as typeof left));
    accepted = accepted.filter(({ text }) => left.some(({ body }) => body.startsWith(text)));
  }

  function browser() {
    const storage = memoryStorage();
    const api = server.api();
    const store: ConversationStore = storeOver({ storage, now });
    let receiving: Receiving[] = [];
    const answers: (() => Promise<unknown>)[] = [];
    let count = 0;

    const conversationOf = (which: number) => conversations[which > 5 ? 1 : 0] as string;
    const runOf = ({ conversation_id, message_id, run_id, base }: Receiving) => ({
      conversation_id,
      message_id,
      run_id,
      base,
      reasoning_base: 0,
    });

    async function push(then: (settle: () => Promise<unknown>) => unknown) {
      const batch = await nextBatch(storage);
      if (!batch) return;
      const reply = await api.push(batch.push, signal);
      await then(() => rules.acknowledge(storage, batch, reply, now()));
    }

    async function create(which: number, role: 'user' | 'assistant', body: string) {
      const conversation_id = conversationOf(which);
      const messages = await store.messages(conversation_id);
      const message_id = newId(time);
      const parent_id = messages.at(-1)?.message_id ?? null;
      const at = time + 1;
      await store.create({ conversation_id, message_id, parent_id, role, body }, { leaf: [message_id, at] });
      if (role === 'user') accepted.push({ conversation_id, at, text: body });
      return { conversation_id, message_id };
    }

    async function writeFolder(values: Record<string, Json>) {
      await store.writeRecords([{ ...folder, values }]);
      for (const row of (await store.exportRecords()).rows)
        written = mergeFields(written, fieldsOfRecord(row));
    }

    async function grow(one: Receiving) {
      count += 1;
      const text = `${'é🌍'.repeat(count % 3)}${count};`;
      const offset = one.body.length;
      one.body += text;
      await store.grow({ ...runOf(one), offset, text, reasoning_offset: 0, reasoning: '' });
    }

    async function end(one: Receiving) {
      receiving = receiving.filter((other) => other !== one);
      await store.end({ ...runOf(one), body: one.body, reasoning: '', details: { thought_for: count } });
      const { conversation_id, body } = one;
      if ((await store.messages(conversation_id)).some((message) => message.body === body)) {
        accepted.push({ conversation_id, at: (await createdAt(one)) ?? time, text: body });
      }
    }

    const createdAt = async ({ conversation_id, message_id }: Receiving) =>
      (await store.messages(conversation_id)).find((message) => message.message_id === message_id)
        ?.created_at;

    /** Answers to this browser’s requests that have not arrived yet. */
    const lose = () => void answers.splice(0);

    const isReceived = (id: string) => receiving.some(({ message_id }) => message_id === id);

    async function fetch(id: string) {
      if (await store.conversation(id)) await pullMessages(store, api, id, signal).catch(() => {});
    }

    async function act({ does, tab, which }: Step) {
      const one = receiving[which % Math.max(1, receiving.length)];
      const id = conversationOf(which);
      switch (does) {
        case 'ask':
          return void (await create(which, 'user', `Question ${time}`));
        case 'reply': {
          const ids = await create(which, 'assistant', '');
          receiving.push({ ...ids, run_id: newId(time), base: 0, body: '', tab });
          return;
        }
        case 'grow':
          return one && grow(one);
        case 'end':
          return one && end(one);
        case 'continue': {
          const replies = (await store.messages(id)).filter(({ role }) => role === 'assistant');
          const reply = replies.at(-1 - (which % 2));
          if (!reply || isReceived(reply.message_id)) return;
          const { message_id, body } = reply;
          const run_id = newId(time);
          const next = { conversation_id: id, message_id, run_id, base: body.length, body, tab };
          receiving.push(next);
          return grow(next);
        }
        case 'rename':
          return store.setFields(id, { title: [`Title ${time}`, time] });
        case 'move':
          return store.setFields(id, { folder: [which % 2 === 0 ? folder.record_id : null, time] });
        case 'rename folder': {
          return writeFolder({ name: `Folder ${time}` });
        }
        case 'delete folder': {
          return writeFolder({ deleted: which % 2 === 0 });
        }
        case 'delete':
          return store.setFields(id, { deleted: [which % 2 === 0, time] });
        case 'erase': {
          if (which > 0) return;
          // Every message from now on is later.
          time += 10;
          erasures.set(id, Math.max(erasures.get(id) ?? 0, time));
          const at = time;
          time += 10;
          return store.setFields(id, { erased: [true, at] });
        }
        case 'delete message': {
          const message = (await store.messages(id)).at(-1 - (which % 3));
          const deleted = [which % 2 === 0, time] as const;
          return message && store.setMessageFields(id, message.message_id, { deleted });
        }
        case 'sync':
          await push((settle) => settle());
          await pull(store, api, signal);
          return fetch(id);
        case 'push':
          return push((settle) => settle());
        case 'push, reply lost':
          return push((settle) => void (which % 2 === 0 && answers.push(settle)));
        case 'late reply':
          return answers.splice(which % Math.max(1, answers.length), 1)[0]?.();
        case 'pull':
          return pull(store, api, signal);
        case 'fetch':
          return fetch(id);
        case 'tail': {
          const page = await api.tail(id, signal).catch(() => null);
          return page ? store.pulledTail(page.conversation, page.messages) : undefined;
        }
        case 'evict':
          await pull(store, api, signal);
          return evict(storage, new Set(), (rows) => rows.slice(which % 2));
        case 'kill': {
          // One of two tabs closes: what it had not stored is lost, and the next to start ends what it was receiving.
          receiving = receiving.filter((other) => other.tab !== tab);
          return store.endCutOff(async (message) => isReceived(message), { error: { type: 'ended' } });
        }
        case 'wait':
          time += 1_000;
          return;
        case 'back up':
          restore = server.backup?.() ?? null;
          return;
        case 'restore':
          return restoreBackup();
      }
    }

    return {
      store,
      act,
      lose,
      /** Until every answer has ended and everything is pushed. */
      async settle() {
        for (const one of receiving) await end(one);
        for (const answer of answers.splice(0)) await answer();
        for (let rounds = 0; await nextBatch(storage); rounds += 1) {
          expect(rounds).toBeLessThan(50);
          await push((settle) => settle());
        }
      },
      async fetchAll() {
        await pull(store, api, signal);
        for (const id of conversations) await fetch(id);
      },
      async shown() {
        const all = await Promise.all(conversations.map((id) => store.messages(id)));
        return all.flat().map(({ message_id, body, details, fields, run_id, parent_id }) => ({
          message_id,
          body,
          details,
          fields,
          run_id,
          parent_id,
        }));
      },
      folder: async () => (await store.exportRecords()).rows.map(fieldsOfRecord)[0] ?? {},
      listed: async () =>
        (await store.list())
          .map(({ conversation_id, fields, is_pending }) => ({ conversation_id, fields, is_pending }))
          .sort((one, other) => (one.conversation_id < other.conversation_id ? -1 : 1)),
    };
  }

  const browsers: ReturnType<typeof browser>[] = [browser(), browser(), browser()];
  return { server, accepted: () => accepted, written: () => written, erasures, browsers };
}

const history = fc.array(step, { minLength: 4, maxLength: 26, size: 'max' });

/** In every history no message is lost or duplicated, and all devices agree. */
export const everyHistoryConverges = (serverAt: ServerAt, rules: Rules = { acknowledge }) =>
  fc.asyncProperty(history, (steps) => converges(steps, serverAt, rules));

async function converges(steps: readonly Step[], serverAt: ServerAt, rules: Rules) {
  const { browsers, accepted, written, erasures, server } = await world(serverAt, rules);
  // Changes, which come after the list, say which database it is.
  for (const one of [...browsers, ...browsers]) await one.fetchAll();
  for (const one of steps) await browsers[one.in]?.act(one);
  // When one device moves text into a separate reply, that is news for the others.
  for (let round = 0; round < 3; round += 1) {
    for (const one of browsers) await one.settle();
    for (const one of browsers) await one.fetchAll();
  }
  const [first, ...others] = await Promise.all(browsers.map((one) => one.shown()));
  for (const other of others) expect(other).toEqual(first);
  const [list, ...lists] = await Promise.all(browsers.map((one) => one.listed()));
  for (const other of lists) expect(other).toEqual(list);
  for (const one of browsers) expect(await one.folder()).toEqual(written());
  for (const { store } of browsers) expect(await store.hasPending()).toBe(false);
  const all = await server.messages();
  const inAccount = all.map(({ message_id, body }) => [message_id, body]);
  expect(inAccount.sort()).toEqual(first?.map(({ message_id, body }) => [message_id, body]).sort());
  const bodies = all.map(({ body }) => body);
  for (const { conversation_id, at, text } of accepted()) {
    if (at > (erasures.get(conversation_id) ?? 0)) {
      expect(bodies.filter((body) => body.startsWith(text)).length, text).toBeGreaterThan(0);
    }
  }
  for (const [id, until] of erasures) {
    const left = all.filter(
      ({ conversation_id, created_at }) => conversation_id === id && created_at <= until,
    );
    expect(left).toEqual([]);
  }
}
