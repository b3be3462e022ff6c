import { nextFrame } from '../../../lib/schedule/frame.ts';
import type { Match } from './matches.ts';
import { rangesIn } from './ranges.ts';

/** Finds the elements of a message, and brings it onto the page. */
export interface ScrolledList {
  scroller: HTMLElement;
  /** The message's element, when it is on the page. */
  row(id: string): HTMLElement | null;
  /** Scrolls to where the message is, so that it is rendered. */
  jumpTo(id: string): void;
}

/** Where a match is, when that part of the page is rendered. */
export function rangeOfMatch(match: Match, sought: readonly string[], page: ScrolledList): Range | null {
  const row = page.row(match.id);
  const block = row && partOf(row, match)?.block;
  return (block && rangesIn(block, sought, true).at(match.nth)) ?? null;
}

const frame = () => new Promise<void>((resolve) => void nextFrame(resolve));
/** Frames before giving up: what is far from the screen is rendered after being near it for a moment. */
const maxFrames = 90;
const maxMisses = 10;
/** Frames for which a match stays in view before it counts as revealed: what is rendered around it may push it away. */
const stableFrames = 3;

/**
 * Brings a match onto the screen: its message, then its part of the message, then the match itself.
 * Null when it cannot be found, or when another one is wanted in the meantime.
 */
export async function reveal(
  match: Match,
  sought: readonly string[],
  page: ScrolledList,
  isWanted: () => boolean,
): Promise<Range | null> {
  const { scroller } = page;
  let missed = 0;
  let stayed = 0;
  for (let left = maxFrames; left > 0 && isWanted(); left--) {
    const row = page.row(match.id);
    const part = row && partOf(row, match);
    if (!row) page.jumpTo(match.id);
    else if (part === null) show(row.getBoundingClientRect(), scroller);
    else {
      const range = part.block && rangesIn(part.block, sought, true).at(match.nth);
      const far = range?.startContainer.parentElement?.closest('[data-far]');
      const seen = range ? range.getBoundingClientRect() : part.near;
      const hasMoved = show(seen, scroller, range?.startContainer.parentElement ?? part.run);
      stayed = range && !far && !hasMoved ? stayed + 1 : 0;
      if (range && stayed >= stableFrames) return range;
      // It is not shown as it was read: a table, say, whose columns are still being measured.
      if (part.block && !range && ++missed > maxMisses) return null;
    }
    await frame();
  }
  return null;
}

/** Milliseconds for which a revealed match is kept in view: what is above it may still get another height. */
const settling = 1_000;

/** Keeps a revealed match in view until what is around it has settled, or the person scrolls. */
export async function keepInView(
  match: Match,
  sought: readonly string[],
  page: ScrolledList,
  isWanted: () => boolean,
): Promise<void> {
  const { scroller } = page;
  // On the whole page: a button may scroll, too.
  const touched = new AbortController();
  const options = { signal: touched.signal, passive: true };
  for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    document.addEventListener(kind, () => touched.abort(), options);
  const end = performance.now() + settling;
  while (isWanted() && !touched.signal.aborted && performance.now() < end) {
    const range = rangeOfMatch(match, sought, page);
    if (range) show(range.getBoundingClientRect(), scroller, range.startContainer.parentElement);
    await frame();
  }
  touched.abort();
}

/** The block of a match, or roughly where it will be once its part of the text is rendered. */
function partOf(
  row: Element,
  { part, isNote, block }: Match,
): { run: Element; block: Element | null; near: DOMRect } | null {
  const text = row.querySelector(part === 'text' ? '[data-text]' : '[data-reasoning]');
  const list = isNote ? '[data-notes]' : '[data-blocks]';
  const runs = [...(text?.querySelectorAll(`${list} > [data-start]`) ?? [])].filter(
    (run) => run.parentElement?.closest('[data-text], [data-reasoning]') === text,
  );
  const place = runs.findLastIndex((run) => startOf(run) <= block);
  const run = runs[place];
  if (!run) return null;
  const near = run.getBoundingClientRect();
  if (!run.hasAttribute('data-far')) return { run, block: run.children[block - startOf(run)] ?? null, near };
  const next = runs[place + 1];
  const many = Math.max(1, (next ? startOf(next) : startOf(run) + 8) - startOf(run));
  const share = Math.min(1, (block - startOf(run)) / many);
  return { run, block: null, near: new DOMRect(near.x, near.y + near.height * share, near.width, 0) };
}

const startOf = (run: Element) => Number(run.getAttribute('data-start'));

/** Pixels that fade at an edge beyond which there is more: `--space-6`. */
const fade = 24;

/** What of a box nothing covers: a first column may stay at one of its edges. Null: the place is in that column. */
function clearPart(
  box: Element,
  inside: Element | null,
  edge: DOMRect,
): { left: number; right: number } | null {
  const first = box.hasAttribute('data-first-stays') ? box.querySelector('th, td') : null;
  if (first && inside?.closest('th, td')?.matches(':first-child')) return null;
  const covered = first?.getBoundingClientRect();
  const isLeft = !!covered && covered.left - edge.left < edge.right - covered.right;
  const left = covered && isLeft ? covered.right : edge.left;
  const right = covered && !isLeft ? covered.left : edge.right;
  // A place that is wider than the box begins in it.
  const margin = right - left > 4 * fade ? fade : 0;
  return { left: left + margin, right: right - margin };
}

/** Scrolls every scroller around a place until it is a third from the top, unless it is already in view; returns whether it had to. */
function show(place: DOMRect, scroller: HTMLElement, inside: Element | null = null): boolean {
  let { top, bottom, left, right } = place;
  let hasMoved = false;
  for (let box = inside; box && box !== scroller; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1) continue;
    const { overflow, scrollPaddingBottom } = getComputedStyle(box);
    if (!/auto|scroll/.test(overflow)) continue;
    const edge = box.getBoundingClientRect();
    const before = [box.scrollTop, box.scrollLeft] as const;
    // A folded message fades out above its lower edge.
    const end = edge.bottom - (Number.parseFloat(scrollPaddingBottom) || 0);
    if (top < edge.top || bottom > end) box.scrollTop += top - edge.top - edge.height / 3;
    const clear = clearPart(box, inside, edge);
    if (clear && (left < clear.left || right > clear.right))
      box.scrollLeft += left - clear.left - (clear.right - clear.left) / 3;
    const [down, along] = [box.scrollTop - before[0], box.scrollLeft - before[1]];
    hasMoved ||= down !== 0 || along !== 0;
    [top, bottom, left, right] = [top - down, bottom - down, left - along, right - along];
  }
  const edge = scroller.getBoundingClientRect();
  const margin = 48;
  if (top >= edge.top + margin && bottom <= edge.bottom - margin) return hasMoved;
  const before = scroller.scrollTop;
  scroller.scrollTop += top - edge.top - edge.height / 3;
  return hasMoved || scroller.scrollTop !== before;
}
