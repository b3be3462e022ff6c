import 'fake-indexeddb/auto';
import { newId } from '@polylogue/sync';
import type { Ledger, LedgerEntry } from '@polylogue/sync/turns';
import { deleteDB, openDB } from 'idb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLedger } from './ledger.ts';

const entry = (turn_id: string): LedgerEntry => ({
  space_id: 'space',
  turn_id,
  epoch: 1,
  asked_by: 'ada',
  at: 1_000,
  reserved: { usd: 0.1, tokens: 0 },
  settled: null,
});
const adding = (turn_id: string) => (ledger: Ledger) => ({ entries: [...ledger.entries, entry(turn_id)] });
const turnsOf = (ledger: Ledger | null) => ledger?.entries.map(({ turn_id }) => turn_id);

async function damage(account: string, value: unknown) {
  const database = await openDB(`polylogue.torch.${account}`, 1);
  await database.put('ledger', value, 'all');
  database.close();
}

test('a ledger that was never created is missing, and nothing is written to it', async () => {
  const ledger = openLedger(newId());
  expect(await ledger.change(adding('t1'))).toBe(false);
  expect(await ledger.read()).toBeNull();
});

test('what was spent survives a reload, and creating it again loses none of it', async () => {
  const account = newId();
  const before = openLedger(account);
  await before.ensure();
  expect(await before.change(adding('t1'))).toBe(true);
  const after = openLedger(account);
  await after.ensure();
  expect(turnsOf(await after.read())).toEqual(['t1']);
});

test('tabs that reserve at the same time see each other’s costs', async () => {
  const account = newId();
  const tabs = Array.from({ length: 10 }, () => openLedger(account));
  await tabs[0]?.ensure();
  const mostThree = (ledger: Ledger) => (ledger.entries.length < 3 ? adding('t')(ledger) : null);
  const done = await Promise.all(tabs.map((tab) => tab.change(mostThree)));
  expect(done.filter(Boolean)).toHaveLength(3);
  expect((await tabs[0]?.read())?.entries).toHaveLength(3);
});

test('a tab that another one has signed out of, and in again, goes on with what that one lends', async () => {
  const account = newId();
  const ledger = openLedger(account);
  await ledger.ensure();
  await deleteDB(`polylogue.torch.${account}`);
  const other = openLedger(account);
  await other.ensure();
  await other.change(adding('t1'));
  expect(turnsOf(await ledger.read())).toEqual(['t1']);
  expect(await ledger.change(adding('t2'))).toBe(true);
});

test('an unreadable ledger counts as missing, until something is lent anew', async () => {
  const account = newId();
  const ledger = openLedger(account);
  await ledger.ensure();
  await damage(account, { entries: [{ turn_id: 't1' }] });
  expect(await ledger.read()).toBeNull();
  expect(await ledger.change(adding('t2'))).toBe(false);
  await ledger.ensure();
  expect(await ledger.change(adding('t2'))).toBe(true);
  expect(turnsOf(await ledger.read())).toEqual(['t2']);
});

test('accounts of one browser have a ledger each', async () => {
  const [one, other] = [openLedger(newId()), openLedger(newId())];
  await one.ensure();
  expect(await other.read()).toBeNull();
});

test('where the browser forbids databases, every call rejects and opening does not throw', async () => {
  const forbidden = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  onTestFinished(() => forbidden.mockRestore());
  const ledger = openLedger(newId());
  await expect(ledger.read()).rejects.toThrow('insecure');
  await expect(ledger.ensure()).rejects.toThrow('insecure');
  await expect(ledger.change(adding('t1'))).rejects.toThrow('insecure');
  // Once it allows them, it is not too late.
  forbidden.mockRestore();
  await ledger.ensure();
  expect(await ledger.change(adding('t1'))).toBe(true);
});
