import { type RefObject, useEffect, useEffectEvent } from 'react';
import { nextFrame } from '../../../lib/schedule/frame.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import type { Finding } from '../find/finding.ts';
import type { ListSource } from '../view/list-state.ts';
import type { ListWindow } from './window/list-window.ts';

/** A message to bring onto the screen, and words to mark in it; null: none. */
export type Target = { id: string; words?: readonly string[] } | null;

const frame = () => new Promise<void>((resolve) => void nextFrame(resolve));
/** Frames before giving up: rows are rendered and measured on the way. */
const maxFrames = 120;
/** Frames for which a row must stay where it is: what is rendered around it may push it away. */
const stableFrames = 3;

/** Brings a message onto the screen as soon as the list has it, marks it for a moment and gives it the focus. */
export function useGoTo(
  target: Target,
  onArrived: (() => void) | undefined,
  source: ListSource,
  window: ListWindow,
  scroller: RefObject<HTMLElement | null>,
  finding: Finding,
): void {
  const arrived = useEffectEvent(() => onArrived?.());
  const isListed = useLive(
    source,
    ({ messages }) => target !== null && messages.some(({ id }) => id === target.id),
  );
  useEffect(() => {
    const list = scroller.current;
    if (!target || !isListed || !list) return;
    let isWanted = true;
    const index = () => source.read().messages.findIndex(({ id }) => id === target.id);
    void reach(
      list,
      target.id,
      () => window.jumpTo(index()),
      () => isWanted,
    ).then((row) => {
      if (!isWanted) return;
      if (row) mark(row);
      if (row && target.words) finding.mark(target.words, target.id);
      arrived();
    });
    return () => {
      isWanted = false;
    };
  }, [target, isListed, source, window, scroller, finding]);
}

/** Null when the row does not come to rest, or is no longer wanted. */
async function reach(list: HTMLElement, id: string, jump: () => number, isWanted: () => boolean) {
  let stayed = 0;
  for (let left = maxFrames; left > 0 && isWanted(); left--) {
    const row = list.querySelector<HTMLElement>(`[data-message="${id}"]`);
    const before = list.scrollTop;
    if (row) row.scrollIntoView({ block: isLow(row, list) ? 'center' : 'start', behavior: 'instant' });
    else list.scrollTop = jump();
    stayed = row && list.scrollTop === before ? stayed + 1 : 0;
    if (stayed >= stableFrames) return row;
    await frame();
  }
  return null;
}

const isLow = (row: HTMLElement, list: HTMLElement) => row.offsetHeight < list.clientHeight;

function mark(row: HTMLElement) {
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  const colours = ['var(--accent-paper)', 'var(--accent-paper)', 'transparent'];
  const boxShadow = colours.map((colour) => `0 0 0 8px ${colour}`);
  row.animate({ backgroundColor: colours, boxShadow, borderRadius: ['8px', '8px'] }, 2_000);
}
