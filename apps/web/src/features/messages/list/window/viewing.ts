import { isOwn, type ListedMessage } from '../../view/message.ts';
import type { MessageRows } from './message-rows.ts';
import { type Range, type Screen, tail } from './range.ts';

/** A list with this few messages is rendered in full. */
export const shortList = 32;

/** The message at the top of the screen, and how far below the top it is, in pixels. */
export interface Anchor {
  id: string;
  below: number;
}

/** What is seen of a list, and where its reader is. */
export interface Viewing {
  /** The rows on the page. */
  range: Range;
  /** Null at the list's end, before it is scrolled. */
  screen: Screen | null;
  /** Messages that stay on the page, wherever the reader goes. */
  held: readonly string[];
  /** Increases when another conversation replaces the current one. */
  opened: number;
  /** The reply that fades in: one that arrived while its list was shown, until it leaves the page. */
  fresh: string | null;
  /** Where the reader was when messages above were added or removed; a new object each time. Null: at the end. */
  anchor: Anchor | null;
}

export const nothingViewed: Viewing = {
  range: { first: 0, end: 0 },
  screen: null,
  held: [],
  opened: 0,
  fresh: null,
  anchor: null,
};

/**
 * The list holds these messages now, which it arranges in its rows. Of another conversation the end is shown; if only some
 * have been added, removed or changed, anywhere, what the reader sees stays in place.
 */
export function viewed(
  before: Viewing,
  rows: MessageRows,
  now: readonly ListedMessage[],
  height: number,
): Viewing {
  const isOther = !now.some(({ id }) => rows.indexOf(id) !== undefined);
  const newest = now.findLast((message) => !isOwn(message))?.id;
  const isNew = newest !== undefined && rows.indexOf(newest) === undefined;
  // An opened conversation is old; only what arrives later fades in.
  const fresh = isOther && now.length > 2 ? null : isNew ? newest : before.fresh;
  const next = isOther ? opened(before, rows, now, height) : changed(before, rows, now, height);
  const { count } = rows.heights;
  return { ...next, fresh, range: count <= shortList ? { first: 0, end: count } : next.range };
}

function opened(before: Viewing, rows: MessageRows, now: readonly ListedMessage[], height: number): Viewing {
  rows.arrange([]);
  rows.forget([]);
  rows.arrange(now);
  const count = before.opened + (now.length > 0 ? 1 : 0);
  return { ...before, opened: count, screen: null, range: tail(rows.heights, height) };
}

function changed(before: Viewing, rows: MessageRows, now: readonly ListedMessage[], height: number): Viewing {
  const earlier = rows.messages;
  let ids: Set<string> | undefined;
  const stays = (id: string) => {
    if (now[rows.indexOf(id) ?? -1]?.id === id) return true;
    ids ??= new Set(now.map((message) => message.id));
    return ids.has(id);
  };
  const place = anchorOf(before, rows, stays);
  const pivot = place?.id ?? earlier.findLast(({ id }) => stays(id))?.id ?? '';
  const was = rows.indexOf(pivot);
  rows.arrange(now);
  const next = { ...before, range: rangeNow(before.range, rows, earlier, pivot) };
  return rows.indexOf(pivot) === was ? next : scrolledTo({ ...next, anchor: place }, rows, place, height);
}

/** The reader is at this place; null: at the end. */
export const scrolledTo = (
  viewing: Viewing,
  { heights, indexOf }: MessageRows,
  place: Anchor | null,
  height: number,
) => ({
  ...viewing,
  screen: place && { top: heights.topOf(indexOf(place.id) ?? 0) - place.below, height },
});

/** The first of these messages on screen; null at the list's end, where its reader stays anyway. */
export function anchorOf(
  { screen }: Viewing,
  { heights, messages }: MessageRows,
  stays: (id: string) => boolean = () => true,
): Anchor | null {
  if (!screen || screen.top + screen.height >= heights.total) return null;
  for (let index = heights.indexAt(screen.top); index < heights.count; index++) {
    const { id } = messages[index] as ListedMessage;
    if (stays(id)) return { id, below: heights.topOf(index) - screen.top };
  }
  return null;
}

/** The rows that were there and still are, wherever they are now, and as many as before. */
function rangeNow(
  { first, end }: Range,
  rows: MessageRows,
  before: readonly ListedMessage[],
  pivot: string,
): Range {
  const { count } = rows.heights;
  const stayed = before.slice(first, end).flatMap(({ id }) => rows.indexOf(id) ?? []);
  const from = Math.min(...stayed);
  const to = Math.max(Math.max(...stayed) + 1, from + end - first);
  const next = { first: from, end: end === before.length ? count : Math.min(to, count) };
  if (stayed.length > 0 && next.end - next.first <= end - first + shortList) return next;
  // Many messages were inserted between them: take those around the reader.
  const moved = (rows.indexOf(pivot) ?? 0) - before.findIndex(({ id }) => id === pivot);
  const begin = Math.max(0, Math.min(first + moved, count - 1));
  return { first: begin, end: Math.min(begin + end - first, count) };
}

/** The indices of the rows on the page, in their order. */
export function mountedRows({ range, held }: Viewing, { indexOf }: MessageRows): number[] {
  const mounted = new Set<number>();
  for (let index = range.first; index < range.end; index++) mounted.add(index);
  for (const index of held.flatMap((id) => indexOf(id) ?? [])) mounted.add(index);
  return [...mounted].sort((one, other) => one - other);
}
