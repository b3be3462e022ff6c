/** What the first script of the page has asked of the server already: early/ask-for-tail.ts. */
interface EarlyAnswer {
  address: string;
  authorization: string;
  /** Never rejects; null: it was not needed after all, or did not come. */
  response: Promise<Response | null>;
}

declare global {
  var polylogueOpening: EarlyAnswer | undefined;
}

/** The answer to this very question where it was asked early, once; undefined where it was not. */
export function takeEarlyAnswer(
  input: RequestInfo | URL,
  { method = 'GET', headers }: RequestInit = {},
): EarlyAnswer['response'] | undefined {
  const early = globalThis.polylogueOpening;
  if (!early || method !== 'GET' || String(input) !== early.address) return undefined;
  // Of another token, which may be somebody else's, it is never taken.
  globalThis.polylogueOpening = undefined;
  return new Headers(headers).get('authorization') === early.authorization ? early.response : undefined;
}
