/** An event in the background. Never holds a token, a key, a header value or the text of a message. */
export interface LoggedEvent {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  kind: 'auth' | 'refresh' | 'request' | 'stream';
  /** A few words: "GET /api/v1/user/me", "signed in". */
  what: string;
  /** The outcome: an HTTP status, "no connection", or nothing. */
  status: string;
}

const listeners = new Set<(event: LoggedEvent) => void>();
let count = 0;

/** Notifies every listener; costs nothing if there are none. */
export function logEvent(kind: LoggedEvent['kind'], what: string, status: string | number = ''): void {
  if (listeners.size === 0) return;
  count += 1;
  const event = { id: count, at: Date.now(), kind, what, status: String(status) };
  for (const listener of listeners) listener(event);
}

/** Returns a function that stops listening. */
export function listenToEvents(listener: (event: LoggedEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
