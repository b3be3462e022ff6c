/** The parts of a request that decide. */
interface Asked {
  method: string;
  mode: string;
  /** What the answer is for: "document", or "iframe" for a page in a page. */
  destination: string;
  url: string;
}

/**
 * Who answers a request of ours: the cache first for what never changes under its name, the network first for a page,
 * and nobody but the network for everything else. What carries a token, a key or a person's data is none of the former.
 */
export function roadOf(
  { method, mode, destination, url }: Asked,
  origin: string,
): 'asset' | 'page' | 'network' {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return 'network';
  if (/^\/assets\/[\w.-]+$/.test(address.pathname) && address.search === '') return 'asset';
  const isOurs = !notPages.test(address.pathname);
  return mode === 'navigate' && destination === 'document' && isOurs ? 'page' : 'network';
}

/** /files itself leads to a page; what is below it are the files. */
const notPages = /^\/+(?:(?:api|images|exports|assets|healthz|readyz)(?:\/|$)|files\/.)/i;

/** The document that opens a page without a connection. */
export const shellOf = (url: string): string =>
  /^\/chat(?:\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?\/?$/.test(new URL(url).pathname) ? '/chat' : '/';

/** Whether an answer may be cached: whole, our own, and nothing that must not be stored. */
export function mayBeCached({
  status,
  type,
  headers,
}: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
  return status === 200 && type === 'basic' && !/no-store/i.test(headers.get('cache-control') ?? '');
}
