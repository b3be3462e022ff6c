import type { Storage } from './storage.ts';

// What is shown at once when it is opened again, until it has been fetched: whole values by name.

/** How many are stored; those stored longest ago make room. */
const most = 40;
const index = 'snapshots';
const entry = (name: string) => `snapshot ${name}`;

/** When each was stored, by name (milliseconds since 1970). */
type Index = Readonly<Record<string, number>>;

export const readSnapshot = (storage: Storage, name: string): Promise<unknown> =>
  storage.read((trx) => trx.meta(entry(name)));

export const putSnapshot = (storage: Storage, name: string, value: unknown, at: number): Promise<void> =>
  storage.write(async (trx) => {
    await trx.putMeta(entry(name), value);
    const all = { ...(await trx.meta<Index>(index)), [name]: at };
    const [newest, others] = split(all);
    for (const other of others) await trx.removeMeta(entry(other));
    await trx.putMeta(index, Object.fromEntries(newest.map((one) => [one, all[one]])));
  });

/** Removes those with such a name; without a condition, all. */
export const removeSnapshots = (storage: Storage, isMeant = (_name: string) => true): Promise<void> =>
  storage.write(async (trx) => {
    const all = { ...(await trx.meta<Index>(index)) };
    for (const name of Object.keys(all).filter(isMeant)) {
      await trx.removeMeta(entry(name));
      delete all[name];
    }
    await trx.putMeta(index, all);
  });

function split(all: Index): [newest: string[], others: string[]] {
  const names = Object.keys(all).sort((one, other) => (all[other] ?? 0) - (all[one] ?? 0));
  return [names.slice(0, most), names.slice(most)];
}
