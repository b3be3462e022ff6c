import 'fake-indexeddb/auto';
import { conversationRoutes } from '@polylogue/contract';
import { IDBFactory } from 'fake-indexeddb';
import { onTestFinished, vi } from 'vitest';
import { MemoryServer } from './memory-server.ts';

type TheStore = typeof import('../owner/browser-store.ts');
type TheList = typeof import('../../conversation/list/index.ts');

const day = 24 * 60 * 60 * 1000;

/** An access token in the server's format. */
function tokenOf(account: string, expiresAt: number): string {
  const payload = btoa(JSON.stringify({ sub: account, exp: Math.floor(expiresAt / 1000) }));
  return `head.${payload}.signature`;
}

/** From now on databases open only when told so. */
export function holdBackOpening() {
  const asked = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...args) => {
    asked.resolve();
    const request = open(...args);
    const listen = request.addEventListener.bind(request);
    request.addEventListener = (type: string, listener: EventListener) =>
      listen(type, (event) => void told.promise.then(() => listener(event)));
    return request;
  };
  return { wasAsked: asked.promise, goOn: told.resolve };
}

/** A browser with its storage entries and databases, and the server of one account. */
export class Browser {
  readonly server = new MemoryServer(Date.now, 50);
  readonly entries = new Map<string, string>();
  /** The method and path of each request. */
  readonly requests: string[] = [];
  isOffline = false;
  /** What the account says that its answers have used, by day. */
  usage: Record<string, unknown>[] = [];
  /** Whether the answers to what is pushed are lost. */
  isUnacknowledged = false;
  /** Why the server refuses every token. */
  ended: 'signed-out' | 'sign-in-ended' | null = null;
  readonly #page = new EventTarget();
  readonly #storage = {
    getItem: (name: string) => this.entries.get(name) ?? null,
    setItem: (name: string, value: string) => void this.entries.set(name, value),
    removeItem: (name: string) => void this.entries.delete(name),
  };
  readonly #document = Object.assign(new EventTarget(), { visibilityState: 'visible' });

  constructor() {
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.stubGlobal('localStorage', this.#storage);
    vi.stubGlobal('document', this.#document);
    vi.stubGlobal('addEventListener', this.#page.addEventListener.bind(this.#page));
    vi.stubGlobal('removeEventListener', this.#page.removeEventListener.bind(this.#page));
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => this.#answer(address, init));
    onTestFinished(async () => {
      // Nothing may go on after the test, and no other test may get modules that were opened in this one.
      await this.signOut();
      vi.resetModules();
      vi.unstubAllGlobals();
    });
  }

  /** Opens a page: a separate document. */
  async open(): Promise<TheStore & TheList> {
    vi.resetModules();
    return {
      ...(await import('../owner/browser-store.ts')),
      ...(await import('../../conversation/list/index.ts')),
    };
  }

  signIn(account: string, { expired = 0 } = {}) {
    this.ended = null;
    const expiresAt = expired > 0 ? Date.now() - expired * day : Date.now() + 600_000;
    this.write('refresh_token', 'refresh');
    this.write('access_token', tokenOf(account, expiresAt));
  }

  /** Writes an entry as another tab would. */
  write(name: string, value: string | null) {
    if (value === null) this.entries.delete(name);
    else this.entries.set(name, value);
    this.#changed(name);
  }

  /** Signs out in another tab. */
  async signOut() {
    this.entries.clear();
    this.#changed(null);
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  }

  look(to: 'visible' | 'hidden') {
    this.#document.visibilityState = to;
    this.#document.dispatchEvent(new Event('visibilitychange'));
  }

  /** Leaves the page, which may stay in the back/forward cache. */
  leave() {
    this.#page.dispatchEvent(new Event('pagehide'));
  }

  comeBack() {
    this.#page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  }

  #changed(key: string | null) {
    this.#page.dispatchEvent(
      Object.assign(new Event('storage'), { storageArea: this.#storage, key }) as unknown as Event,
    );
  }

  #used(without: string) {
    const days = this.usage.filter(({ usage_id = 'none' }) => !without.includes(String(usage_id)));
    return { days, conversations: [] };
  }

  async #answer(address: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'https://polylogue.test');
    const method = init.method ?? 'GET';
    this.requests.push(`${method} ${pathname}`);
    if (this.isOffline) throw new TypeError('Failed to fetch');
    if (this.ended) {
      return Response.json({ error: this.ended, message: 'You are signed out.' }, { status: 401 });
    }
    const api = this.server.api();
    const signal = init.signal ?? new AbortController().signal;
    const [, id = '', rest] = /^\/api\/v1\/conversations\/([^/]+)(\/messages)?$/.exec(pathname) ?? [];
    try {
      if (pathname === '/api/v1/live/tickets') return Response.json({}, { status: 503 });
      if (method === 'POST') {
        // Refuses what the real server would refuse.
        const changes = conversationRoutes.push.body.safeParse(JSON.parse(String(init.body)));
        if (!changes.success) return Response.json({ message: changes.error.message }, { status: 400 });
        const reply = await api.push(changes.data, signal);
        if (this.isUnacknowledged) throw new TypeError('Failed to fetch');
        return Response.json(reply);
      }
      if (pathname === '/api/v1/changes') {
        const query = conversationRoutes.pull.query.safeParse(Object.fromEntries(searchParams));
        if (!query.success) return Response.json({ message: query.error.message }, { status: 400 });
        return Response.json(await api.changes(query.data.after, query.data.wait, signal));
      }
      if (pathname === '/api/v1/usage') return Response.json(this.#used(searchParams.get('without') ?? ''));
      if (pathname === '/api/v1/records')
        return Response.json(await api.records(Number(searchParams.get('after')), signal));
      if (rest) return Response.json(await api.messages(id, searchParams.get('after') ?? '0', signal));
      if (id) return Response.json(await api.tail(id, signal));
      return Response.json(await api.list(searchParams.get('before'), signal));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if ((error as { failure?: string }).failure !== 'missing') throw error;
      return Response.json({ message: 'Conversation not found', error: 'not-found' }, { status: 404 });
    }
  }
}
