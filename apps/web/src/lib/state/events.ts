/** What happened behind the page. Never holds a token, a key, a header value or the text of a message. */
export interface Happening {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  kind: 'auth' | 'refresh' | 'request' | 'stream';
  /** In a few words: "GET /api/v1/user/me", "signed in". */
  what: string;
  /** How it went: an HTTP status, "no connection", or nothing. */
  status: string;
}

const listeners = new Set<(happening: Happening) => void>();
let count = 0;

/** Tells every listener; costs nothing when nobody does. */
export function happened(kind: Happening['kind'], what: string, status: string | number = ''): void {
  if (listeners.size === 0) return;
  count += 1;
  const happening = { id: count, at: Date.now(), kind, what, status: String(status) };
  for (const listener of listeners) listener(happening);
}

/** Returns what ends the listening. */
export function listenToEvents(listener: (happening: Happening) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
