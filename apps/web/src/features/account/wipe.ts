/**
 * How long databases and workers may take to end, in ms: a sleeping tab keeps a database open, and a worker being
 * installed ends only when done, however slow the network is. Once requested, it completes even after the page is closed.
 */
const patience = 2_000;

/** Clears everything this origin stores in the browser. Skips what the browser denies access to; never rejects. */
export async function wipe(): Promise<void> {
  attempt(() => localStorage.clear());
  attempt(() => sessionStorage.clear());
  attempt(clearCookies);
  // Workers before caches: a worker that has ended cannot fill a cache again.
  await Promise.allSettled([soon(clearDatabases()), soon(unregisterWorkers()).finally(clearCaches)]);
}

function attempt(act: () => void) {
  try {
    act();
  } catch {
    // A browser that denies storage has nothing stored.
  }
}

function clearCookies() {
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim();
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is absent over plain http
    if (name) document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  }
}

async function clearDatabases() {
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(({ name }) => name && deleteDatabase(name)));
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    // When another tab blocks it, it is deleted as soon as that tab closes it.
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}

async function clearCaches() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

async function unregisterWorkers() {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

const soon = (work: Promise<void>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, patience))]);
