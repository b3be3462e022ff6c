/** What a module imports, statically and dynamically. */
export interface Links {
  imports: readonly string[];
  dynamicImports: readonly string[];
}

/** Every module that may ever run from these entries. Dynamic imports of `ends` are not followed. */
export function reachable(
  entries: readonly string[],
  linksOf: (module: string) => Links | undefined,
  ends: readonly string[] = [],
): Set<string> {
  const found = new Set(entries);
  for (const module of found) {
    const { imports = [], dynamicImports = [] } = linksOf(module) ?? {};
    for (const next of imports) found.add(next);
    if (!ends.includes(module)) for (const next of dynamicImports) found.add(next);
  }
  return found;
}
