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
  const isFromAnchor = isRange && anchor !== null && shown.includes(anchor);
  const rows = isFromAnchor ? rowsBetween(anchor, id, shown) : [id];
  const next = new Set(ids);
  for (const row of rows) {
    if (isOn) next.add(row);
    else next.delete(row);
  }
  return { ids: next, anchor: id };
}

/** The selection after the focus went from one row to another with Shift: the rows from where that began to this one. */
export function extended(
  selection: Selection,
  from: string,
  to: string,
  shown: readonly string[],
): Selection {
  const isBegun = selection.anchor !== null && selection.ids.has(from) && shown.includes(selection.anchor);
  const anchor = isBegun ? (selection.anchor ?? from) : from;
  const next = new Set(selection.ids);
  for (const row of rowsBetween(anchor, from, shown)) next.delete(row);
  for (const row of rowsBetween(anchor, to, shown)) next.add(row);
  return { ids: next, anchor };
}

function rowsBetween(one: string, other: string, shown: readonly string[]): readonly string[] {
  const [from, to] = [shown.indexOf(one), shown.indexOf(other)];
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** The selected ids that are shown. */
export const selectedOf = ({ ids }: Selection, shown: readonly string[]): string[] =>
  ids.size === 0 ? [] : shown.filter((id) => ids.has(id));
