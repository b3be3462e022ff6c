/** Where a link of a reply may lead: http(s), mailto, or a path of our own. Anything else is null: no link. */
export function safeHref(href: string): string | null {
  if (/^\/(?![/\\])/.test(href)) return href;
  const url = URL.parse(href);
  if (url === null) return null;
  return url.protocol === 'https:' || url.protocol === 'http:' || url.protocol === 'mailto:'
    ? url.href
    : null;
}

/** The host an image would come from, for people; empty for our own. */
export function hostOfImage(src: string): string {
  return URL.parse(src)?.host ?? '';
}
