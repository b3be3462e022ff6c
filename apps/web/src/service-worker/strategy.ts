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

/**
 * Whether an answer may be cached: complete, from our own server, not marked no-store, and of this kind: a proxy may send
 * a page of its own instead of a file.
 */
export function mayBeCached(
  { status, type, headers }: Pick<Response, 'status' | 'type' | 'headers'>,
  kind: 'asset' | 'page' = 'asset',
): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  const isMeant = status === 200 && type === 'basic' && isPage === (kind === 'page');
  return isMeant && !/no-store/i.test(headers.get('cache-control') ?? '');
}

/** Whether the server is away: a proxy before it says so, perhaps with a 404 of its own, which lacks the id that all of ours have. */
export const isAway = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  status >= 500 || (status === 404 && !headers.has('x-request-id'));
