import 'fake-indexeddb/auto';
import { newId } from '@polylogue/sync';
import { expect, test, vi } from 'vitest';
import { databaseName, indexedDbStorage } from '../storage/indexed-db.ts';
import { storeOver } from '../store/store.ts';
import { searchHere } from './search-here.ts';

/** The worker runs in this process. */
const page = vi.hoisted(() => {
  type Listener = (event: { data: unknown }) => void;
  const toWorker: Listener[] = [];
  const toPage = new Set<Listener>();
  const post = (listeners: Iterable<Listener>, data: unknown) =>
    queueMicrotask(() => {
      for (const listener of listeners) listener({ data });
    });
  class OwnWorker {
    postMessage = (data: unknown) => post(toWorker, data);
    addEventListener(type: string, listener: Listener, { signal }: { signal: AbortSignal }) {
      if (type !== 'message') return;
      toPage.add(listener);
      signal.addEventListener('abort', () => toPage.delete(listener));
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', OwnWorker);
  vi.stubGlobal('location', { href: 'http://localhost/', origin: 'http://localhost' });
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => toWorker.push(listener));
  vi.stubGlobal('postMessage', (data: unknown) => post(toPage, data));
  return { toWorker };
});
vi.mock('../owner/browser-store.ts', () => ({ storeOwner: () => null }));

test('a search in the palette does not end that of the page, and one that is no longer wanted ends [MSEARCH-12]', async () => {
  await import('./search-worker.ts');
  expect(page.toWorker).toHaveLength(1);
  const store = storeOver({ storage: await indexedDbStorage(databaseName(null)), now: () => 10 });
  for (const body of ['cats purr', 'cats sleep', 'dogs bark'])
    await store.create(
      { conversation_id: newId(), message_id: newId(), parent_id: null, role: 'user', body },
      { title: ['Pets', 5] },
    );

  const found: Record<string, string[]> = { page: [], palette: [], ended: [] };
  const shares: number[] = [];
  const start = (name: string, text: string, signal: AbortSignal) =>
    searchHere(
      { text, filters: {} },
      (hits, share) => {
        found[name]?.push(...hits.map(({ excerpt }) => excerpt.text));
        if (name === 'page') shares.push(share);
      },
      signal,
    );
  const ended = new AbortController();
  const { signal } = new AbortController();
  const searches = [
    start('page', 'cats', signal),
    start('ended', 'cats', ended.signal),
    start('palette', 'dogs', signal),
  ];
  ended.abort();
  await Promise.all([...searches, start('ended', 'cats', ended.signal)]);
  expect(found.page?.sort()).toEqual(['cats purr', 'cats sleep']);
  expect(found).toMatchObject({ palette: ['dogs bark'], ended: [] });
  expect(shares.at(-1)).toBe(1);
});
