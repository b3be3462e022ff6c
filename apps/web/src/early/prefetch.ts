// Part of the first script, which cannot share code with the rest: it repeats what it needs of api and sync.

/** How long before its expiry a token counts as expired (milliseconds). */
const margin = 30_000;
/** How long to wait for this browser's storage before requesting from the server (milliseconds). */
const patience = 1_000;

const conversation = /^\/chat\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/;
export const room = /^\/spaces\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/;

/** Prefetches the data of this address, unless it is in this browser; the app picks up the responses. */
export function prefetch(): void {
  const { pathname } = location;
  const [, conversationId] = conversation.exec(pathname) ?? [];
  const [, spaceId] = room.exec(pathname) ?? [];
  const token = (conversationId || spaceId) && validToken();
  if (!token) return;
  const authorization = `Bearer ${token.text}`;

  function request(address: string, isHere: Promise<boolean> = Promise.resolve(false)) {
    const response = isHere
      .then((here) => (here ? null : fetch(address, { headers: { authorization } })))
      .catch(() => null);
    globalThis.polyloguePrefetched?.push({ address, authorization, response });
  }

  globalThis.polyloguePrefetched = [];
  if (conversationId)
    request(`/api/v1/conversations/${conversationId}?tail=120`, hasTail(token.owner, conversationId));
  if (!spaceId) return;
  // Members' pages wait until it is known who is signed in.
  request('/api/v1/user/me');
  request(`/api/v1/spaces/${spaceId}/messages?`);
  request(`/api/v1/spaces/${spaceId}`);
}

/** The access token of this browser, unless it must be renewed first. */
function validToken(): { text: string; owner: string } | null {
  try {
    const text = localStorage.getItem('access_token') ?? '';
    const payload = text.split('.')[1] ?? '';
    const { sub, exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const now = Date.now() + (Number(localStorage.getItem('polylogue.clock_offset')) || 0);
    return sub && exp * 1000 - margin > now ? { text, owner: sub } : null;
  } catch {
    return null;
  }
}

/** Whether this browser's copy of an account has the current end of a conversation, as far as it knows. */
async function hasTail(account: string, id: string): Promise<boolean> {
  const found = Promise.withResolvers<boolean>();
  const opening = indexedDB.open(`polylogue.store.${account}`);
  // There is no database: the app creates it, with everything that belongs in it.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  opening.onerror = () => found.resolve(false);
  opening.onsuccess = () => {
    const database = opening.result;
    const reading = database.transaction('conversations').objectStore('conversations').get(id);
    reading.onsuccess = () => found.resolve(showsEnd(reading.result));
    reading.onerror = () => found.resolve(false);
    // It closes once the read is done.
    database.close();
  };
  setTimeout(() => found.resolve(false), patience);
  return found.promise;
}

interface Row {
  is_complete: boolean;
  tail_seq?: number;
  synced: { seq: number; is_purged: boolean } | null;
}

function showsEnd(row: Row | undefined): boolean {
  if (!row || row.synced?.is_purged) return false;
  return row.is_complete || (row.tail_seq !== undefined && row.tail_seq >= (row.synced?.seq ?? 0));
}
