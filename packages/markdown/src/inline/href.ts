/** The part in the position of a host. */
const host = /^[^:/\\?#]*:[/\\]*([^/\\?#]*)/;
/** Characters, a port included: no host is longer, and a browser takes milliseconds to find that out. */
const longestHost = 300;

/** Where a link of a reply may lead: http(s) or mailto, in full. Anything else is null: no link. */
export function safeHref(href: string): string | null {
  if ((host.exec(href)?.[1] ?? '').length > longestHost) return null;
  const url = URL.parse(href);
  if (url === null) return null;
  return url.protocol === 'https:' || url.protocol === 'http:' || url.protocol === 'mailto:'
    ? url.href
    : null;
}

/** The host an image would come from, for people. */
export function hostOfImage(src: string): string {
  return URL.parse(src)?.host ?? '';
}
