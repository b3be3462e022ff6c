import { type Live, live } from '../../../../lib/state/live.ts';
import type { ListedMessage } from '../../view/message.ts';
import { messageRows } from './message-rows.ts';
import { type Screen, stepped } from './range.ts';
import type { RowHeights } from './row-heights.ts';
import {
  type Anchor,
  anchorOf,
  mountedRows,
  nothingViewed,
  scrolledTo,
  shortList,
  type Viewing,
  viewed,
} from './viewing.ts';

/** What is on the page: a message, or space for those that are not. */
export type Part =
  | { type: 'row'; index: number }
  | { type: 'spacer'; first: number; end: number; height: number };

export interface Shown extends Pick<Viewing, 'opened' | 'fresh' | 'anchor'> {
  messages: readonly ListedMessage[];
  parts: readonly Part[];
}

export interface WindowOptions {
  /** Pixels between two rows. */
  gap: number;
  /** The window's size, in pixels. */
  size(): { width: number; height: number };
  estimate(message: ListedMessage, width: number): number;
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
  follow(messages: readonly ListedMessage[]): void;
  /** The list was scrolled, by the reader or by us. */
  scrolled(screen: Screen): void;
  /** Rows have been laid out. Returns by how many pixels those above the screen have grown. */
  measured(sizes: readonly { id: string; height: number }[]): number;
  /**
   * The window's width has changed, so all measurements are void. Returns the message that was at the top of the screen
   * and how far below the top it was, in pixels; null at the list's end, where its reader stays anyway.
   */
  resized(): Anchor | null;
  /** These messages stay on the page, wherever the reader goes. */
  hold(ids: readonly string[]): void;
  /** Jumps to a message; returns how many pixels are above it. */
  jumpTo(index: number): number;
  stop(): void;
}

const nothingShown: Shown = { messages: [], parts: [], opened: 0, fresh: null, anchor: null };

export function openListWindow({ gap, size, estimate, nextFrame }: WindowOptions): ListWindow {
  const shown = live<Shown, Shown>(nothingShown, (_, now) => now);
  const rows = messageRows((message) => estimate(message, size().width), gap);
  const { heights } = rows;
  let viewing = nothingViewed;
  let cancel: (() => void) | undefined;

  function dispatch() {
    const mounted = mountedRows(viewing, rows);
    const { opened, fresh, anchor } = viewing;
    if (fresh !== null && !mounted.includes(rows.indexOf(fresh) ?? -1)) viewing = { ...viewing, fresh: null };
    const parts = partsOf(mounted, heights);
    shown.dispatch({ messages: rows.messages, parts, opened, fresh: viewing.fresh, anchor });
  }

  function step() {
    cancel = undefined;
    if (heights.count <= shortList) return;
    const { range, screen } = viewing;
    const here = screen ?? { top: heights.total - size().height, height: size().height };
    const there = rows.messages.slice(range.first, range.end);
    // One off the page needs no layout.
    const isGrowing = there.some((message) => message.role === 'assistant' && message.isGrowing);
    const next = stepped(range, heights, here, isGrowing);
    if (next === range) return;
    viewing = { ...viewing, range: next };
    dispatch();
    scheduleStep();
  }

  function scheduleStep() {
    if (heights.count > shortList) cancel ??= nextFrame(step);
  }

  function scrolled(screen: Screen) {
    viewing = { ...viewing, screen };
    cancel?.();
    step();
  }

  return {
    read: shown.read,
    listen: shown.listen,
    start: shown.start,
    heights,
    follow(now) {
      const { messages } = rows;
      if (now === messages || (now.length === 0 && messages.length === 0)) return;
      viewing = viewed(viewing, rows, now, size().height);
      dispatch();
      scheduleStep();
    },
    scrolled,
    measured(sizes) {
      const above = rows.measure(sizes, viewing.screen?.top ?? Number.NEGATIVE_INFINITY);
      scheduleStep();
      return above;
    },
    resized() {
      const place = anchorOf(viewing, rows);
      rows.forget(mountedRows(viewing, rows).flatMap((index) => rows.messages[index] ?? []));
      if (place) viewing = scrolledTo(viewing, rows, place, size().height);
      dispatch();
      scheduleStep();
      return place;
    },
    hold(held) {
      const before = viewing.held;
      if (held.length === before.length && held.every((id, place) => id === before[place])) return;
      viewing = { ...viewing, held };
      dispatch();
    },
    jumpTo(index) {
      const height = viewing.screen?.height ?? size().height;
      const top = Math.max(0, Math.min(heights.topOf(index), heights.total - height));
      scrolled({ top, height });
      return top;
    },
    stop: () => cancel?.(),
  };
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
