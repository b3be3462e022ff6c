import { type Live, live } from '../../../lib/state/live.ts';
import type { Message } from '../message/message.ts';
import { type Range, type Screen, stepped, tail } from './range.ts';
import { type RowHeights, rowHeights } from './row-heights.ts';

/** A list of so few messages is all there. */
const few = 32;

/** What is on the page: a message, or the room of those that are not. */
export type Part =
  | { type: 'row'; index: number }
  | { type: 'room'; first: number; end: number; height: number };

/** Which message is at the top of the screen, and how far below it, in pixels. */
interface Place {
  id: string;
  below: number;
}

export interface Shown {
  messages: readonly Message[];
  parts: readonly Part[];
  /** Goes up when another conversation takes the place of the one before. */
  opened: number;
  /** The reply that fades in: one that came while its list was there, until it leaves the page. */
  fresh: string | null;
  /** Where the reader was when older messages came in front; another object each time. Null: at the end. */
  anchor: Place | null;
}

export interface WindowNeeds {
  /** Pixels between two rows. */
  gap: number;
  /** The window's size, in pixels. */
  size(): { width: number; height: number };
  estimate(message: Message, width: number): number;
  /** Runs once before the next frame; returns what calls it off. */
  nextFrame(run: () => void): () => void;
}

/**
 * Which messages of a conversation are on the page: those near the screen, and those that are held. It is told what
 * happens and asks nothing of the layout.
 */
export interface ListWindow extends Pick<Live<Shown>, 'read' | 'listen' | 'start'> {
  readonly heights: RowHeights;
  /** The conversation is another now. */
  follow(messages: readonly Message[]): void;
  /** The list was scrolled, by whomever. */
  scrolled(screen: Screen): void;
  /** Rows have been laid out. Answers by how much those above the screen have grown. */
  measured(sizes: readonly { id: string; height: number }[]): number;
  /**
   * The window has another width: nothing that was measured holds any more. Answers which message was at the top of
   * the screen and how far below it, in pixels; null at the list's end, where its reader stays anyway.
   */
  resized(): Place | null;
  /** These messages stay, wherever the reader goes. */
  hold(ids: readonly string[]): void;
  /** The reader goes to a message at once; answers how many pixels are above it. */
  bring(index: number): number;
  leave(): void;
}

const nothingShown: Shown = { messages: [], parts: [], opened: 0, fresh: null, anchor: null };

export function openListWindow({ gap, size, estimate, nextFrame }: WindowNeeds): ListWindow {
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

  /** As it was measured, else as it is estimated at this width. */
  const heightOf = (message: Message) => known.get(message.id) ?? estimate(message, size().width);
  const newestOf = (list: readonly Message[]) =>
    list.findLast(({ role }) => role === 'assistant')?.id ?? null;

  /** Rows anew from this one on. */
  function arrange(from: number) {
    rows.cut(from);
    for (let index = from; index < messages.length; index++) {
      const message = messages[index] as Message;
      rows.add(heightOf(message));
      places.set(message.id, index);
    }
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
    const isGrowing = isLastGrowing();
    const next = stepped(range, rows, here, isGrowing);
    if (next === range) return;
    range = next;
    dispatch();
    callOff ??= nextFrame(step);
  }

  function isLastGrowing() {
    const last = messages.at(-1);
    return last?.role === 'assistant' && last.isGrowing;
  }

  function soon() {
    if (rows.count > few) callOff ??= nextFrame(step);
  }

  /** The message at the top of the screen; null at the list's end, where its reader stays anyway. */
  function placeNow(): Place | null {
    const first = messages[screen ? rows.indexAt(screen.top) : 0];
    if (!screen || !first || screen.top + screen.height >= rows.total) return null;
    return { id: first.id, below: rows.topOf(places.get(first.id) ?? 0) - screen.top };
  }

  function goTo({ id, below }: Place) {
    screen = { top: rows.topOf(places.get(id) ?? 0) - below, height: size().height };
  }

  /** What was said before the messages that are here: nothing on the screen moves. */
  function prepend(now: readonly Message[], count: number) {
    const place = placeNow();
    messages = now;
    arrange(0);
    range = { first: range.first + count, end: range.end + count };
    if (rows.count <= few) range = { first: 0, end: rows.count };
    if (place) goTo(place);
    else screen = null;
    anchor = place;
    dispatch();
    soon();
  }

  function follow(now: readonly Message[]) {
    if (now === messages || (now.length === 0 && messages.length === 0)) return;
    const before = messages;
    const older = now.length - before.length;
    if (older > 0 && before.length > 0 && now[older] === before[0]) return prepend(now, older);
    const isOther = before[0]?.id !== now[0]?.id;
    const wasToEnd = range.end === before.length;
    messages = now;
    if (isOther) {
      if (now.length > 0) opened++;
      known = new Map();
      screen = null;
    }
    const newest = newestOf(now);
    // What is opened was said long ago; only a reply that comes by itself fades in.
    if (isOther && now.length > 2) fresh = null;
    else if (newest !== null && !places.has(newest)) fresh = newest;
    // Each event of a stream changes the last message or adds one: the rows before it are as they were.
    const same = isOther ? 0 : sameBeginning(before, now);
    for (let index = same; index < before.length; index++) places.delete((before[index] as Message).id);
    arrange(same);
    if (rows.count <= few) range = { first: 0, end: rows.count };
    else if (isOther || range.first >= rows.count) range = tail(rows, size().height);
    else if (wasToEnd) range = { first: range.first, end: rows.count };
    else range = { first: range.first, end: Math.min(range.end, rows.count) };
    dispatch();
    soon();
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
      soon();
      return above;
    },
    resized() {
      const place = placeNow();
      const there = mountedRows().flatMap((index) => messages[index] ?? []);
      known = new Map(there.flatMap(({ id }) => (known.has(id) ? [[id, known.get(id) ?? 0]] : [])));
      arrange(0);
      if (place) goTo(place);
      dispatch();
      soon();
      return place;
    },
    hold(ids) {
      if (ids.length === held.length && ids.every((id, place) => id === held[place])) return;
      held = ids;
      dispatch();
    },
    bring(index) {
      const height = screen?.height ?? size().height;
      const top = Math.max(0, Math.min(rows.topOf(index), rows.total - height));
      screen = { top, height };
      callOff?.();
      step();
      return top;
    },
    leave: () => callOff?.(),
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
  const room = (end: number) => {
    if (end <= next) return;
    const height = rows.topOf(end - 1) + rows.heightOf(end - 1) - rows.topOf(next);
    parts.push({ type: 'room', first: next, end, height });
  };
  for (const index of mounted) {
    room(index);
    parts.push({ type: 'row', index });
    next = index + 1;
  }
  room(rows.count);
  return parts;
}
