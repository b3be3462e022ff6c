/** A request that the page's first script has already made: early/prefetch.ts. */
interface Prefetched {
  address: string;
  authorization: string;
  /** Never rejects; null: the response was not needed after all, or did not arrive. */
  response: Promise<Response | null>;
}

declare global {
  var polyloguePrefetched: Prefetched[] | undefined;
}

/** The prefetched response to exactly this request, returned once; undefined if there is none. Rejects when aborted. */
export function takePrefetched(
  input: RequestInfo | URL,
  { method = 'GET', headers, signal }: RequestInit = {},
): Prefetched['response'] | undefined {
  const early = globalThis.polyloguePrefetched?.find(({ address }) => address === String(input));
  if (!early || method !== 'GET') return undefined;
  globalThis.polyloguePrefetched = globalThis.polyloguePrefetched?.filter((other) => other !== early);
  // A response to another token, which may belong to another account, is never used.
  if (new Headers(headers).get('authorization') !== early.authorization) return undefined;
  return signal ? Promise.race([early.response, abortOf(signal)]) : early.response;
}

/** Rejects as fetch does; the early request itself cannot be aborted. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
