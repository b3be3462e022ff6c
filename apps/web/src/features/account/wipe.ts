/** How long workers may take to end, in ms: one that is being installed ends only when it is, however slow the network. */
const patience = 2_000;

/** Clears everything this origin keeps in the browser. What a browser forbids to touch is passed over; never rejects. */
export async function wipe(): Promise<void> {
  attempt(() => localStorage.clear());
  attempt(() => sessionStorage.clear());
  attempt(clearCookies);
  // One after the other: a worker that has ended fills no cache anew.
  await Promise.allSettled([clearDatabases(), endWorkers().finally(clearCaches)]);
}

function attempt(act: () => void) {
  try {
    act();
  } catch {
    // A browser that forbids storage keeps nothing in it.
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
  await Promise.all(databases.map(({ name }) => name && deleted(name)));
}

function deleted(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    // Blocked by another tab, it is deleted as soon as that one lets go.
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}

async function clearCaches() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

async function endWorkers() {
  const registrations = await navigator.serviceWorker.getRegistrations();
  // Asked of the browser it happens, also when the page has gone by then; no one waits for it.
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([Promise.all(registrations.map((registration) => registration.unregister())), late]);
}
