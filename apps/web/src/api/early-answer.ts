/** What the page's first script has already asked the server: early/ask-early.ts. */
interface EarlyAnswer {
  address: string;
  authorization: string;
  /** Never rejects; null: the answer was not needed after all, or did not come. */
  response: Promise<Response | null>;
}

declare global {
  var polylogueOpening: EarlyAnswer[] | undefined;
}

/** The early answer to exactly this request, given out once; undefined when it was not asked early. Rejects when called off. */
export function takeEarlyAnswer(
  input: RequestInfo | URL,
  { method = 'GET', headers, signal }: RequestInit = {},
): EarlyAnswer['response'] | undefined {
  const early = globalThis.polylogueOpening?.find(({ address }) => address === String(input));
  if (!early || method !== 'GET') return undefined;
  globalThis.polylogueOpening = globalThis.polylogueOpening?.filter((other) => other !== early);
  // An answer to another token, which may be somebody else's, is never used.
  if (new Headers(headers).get('authorization') !== early.authorization) return undefined;
  return signal ? Promise.race([early.response, calledOff(signal)]) : early.response;
}

/** Rejects as fetch does; the early request itself cannot be called off. */
function calledOff(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
