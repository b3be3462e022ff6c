/** Which conversations are selected, and from which one Shift selects on. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** After the box of a row was pressed. With Shift all rows between it and the one pressed before become as it is. */
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

/** What is selected and still shown: nobody means what they do not see. */
export const selectedOf = ({ ids }: Selection, shown: readonly string[]): string[] =>
  ids.size === 0 ? [] : shown.filter((id) => ids.has(id));
