import type { UsageRecord } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { Browser } from '../sync/testing/browser.ts';

test('a noted cost stays noted while another account uses the page', async () => {
  const browser = new Browser();
  browser.signIn('berta');
  await browser.open();
  const { recordUsage } = await import('./wiring.ts');
  const { noteUsage, storeNoted } = await import('./noted/index.ts');
  const notes = new Map<string, string>();
  const storage = {
    names: () => [...notes.keys()],
    read: (name: string) => notes.get(name) ?? null,
    write: (name: string, value: string) => notes.size < notes.set(name, value).size,
    remove: (name: string) => void notes.delete(name),
  };
  noteUsage(storage, 'anna', { usage_id: 'one', provider: 'openai', usd_micros: 12 } as UsageRecord);
  await storeNoted(storage, 'anna', (record) => recordUsage('anna', record));
  expect(storage.names()).toEqual(['polylogue.noted_usage.anna.one']);
});
