import 'fake-indexeddb/auto';
import { newId } from '@polylogue/sync';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { acknowledge } from '../exchange/acknowledge.ts';
import { pull } from '../exchange/pull.ts';
import { nextBatch } from '../exchange/push.ts';
import { databaseName, indexedDbStorage } from '../storage/indexed-db.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { storeOver } from '../store/store.ts';
import { MemoryServer } from '../testing/memory-server.ts';
import { adoptGuestConversationsInto } from './guest.ts';

const { signal } = new AbortController();

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

const one = (kind: string) => ({ kind, record_id: '00000000-0000-8000-8000-000000000001' });

/** An account, with what it has said already, after a guest has said this later. */
async function accountAfter(
  said: readonly [kind: string, values: Record<string, string | number | boolean | null>][],
  guestSaid: typeof said,
) {
  const account = storeOver({ storage: memoryStorage(), now: () => 10 });
  await account.writeRecords(said.map(([kind, values]) => ({ ...one(kind), values })));
  const guest = storeOver({ storage: await indexedDbStorage(databaseName(null)), now: () => 20 });
  await guest.writeRecords(guestSaid.map(([kind, values]) => ({ ...one(kind), values })));
  guest.close();
  await adoptGuestConversationsInto(account, () => 30);
  return (await account.records()).map(({ kind, fields }) => [
    kind,
    fields.text?.[0] ?? fields.monthly_usd_micros?.[0],
  ]);
}

test('instructions and a budget of the account stay when a guest’s are added, whose instructions become a prompt [REC-06]', async () => {
  const said: Parameters<typeof accountAfter>[0] = [
    ['instructions', { text: 'Be brief.' }],
    ['budget', { monthly_usd_micros: 5 }],
  ];
  const later: typeof said = [
    ['instructions', { text: 'Rhyme.' }],
    ['budget', { monthly_usd_micros: 7 }],
  ];
  const both = [...said.map(([kind, values]) => [kind, Object.values(values)[0]]), ['prompt', 'Rhyme.']];
  expect((await accountAfter(said, later)).sort()).toEqual(both.sort());
});

test('a guest who has cleared instructions and a budget clears none of the account [REC-06]', async () => {
  const said: Parameters<typeof accountAfter>[0] = [
    ['instructions', { text: 'Be brief.' }],
    ['budget', { monthly_usd_micros: 5 }],
  ];
  const cleared: typeof said = [
    ['instructions', { text: '' }],
    ['budget', { monthly_usd_micros: null, deleted: true }],
  ];
  expect((await accountAfter(said, cleared)).sort()).toEqual([
    ['budget', 5],
    ['instructions', 'Be brief.'],
  ]);
});

test('an account that has said nothing takes what a guest has said, unless it turns out to have said it after all [REC-06]', async () => {
  const server = new MemoryServer(() => 10);
  const other = storeOver({ storage: memoryStorage(), now: () => 10 });
  await other.writeRecords([{ ...one('instructions'), values: { text: 'Be brief.' } }]);
  const batch = await nextBatch(other.storage);
  if (batch) await acknowledge(other.storage, batch, await server.api().push(batch.push, signal), 10);
  const guest = storeOver({ storage: await indexedDbStorage(databaseName(null)), now: () => 20 });
  await guest.writeRecords([{ ...one('instructions'), values: { text: 'Rhyme.' } }]);
  guest.close();
  const account = storeOver({ storage: memoryStorage(), now: () => 20 });
  await adoptGuestConversationsInto(account, () => 20);
  const said = async () =>
    Object.fromEntries((await account.records()).map(({ kind, fields }) => [kind, fields.text?.[0]]));
  expect(await said()).toEqual({ instructions: 'Rhyme.', prompt: 'Rhyme.' });
  await pull(account, server.api(), signal);
  expect(await said()).toEqual({ instructions: 'Be brief.', prompt: 'Rhyme.' });
});

const used = () => ({
  usage_id: newId(),
  created_at: 1,
  conversation_id: newId(),
  message_id: newId(),
  provider: 'openai',
  model: 'gpt-6-luna',
  host: 'api.openai.com',
  input: 1,
  output: 1,
  cached: 0,
  reasoning: 0,
  usd_micros: 1,
  is_estimate: false,
});

test('all that a guest’s answers have cost is taken along, however many they were', async () => {
  const guest = storeOver({ storage: await indexedDbStorage(databaseName(null)), now: () => 10 });
  await guest.storage.write(async (trx) => {
    for (let at = 0; at < 10_001; at += 1) await trx.putUsage(used());
  });
  guest.close();
  const account = storeOver({ storage: memoryStorage(), now: () => 10 });
  await adoptGuestConversationsInto(account, () => 10);
  expect(await account.storage.read((trx) => trx.usage(20_000))).toHaveLength(10_001);
});
