/** What the page's first script has already asked the server: early/ask-for-tail.ts. */
interface EarlyAnswer {
  address: string;
  authorization: string;
  /** Never rejects; null: the answer was not needed after all, or did not come. */
  response: Promise<Response | null>;
}

declare global {
  var polylogueOpening: EarlyAnswer | undefined;
}

/** The early answer to exactly this request, given out once; undefined when it was not asked early. */
export function takeEarlyAnswer(
  input: RequestInfo | URL,
  { method = 'GET', headers }: RequestInit = {},
): EarlyAnswer['response'] | undefined {
  const early = globalThis.polylogueOpening;
  if (!early || method !== 'GET' || String(input) !== early.address) return undefined;
  // An answer to another token, which may be somebody else's, is never used.
  globalThis.polylogueOpening = undefined;
  return new Headers(headers).get('authorization') === early.authorization ? early.response : undefined;
}
