import { newId } from '@polylogue/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryServer } from '../testing/memory-server.ts';
import { everyHistoryConverges, type ModelServer, type Rules } from '../testing/model.ts';
import { acknowledge } from './acknowledge.ts';
import type { LoopNeeds } from './loop.ts';

type Api = LoopNeeds['api'];

function account(now: () => number): ModelServer {
  const server = new MemoryServer(now);
  return {
    api: () => server.api(),
    messages: async () => [...server.messages.values()],
    backup: () => server.backup(),
  };
}

const { numRuns: runs = 100 } = fc.readConfigureGlobal();
const histories = process.env.LONG_RUN ? runs * 100 : runs * 20;

test('whatever is lost, repeated, late, killed or restored from a backup: no message is lost or duplicated, and all devices agree [REC-01]', async () => {
  await fc.assert(everyHistoryConverges(account), { numRuns: histories });
}, 600_000);

interface Mistake {
  is: string;
  /** Of histories among which it is found. */
  seed: number;
  api?: (api: Api) => Partial<Api>;
  rules?: Rules;
}

/** When each folder was last written, on any device. */
const lastWritten = new Map<string, number>();

const mistakes: Mistake[] = [
  {
    is: 'a piece of a reply is acknowledged, but not stored',
    seed: 1,
    api: (api) => ({
      async push(changes, signal) {
        const messages = changes.messages.map((one) =>
          one.append && one.append.offset > 0 ? { ...one, append: { ...one.append, text: '' } } : one,
        );
        const reply = await api.push({ ...changes, messages }, signal);
        return { ...reply, messages: reply.messages.map((one, at) => told(one, changes.messages[at])) };
      },
    }),
  },
  {
    is: 'a message is stored twice when it arrives twice',
    seed: 1,
    api: (api) => {
      const seen = new Set<string>();
      return {
        push(changes, signal) {
          const messages = changes.messages.map((one) => {
            const isFirst = !one.create || !seen.has(one.message_id);
            seen.add(one.message_id);
            return isFirst ? one : { ...one, message_id: newId() };
          });
          return api.push({ ...changes, messages }, signal);
        },
      };
    },
  },
  {
    is: 'a message is left out at the end of a page',
    seed: 1,
    api: (api) => ({
      async messages(...given) {
        const page = await api.messages(...given);
        return page.next === null ? page : { ...page, messages: page.messages.slice(0, -1) };
      },
    }),
  },
  {
    is: 'of several changes one is left out',
    seed: 1,
    api: (api) => ({
      async changes(...given) {
        const page = await api.changes(...given);
        return { ...page, conversations: page.conversations.slice(-1) };
      },
    }),
  },
  {
    is: 'an earlier change of a folder that arrives late is dropped, though it is of another field',
    seed: 1,
    api: (api) => ({
      push(changes, signal) {
        // A server that compares when records were written, instead of their fields.
        const records = changes.records.map((one) => {
          const at = Math.max(0, ...Object.values(one.fields).map((field) => field?.[1] ?? 0));
          const last = lastWritten.get(one.record_id) ?? 0;
          lastWritten.set(one.record_id, Math.max(at, last));
          return at < last ? { ...one, fields: {} } : one;
        });
        return api.push({ ...changes, records }, signal);
      },
    }),
  },
  {
    is: 'a folder is not told to the other devices',
    seed: 1,
    api: (api) => ({
      changes: async (...given) => ({ ...(await api.changes(...given)), records: [] }),
    }),
  },
  {
    is: 'what is deleted for good is not told to the server',
    seed: 1,
    api: (api) => ({
      push: (changes, signal) =>
        api.push(
          {
            ...changes,
            conversations: changes.conversations.map(({ fields: { erased, ...fields }, ...one }) => ({
              ...one,
              fields,
            })),
          },
          signal,
        ),
    }),
  },
  {
    is: 'a restored database keeps its name',
    seed: 1,
    api: (api) => ({
      changes: async (...given) => ({ ...(await api.changes(...given)), history: 'the only one' }),
    }),
  },
  {
    is: 'what was written since counts as acknowledged',
    seed: 4,
    rules: {
      async acknowledge(storage, batch, ...rest) {
        const conversations = await storage.read((trx) =>
          Promise.all(
            batch.conversations.map(async (sent) => ({
              ...((await trx.conversation(sent.conversation_id)) ?? sent),
            })),
          ),
        );
        return acknowledge(storage, { ...batch, conversations }, ...rest);
      },
    },
  },
];

/** The reply of a server that has stored the whole piece. */
function told(
  reply: Awaited<ReturnType<Api['push']>>['messages'][number],
  sent: Parameters<Api['push']>[0]['messages'][number] | undefined,
) {
  const piece = sent?.append;
  if (!piece || 'refused' in reply) return reply;
  return { ...reply, body_length: piece.base + piece.offset + piece.text.length };
}

test.each(mistakes)('it is found when $is', async ({ seed, api: change, rules }) => {
  const broken = (now: () => number): ModelServer => {
    const server = account(now);
    return {
      ...server,
      api() {
        const api = server.api();
        return { ...api, ...change?.(api) };
      },
    };
  };
  const sample = { seed, numRuns: 2_000, endOnFailure: true };
  expect((await fc.check(everyHistoryConverges(broken, rules), sample)).failed).toBe(true);
});
