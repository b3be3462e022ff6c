/** What a module imports: statically, and on first use. */
export interface Links {
  now: readonly string[];
  later: readonly string[];
}

/** Every module that may ever run from these starting points; what `ends` import on first use is not followed. */
export function reached(
  beginnings: readonly string[],
  linksOf: (module: string) => Links | undefined,
  ends: readonly string[] = [],
): Set<string> {
  const found = new Set(beginnings);
  for (const module of found) {
    const { now = [], later = [] } = linksOf(module) ?? {};
    for (const next of now) found.add(next);
    if (!ends.includes(module)) for (const next of later) found.add(next);
  }
  return found;
}
