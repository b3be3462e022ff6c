import { lazy } from '../../../../lib/lazy/lazy.ts';
import { whenNearViewport } from '../../../../lib/page/near-viewport.ts';
import { nextFrame } from '../../../../lib/schedule/frame.ts';
import { counts } from '../counts.ts';
import { isFlooded } from '../near-viewport.ts';
import { watchWidth } from './wide.ts';

/** Loaded with the first formula; until then formulas are shown as their source. */
export const typesetting = lazy(() => import('./typeset.ts').then((file) => file.typeset));

/** Milliseconds per frame spent on formulas; half of a longer frame, or repeated layout would take all the time. */
const least = 6;
const most = 20;
let share = least;
let spent = 0;
/** Elements per frame, unless a single formula has more: laying them out takes longer than creating them. */
const mostElements = 1_200;
/** Estimate for a formula that has not been drawn yet: elements per character. */
const elementsOfCharacter = 5;
let elements = 0;
let isCounting = false;
/** What is drawn next, and its length in characters. */
const waiting = new Map<() => void, number>();

/** Draws a formula in its element: at once while this frame has time left, else when it is near the screen. */
export function draw(place: HTMLElement, tex: string, isDisplay: boolean): () => void {
  let stopWatching = () => {};
  let stopWaiting = () => {};
  const job = () => {
    counts.formulas++;
    try {
      elements += typesetting.loaded()?.(place, tex, isDisplay) ?? 0;
      stopWatching = watchWidth(place, isDisplay, tex.length);
    } catch (error) {
      place.dataset.unread = '';
      place.title = `This formula cannot be read. ${sentence(error)}`;
    }
  };
  let isWanted = true;
  const start = () => {
    if (!isWanted) return;
    if (!isFlooded() && hasBudget(tex.length)) timed(job);
    else
      stopWaiting = whenNearViewport(place, () => {
        if (waiting.size === 0) nextFrame(drawWaiting);
        waiting.set(job, tex.length);
      });
  };
  if (typesetting.loaded()) start();
  // Without it formulas stay as their source: readable, if not pretty.
  else typesetting.fetch().then(start, (error) => console.error('Formulas could not be loaded', error));
  return () => {
    isWanted = false;
    waiting.delete(job);
    stopWaiting();
    stopWatching();
    place.removeAttribute('title');
    delete place.dataset.unread;
  };
}

function hasBudget(characters: number): boolean {
  if (elements === 0) return spent < share;
  return spent < share && elements + characters * elementsOfCharacter <= mostElements;
}

/** A few per frame, so that thousands of them at once do not hold up the page. */
function drawWaiting() {
  for (const [job, characters] of waiting) {
    if (!hasBudget(characters)) break;
    waiting.delete(job);
    timed(job, true);
  }
  if (waiting.size > 0) nextFrame(drawWaiting);
}

function timed(job: () => void, isInFrame = false) {
  const started = performance.now();
  job();
  spent += performance.now() - started;
  if (isCounting) return;
  isCounting = true;
  // Only after layout: what is drawn between two frames belongs to the next.
  const count = () =>
    setTimeout(() => {
      share = Math.min(most, Math.max(least, (performance.now() - started) / 2));
      spent = 0;
      elements = 0;
      isCounting = false;
    });
  if (isInFrame) count();
  else nextFrame(count);
}

const sentence = (error: unknown) =>
  error instanceof RangeError
    ? 'It is nested too deeply.'
    : String((error as Error).message).replace(/^KaTeX parse error: /, '');
