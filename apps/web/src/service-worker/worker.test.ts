import { beforeEach, expect, test, vi } from 'vitest';

/** By name of the cache, then by address. */
const stored = new Map<string, Map<string, string>>();
const network = vi.fn<() => Promise<Response>>();
const heard = new Map<string, (event: object) => void>();

vi.stubGlobal('build', { id: 'new', initial: [], onDemand: [] });
vi.stubGlobal('fetch', network);
vi.stubGlobal('caches', {
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
  async match(url: string, { cacheName }: { cacheName: string }) {
    const text = stored.get(cacheName)?.get(url);
    return text === undefined ? undefined : new Response(text);
  },
});
vi.stubGlobal('self', {
  location: new URL('https://chat.test/service-worker.js'),
  navigator: { userAgent: '' },
  registration: {},
  clients: { claim: async () => {} },
  addEventListener: (type: string, listener: (event: object) => void) => heard.set(type, listener),
});
await import('./worker.ts');

beforeEach(() => stored.clear());

/** What a tab that opens /chat gets. */
async function opened(): Promise<string | undefined> {
  let answer: Promise<Response> | undefined;
  heard.get('fetch')?.({
    request: { method: 'GET', mode: 'navigate', destination: 'document', url: 'https://chat.test/chat' },
    respondWith(response: Promise<Response>) {
      answer = response;
    },
  });
  return (await answer)?.text();
}

test('a new build shows with the next load; without a server the page is that of this build [INST-09]', async () => {
  stored.set('build old', new Map([['/chat', 'old']]));
  stored.set('build new', new Map([['/chat', 'cached']]));
  network.mockResolvedValueOnce(new Response('newest'));
  expect(await opened()).toBe('newest');
  network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await opened()).toBe('cached');
  network.mockResolvedValueOnce(new Response('Bad gateway', { status: 502 }));
  expect(await opened()).toBe('cached');
});

test('the browser keeps three builds, and nothing else is touched [INST-09]', async () => {
  for (const name of ['build 1', 'fonts', 'build 2', 'build 3', 'build new']) stored.set(name, new Map());
  let done: Promise<unknown> | undefined;
  heard.get('activate')?.({
    waitUntil(work: Promise<unknown>) {
      done = work;
    },
  });
  await done;
  expect([...stored.keys()]).toEqual(['fonts', 'build 2', 'build 3', 'build new']);
});
