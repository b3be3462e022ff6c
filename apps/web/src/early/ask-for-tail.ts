// Part of the first script, which can share nothing with the rest: what api and sync know is said here once more.

/** So long before its end a token counts as expired (milliseconds). */
const margin = 30_000;
/** So long the storage of this browser may take to say that it needs nothing (milliseconds). */
const patience = 1_000;

/** Asks for the end of the conversation of this address, unless it is in this browser; the app takes the answer over. */
export function askForTail(): void {
  const [, id] = /^\/chat\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/.exec(location.pathname) ?? [];
  const token = id && livingToken();
  if (!token) return;
  const address = `/api/v1/conversations/${id}?tail=120`;
  const authorization = `Bearer ${token.text}`;
  const response = hasTail(token.owner, id)
    .then((has) => (has ? null : fetch(address, { headers: { authorization } })))
    .catch(() => null);
  globalThis.polylogueOpening = { address, authorization, response };
}

/** The sign-in of this browser, where its token need not be renewed first. */
function livingToken(): { text: string; owner: string } | null {
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

/** Whether what this browser stores of an account shows the end of a conversation as it is there, as far as is known. */
async function hasTail(account: string, id: string): Promise<boolean> {
  const looked = Promise.withResolvers<boolean>();
  const opening = indexedDB.open(`polylogue.store.${account}`);
  // There is none: the app makes it, with all that belongs into it.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  opening.onerror = () => looked.resolve(false);
  opening.onsuccess = () => {
    const database = opening.result;
    const reading = database.transaction('conversations').objectStore('conversations').get(id);
    reading.onsuccess = () => looked.resolve(showsEnd(reading.result));
    reading.onerror = () => looked.resolve(false);
    // Once that is read.
    database.close();
  };
  setTimeout(() => looked.resolve(false), patience);
  return looked.promise;
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
