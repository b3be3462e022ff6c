// Part of the first script, which can share no code with the rest: what api and sync know is repeated here.

/** How long before its expiry a token counts as expired (milliseconds). */
const margin = 30_000;
/** How long this browser's storage may take to answer before the server is asked (milliseconds). */
const patience = 1_000;

const conversation = /^\/chat\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/;
const room = /^\/spaces\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/;

/** Fetches what this address will show, unless it is in this browser; the app picks up the answers. */
export function askEarly(): void {
  const { pathname } = location;
  const [, conversationId] = conversation.exec(pathname) ?? [];
  const [, spaceId] = room.exec(pathname) ?? [];
  const token = (conversationId || spaceId) && livingToken();
  if (!token) return;
  const authorization = `Bearer ${token.text}`;

  function ask(address: string, isHere: Promise<boolean> = Promise.resolve(false)) {
    const response = isHere
      .then((here) => (here ? null : fetch(address, { headers: { authorization } })))
      .catch(() => null);
    globalThis.polylogueOpening?.push({ address, authorization, response });
  }

  globalThis.polylogueOpening = [];
  if (conversationId)
    ask(`/api/v1/conversations/${conversationId}?tail=120`, hasTail(token.owner, conversationId));
  if (!spaceId) return;
  // A page of a member is shown once it is known who that is.
  ask('/api/v1/user/me');
  ask(`/api/v1/spaces/${spaceId}/messages?`);
  ask(`/api/v1/spaces/${spaceId}`);
}

/** The sign-in of this browser, unless its token must be renewed first. */
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

/** Whether this browser's copy of an account has the current end of a conversation, as far as it knows. */
async function hasTail(account: string, id: string): Promise<boolean> {
  const looked = Promise.withResolvers<boolean>();
  const opening = indexedDB.open(`polylogue.store.${account}`);
  // There is no database: the app creates it, with everything that belongs in it.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  opening.onerror = () => looked.resolve(false);
  opening.onsuccess = () => {
    const database = opening.result;
    const reading = database.transaction('conversations').objectStore('conversations').get(id);
    reading.onsuccess = () => looked.resolve(showsEnd(reading.result));
    reading.onerror = () => looked.resolve(false);
    // It closes once the read is done.
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
