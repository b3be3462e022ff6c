import type { Links } from './chunks.ts';

/** Every module that may ever run from these starting points; what `ends` import on first use is not followed. */
export function reached(
  beginnings: readonly string[],
  links: Readonly<Record<string, Links>>,
  ends: readonly string[] = [],
): Set<string> {
  const found = new Set(beginnings);
  for (const module of found) {
    const { now = [], later = [] } = links[module] ?? {};
    for (const next of now) found.add(next);
    if (!ends.includes(module)) for (const next of later) found.add(next);
  }
  return found;
}
