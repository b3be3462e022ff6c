import { beforeEach, expect, test, vi } from 'vitest';

/** By name of the cache, then by address. */
const stored = new Map<string, Map<string, string>>();
const network = vi.fn<(address: string) => Promise<Response>>();
const heard = new Map<string, (event: object) => void>();

vi.stubGlobal('build', { id: 'new', initial: ['/assets/main.js'], onDemand: ['/assets/later.js'] });
vi.stubGlobal('fetch', network);
vi.stubGlobal('caches', {
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
  async open(name: string) {
    const entries = stored.get(name) ?? new Map<string, string>();
    stored.set(name, entries);
    return { put: async (url: string, answer: Response) => void entries.set(url, await answer.text()) };
  },
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
  skipWaiting: async () => {},
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

test('a page that a proxy does not find, with the server behind it away, opens from the browser; one that our server does not find does not [INST-11]', async () => {
  stored.set('build new', new Map([['/chat', 'cached']]));
  network.mockResolvedValueOnce(new Response('404 page not found', { status: 404 }));
  expect(await opened()).toBe('cached');
  const ours = { status: 404, headers: { 'x-request-id': '1' } };
  network.mockResolvedValueOnce(new Response('Nothing is here', ours));
  expect(await opened()).toBe('Nothing is here');
});

test('a connection that has died without a word opens the page from the browser after five seconds, and is waited for where there is none [INST-11]', async () => {
  vi.useFakeTimers();
  const { promise, resolve } = Promise.withResolvers<Response>();
  network.mockReturnValue(promise);
  stored.set('build new', new Map([['/chat', 'cached']]));
  const shown = opened();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await Promise.race([shown, 'nothing'])).toBe('cached');
  stored.clear();
  const first = opened();
  await vi.advanceTimersByTimeAsync(60_000);
  resolve(new Response('newest'));
  expect(await first).toBe('newest');
  vi.useRealTimers();
});

test('the browser keeps three builds, and nothing else is touched [INST-09]', async () => {
  for (const name of ['build 1', 'fonts', 'build 2', 'build 3', 'build new']) stored.set(name, new Map());
  await happened('activate');
  expect([...stored.keys()]).toEqual(['fonts', 'build 2', 'build 3', 'build new']);
});

/** What our server, or something before it, sends. */
function sent(text: string, media: string): Response {
  return Object.defineProperty(new Response(text, { headers: { 'content-type': media } }), 'type', {
    value: 'basic',
  });
}
const html = '<script src="/assets/main.js"></script>';
const server: Record<string, () => Response> = {
  '/': () => sent(html, 'text/html'),
  '/chat': () => sent(html, 'text/html'),
  '/assets/main.js': () => sent('main', 'text/javascript'),
  '/assets/later.js': () => sent('later', 'text/javascript'),
};

test('a page that a proxy sends while a build is installed is kept neither as a file nor as our page', async () => {
  const maintenance = () => sent('Back in a minute', 'text/html');
  const installed = async (instead: Record<string, () => Response>) => {
    stored.clear();
    network.mockImplementation(async (address) => ({ ...server, ...instead })[address]?.() as Response);
    await happened('install').catch(() => {});
    return [...(stored.get('build new')?.keys() ?? [])].sort();
  };
  expect(await installed({})).toEqual(['/', '/assets/later.js', '/assets/main.js', '/chat']);
  expect(await installed({ '/assets/later.js': maintenance })).toEqual(['/', '/assets/main.js', '/chat']);
  expect(await installed({ '/assets/main.js': maintenance })).toEqual([]);
  expect(await installed({ '/chat': maintenance })).toEqual([]);
});

async function happened(type: 'install' | 'activate'): Promise<void> {
  const works: Promise<unknown>[] = [];
  heard.get(type)?.({ waitUntil: (work: Promise<unknown>) => void works.push(work) });
  await Promise.all(works);
}
