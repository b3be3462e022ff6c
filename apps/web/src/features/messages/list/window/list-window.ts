import { type Live, live } from '../../../../lib/state/live.ts';
import { isOwn, type Message } from '../../view/message.ts';
import { type Range, type Screen, stepped, tail } from './range.ts';
import { type RowHeights, rowHeights } from './row-heights.ts';

/** A list with this few messages is rendered in full. */
const few = 32;

/** What is on the page: a message, or space for those that are not. */
export type Part =
  | { type: 'row'; index: number }
  | { type: 'spacer'; first: number; end: number; height: number };

/** The message at the top of the screen, and how far below the top it is, in pixels. */
interface Place {
  id: string;
  below: number;
}

export interface Shown {
  messages: readonly Message[];
  parts: readonly Part[];
  /** Increases when another conversation replaces the current one. */
  opened: number;
  /** The reply that fades in: one that arrived while its list was shown, until it leaves the page. */
  fresh: string | null;
  /** Where the reader was when messages above were added or removed; a new object each time. Null: at the end. */
  anchor: Place | null;
}

export interface WindowOptions {
  /** Pixels between two rows. */
  gap: number;
  /** The window's size, in pixels. */
  size(): { width: number; height: number };
  estimate(message: Message, width: number): number;
  /** Runs once before the next frame; returns a function that cancels it. */
  nextFrame(run: () => void): () => void;
}

/**
 * Which messages of a conversation are on the page: those near the screen, and those held there. It is notified of what
 * happens and never reads the layout.
 */
export interface ListWindow extends Pick<Live<Shown>, 'read' | 'listen' | 'start'> {
  readonly heights: RowHeights;
  /** The conversation has changed. */
  follow(messages: readonly Message[]): void;
  /** The list was scrolled, by the reader or by us. */
  scrolled(screen: Screen): void;
  /** Rows have been laid out. Returns by how many pixels those above the screen have grown. */
  measured(sizes: readonly { id: string; height: number }[]): number;
  /**
   * The window's width has changed, so all measurements are void. Returns the message that was at the top of the screen
   * and how far below the top it was, in pixels; null at the list's end, where its reader stays anyway.
   */
  resized(): Place | null;
  /** These messages stay on the page, wherever the reader goes. */
  hold(ids: readonly string[]): void;
  /** Jumps to a message; returns how many pixels are above it. */
  jumpTo(index: number): number;
  stop(): void;
}

const nothingShown: Shown = { messages: [], parts: [], opened: 0, fresh: null, anchor: null };

export function openListWindow({ gap, size, estimate, nextFrame }: WindowOptions): ListWindow {
  const shown = live<Shown, Shown>(nothingShown, (_, now) => now);
  let messages: readonly Message[] = [];
  let known = new Map<string, number>();
  const places = new Map<string, number>();
  const rows = rowHeights([], gap);
  let range: Range = { first: 0, end: 0 };
  let screen: Screen | null = null;
  let held: readonly string[] = [];
  let opened = 0;
  let fresh: string | null = null;
  let anchor: Place | null = null;
  let callOff: (() => void) | undefined;

  /** The measured height, or an estimate for this width. */
  const heightOf = (message: Message) => known.get(message.id) ?? estimate(message, size().width);
  const newestOf = (list: readonly Message[]) => list.findLast((message) => !isOwn(message))?.id ?? null;

  /** Rebuilds the rows from this one on; messages already there keep their height. */
  function arrange(now: readonly Message[], from: number) {
    const heights = now.slice(from).map((message) => {
      const index = places.get(message.id) ?? -1;
      return messages[index] === message ? rows.heightOf(index) : heightOf(message);
    });
    for (let index = from; index < messages.length; index++) places.delete((messages[index] as Message).id);
    rows.truncate(from);
    for (const height of heights) rows.add(height);
    for (let index = from; index < now.length; index++) places.set((now[index] as Message).id, index);
    messages = now;
  }

  function dispatch() {
    const mounted = mountedRows();
    if (fresh !== null && !mounted.includes(places.get(fresh) ?? -1)) fresh = null;
    shown.dispatch({ messages, parts: partsOf(mounted, rows), opened, fresh, anchor });
  }

  function mountedRows(): number[] {
    const mounted = new Set<number>();
    for (let index = range.first; index < range.end; index++) mounted.add(index);
    for (const id of held) {
      const index = places.get(id);
      if (index !== undefined) mounted.add(index);
    }
    return [...mounted].sort((one, other) => one - other);
  }

  function step() {
    callOff = undefined;
    if (rows.count <= few) return;
    const here = screen ?? { top: rows.total - size().height, height: size().height };
    const next = stepped(range, rows, here, isAnyGrowing());
    if (next === range) return;
    range = next;
    dispatch();
    callOff ??= nextFrame(step);
  }

  /** Whether a reply on the page is growing; one off the page needs no layout. */
  function isAnyGrowing() {
    for (let index = range.first; index < range.end; index++) {
      const message = messages[index];
      if (message?.role === 'assistant' && message.isGrowing) return true;
    }
    return false;
  }

  function scheduleStep() {
    if (rows.count > few) callOff ??= nextFrame(step);
  }

  /** The first of these messages on screen; null at the list's end, where its reader stays anyway. */
  function placeNow(stays: (id: string) => boolean): Place | null {
    if (!screen || screen.top + screen.height >= rows.total) return null;
    for (let index = rows.indexAt(screen.top); index < rows.count; index++) {
      const { id } = messages[index] as Message;
      if (stays(id)) return { id, below: rows.topOf(index) - screen.top };
    }
    return null;
  }

  function goTo({ id, below }: Place) {
    screen = { top: rows.topOf(places.get(id) ?? 0) - below, height: size().height };
  }

  /** The rows that were there and still are, wherever they are now, and as many as before. */
  function rangeNow(before: readonly Message[], pivot: string): Range {
    const { first, end } = range;
    const stayed = before.slice(first, end).flatMap(({ id }) => places.get(id) ?? []);
    const from = Math.min(...stayed);
    const to = Math.max(Math.max(...stayed) + 1, from + end - first);
    const isToEnd = end === before.length;
    const next = { first: from, end: isToEnd ? rows.count : Math.min(to, rows.count) };
    if (stayed.length > 0 && next.end - next.first <= end - first + few) return next;
    // Many messages were inserted between them: take those around the reader.
    const moved = (places.get(pivot) ?? 0) - before.findIndex(({ id }) => id === pivot);
    const begin = Math.max(0, Math.min(first + moved, rows.count - 1));
    return { first: begin, end: Math.min(begin + end - first, rows.count) };
  }

  function open(now: readonly Message[]) {
    if (now.length > 0) opened++;
    known = new Map();
    screen = null;
    arrange(now, 0);
    range = tail(rows, size().height);
  }

  /** Messages were added, removed or changed, anywhere: what the reader sees stays in place. */
  function change(now: readonly Message[]) {
    const before = messages;
    let ids: Set<string> | undefined;
    const stays = (id: string) => {
      if (now[places.get(id) ?? -1]?.id === id) return true;
      ids ??= new Set(now.map((message) => message.id));
      return ids.has(id);
    };
    const place = placeNow(stays);
    const pivot = place?.id ?? before.findLast(({ id }) => stays(id))?.id ?? '';
    const was = places.get(pivot);
    arrange(now, sameBeginning(before, now));
    range = rangeNow(before, pivot);
    if (places.get(pivot) === was) return;
    anchor = place;
    if (place) goTo(place);
    else screen = null;
  }

  function follow(now: readonly Message[]) {
    if (now === messages || (now.length === 0 && messages.length === 0)) return;
    const isOther = !now.some(({ id }) => places.has(id));
    const newest = newestOf(now);
    // An opened conversation is old; only what arrives later fades in.
    if (isOther && now.length > 2) fresh = null;
    else if (newest !== null && !places.has(newest)) fresh = newest;
    if (isOther) open(now);
    else change(now);
    if (rows.count <= few) range = { first: 0, end: rows.count };
    dispatch();
    scheduleStep();
  }

  return {
    read: shown.read,
    listen: shown.listen,
    start: shown.start,
    get heights() {
      return rows;
    },
    follow,
    scrolled(now) {
      screen = now;
      callOff?.();
      step();
    },
    measured(sizes) {
      let above = 0;
      for (const { id, height } of sizes) {
        const index = places.get(id);
        if (index === undefined) continue;
        const difference = height - rows.heightOf(index);
        known.set(id, height);
        if (difference === 0) continue;
        if (screen && rows.topOf(index) + rows.heightOf(index) <= screen.top) above += difference;
        rows.set(index, height);
      }
      scheduleStep();
      return above;
    },
    resized() {
      const place = placeNow(() => true);
      const there = mountedRows().flatMap((index) => messages[index] ?? []);
      known = new Map(there.flatMap(({ id }) => (known.has(id) ? [[id, known.get(id) ?? 0]] : [])));
      rows.truncate(0);
      for (const message of messages) rows.add(heightOf(message));
      if (place) goTo(place);
      dispatch();
      scheduleStep();
      return place;
    },
    hold(ids) {
      if (ids.length === held.length && ids.every((id, place) => id === held[place])) return;
      held = ids;
      dispatch();
    },
    jumpTo(index) {
      const height = screen?.height ?? size().height;
      const top = Math.max(0, Math.min(rows.topOf(index), rows.total - height));
      screen = { top, height };
      callOff?.();
      step();
      return top;
    },
    stop: () => callOff?.(),
  };
}

function sameBeginning(before: readonly Message[], now: readonly Message[]): number {
  let same = 0;
  while (same < now.length && now[same] === before[same]) same++;
  return same;
}

function partsOf(mounted: readonly number[], rows: RowHeights): Part[] {
  const parts: Part[] = [];
  let next = 0;
  const spacer = (end: number) => {
    if (end <= next) return;
    const height = rows.topOf(end - 1) + rows.heightOf(end - 1) - rows.topOf(next);
    parts.push({ type: 'spacer', first: next, end, height });
  };
  for (const index of mounted) {
    spacer(index);
    parts.push({ type: 'row', index });
    next = index + 1;
  }
  spacer(rows.count);
  return parts;
}
