/** Which conversations are selected, and where a Shift selection starts. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** The selection after a row's box was pressed. With Shift, all rows from the one pressed before follow it. */
export function pressed(
  { ids, anchor }: Selection,
  id: string,
  shown: readonly string[],
  isRange: boolean,
): Selection {
  const isOn = !ids.has(id);
  const from = isRange && anchor !== null ? shown.indexOf(anchor) : -1;
  const to = shown.indexOf(id);
  const rows = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  const next = new Set(ids);
  for (const row of rows) {
    if (isOn) next.add(row);
    else next.delete(row);
  }
  return { ids: next, anchor: id };
}

/** The selected ids that are shown. */
export const selectedOf = ({ ids }: Selection, shown: readonly string[]): string[] =>
  ids.size === 0 ? [] : shown.filter((id) => ids.has(id));
