import { showPage, type Windows } from './show-page.ts';
import { isAway, mayBeCached, shellOf, strategyOf } from './strategy.ts';

// Lets the app open without a connection, and lets a tab of an earlier build keep working. It handles only hashed files
// and the two documents: strategy.ts says what it leaves to the network. It also leads from a notification to its room.

/** The build; build.ts writes it in front of this script, so that each build has its own worker. */
export interface Build {
  id: string;
  /** The files that the two documents refer to. */
  initial: string[];
  /** The files that are loaded on demand. */
  onDemand: string[];
}

declare const build: Build;

/** The DOM types do not include service workers. */
interface ServiceWorkerScope {
  location: Location;
  navigator: { userAgent: string };
  registration: { navigationPreload?: { enable(): Promise<void>; disable(): Promise<void> } };
  clients: Windows & { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
}
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
  addRoutes?(rule: object): Promise<void>;
}
interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

const worker = self as unknown as ServiceWorkerScope;
const documents = ['/', '/chat'];
const prefix = 'build ';
const ownCache = prefix + build.id;
/** How many builds keep their files in the cache: a tab may be that old. */
const builds = 3;
/** Milliseconds that the network has for a page that is cached. */
const patience = 5_000;
/** Firefox shows its own error page if it could not preload ours, whatever we answer instead. */
const canPreload = !worker.navigator.userAgent.includes('Firefox/');

worker.addEventListener('install', (event) => {
  // With static routes, browsers need not even start this worker for requests that are not ours,
  // nor begin a download that would then be repeated without it.
  const elsewhere = ['/api/*', '/files/*', '/images/*', '/exports/*'].map((urlPattern) => ({ urlPattern }));
  const notOurs = {
    or: [{ not: { or: [{ urlPattern: '/assets/*' }, { requestMode: 'navigate' }] } }, ...elsewhere],
  };
  event.waitUntil(
    event.addRoutes?.({ condition: notOurs, source: 'network' }).catch(() => {}) ?? Promise.resolve(),
  );
  event.waitUntil(
    install().then(
      () => worker.skipWaiting(),
      async (error) => {
        await caches.delete(ownCache);
        throw error;
      },
    ),
  );
});

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

worker.addEventListener('fetch', (event) => {
  const strategy = strategyOf(event.request, worker.location.origin);
  if (strategy === 'asset') event.respondWith(asset(event));
  if (strategy === 'page') event.respondWith(page(event));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage(worker.clients, event.notification.data));
});

async function install() {
  const cache = await caches.open(ownCache);
  const shells = await Promise.all(documents.map((path) => fetch(path, { cache: 'no-cache' })));
  const known = new Set(build.initial);
  for (const shell of shells) {
    // A newer build is being served, whose own worker is on its way, or a page that is not ours.
    const named = (await shell.clone().text()).match(/\/assets\/[\w.-]+/g);
    if (!mayBeCached(shell, 'page') || !named?.every((file) => known.has(file)))
      throw new Error('Another build is served.');
  }
  const add = async (file: string) => {
    const fresh = await fetch(file);
    if (!mayBeCached(fresh)) throw new Error(`${file} is not what it should be.`);
    await cache.put(file, fresh);
  };
  await Promise.all(build.initial.map(add));
  await Promise.all(documents.map((path, at) => cache.put(path, shells[at] as Response)));
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  // One at a time, since the open page has priority. A file that fails now is cached when it is used.
  for (const file of build.onDemand) await add(file).catch(() => {});
}

async function activate() {
  const cached = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ownCache);
  await Promise.all(
    cached.slice(0, Math.max(0, cached.length - builds + 1)).map((name) => caches.delete(name)),
  );
  await worker.registration.navigationPreload?.[canPreload ? 'enable' : 'disable']();
  await worker.clients.claim();
}

/** Cache first: files named by their content never change. */
async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  // A browser whose storage is broken still has the network.
  const cached = await caches.match(request.url, { ignoreVary: true }).catch(() => undefined);
  if (cached) return cached;
  const fresh = await fetch(request);
  // The page gets it as it arrives, without waiting for the cache.
  if (mayBeCached(fresh)) event.waitUntil(keep(request.url, fresh.clone()).catch(() => {}));
  return fresh;
}

async function keep(url: string, response: Response) {
  // If signing out has cleared the cache, nothing may be added until a page registers this worker again.
  if (await caches.has(ownCache)) await (await caches.open(ownCache)).put(url, response);
}

/** Network first, so that a new version is never hidden; without a connection or server, the cached document. */
async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
  // Of this build: earlier ones are kept only for their tabs.
  const cached = () =>
    caches.match(shellOf(request.url), { ignoreVary: true, cacheName: ownCache }).catch(() => undefined);
  const network = Promise.resolve(preloadResponse).then((preloaded) => preloaded ?? fetch(request));
  // A connection may have died without a word.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const fresh = await Promise.race([network.catch(() => undefined), late]);
  return fresh && !isAway(fresh) ? fresh : ((await cached()) ?? network);
}
