/** The parts of a request that matter here. */
interface FetchedRequest {
  method: string;
  mode: string;
  /** "document", or "iframe" for an embedded page. */
  destination: string;
  url: string;
}

/**
 * The caching strategy: cache first for files that never change under their name, network first for pages, and network
 * only for everything else, including any request with a token, a key or personal data.
 */
export function strategyOf(
  { method, mode, destination, url }: FetchedRequest,
  origin: string,
): 'asset' | 'page' | 'network' {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return 'network';
  if (/^\/assets\/[\w.-]+$/.test(address.pathname) && address.search === '') return 'asset';
  const isOurs = !notPages.test(address.pathname);
  return mode === 'navigate' && destination === 'document' && isOurs ? 'page' : 'network';
}

/** /files itself is a page; the files are below it. */
const notPages = /^\/+(?:(?:api|images|exports|assets|healthz|readyz)(?:\/|$)|files\/.)/i;

/** The document that opens a page without a connection. */
export const shellOf = (url: string): string =>
  /^\/chat(?:\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?\/?$/.test(new URL(url).pathname) ? '/chat' : '/';

/** Whether an answer may be cached: complete, from our own server, and not marked no-store. */
export function mayBeCached({
  status,
  type,
  headers,
}: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
  return status === 200 && type === 'basic' && !/no-store/i.test(headers.get('cache-control') ?? '');
}
