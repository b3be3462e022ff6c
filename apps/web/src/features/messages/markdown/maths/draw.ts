import { lazy } from '../../../../lib/lazy/lazy.ts';
import { whenNear } from '../../../../lib/page/near.ts';
import { nextFrame } from '../../../../lib/schedule/frame.ts';
import { counts } from '../counts.ts';
import { isFlooded } from '../near-screen.ts';
import { watchWidth } from './wide.ts';

/** Fetched when the first formula comes; until it is here, formulas are their source. */
export const typesetting = lazy(() => import('./typeset.ts').then((file) => file.typeset));

/** Milliseconds of one frame that go into formulas; half of a longer one, or laying out again and again took it all. */
const least = 6;
const most = 20;
let share = least;
let spent = 0;
/** Elements that one frame gets, unless one formula alone has more: laying them out takes longer than making them. */
const mostElements = 1_200;
/** Of a formula that nobody has drawn yet, for each of its characters. */
const elementsOfCharacter = 5;
let elements = 0;
let isCounting = false;
/** What is drawn next, and of how many characters it is made. */
const waiting = new Map<() => void, number>();

/** Draws a formula in its element: at once while there is time in this frame, else when it is near the screen. */
export function draw(place: HTMLElement, tex: string, isDisplay: boolean): () => void {
  let stopWatching = () => {};
  let stopWaiting = () => {};
  const job = () => {
    counts.formulas++;
    try {
      elements += typesetting.now()?.(place, tex, isDisplay) ?? 0;
      stopWatching = watchWidth(place, isDisplay, tex.length);
    } catch (error) {
      place.dataset.unread = '';
      place.title = `This formula cannot be read. ${sentence(error)}`;
    }
  };
  let isWanted = true;
  const start = () => {
    if (!isWanted) return;
    if (!isFlooded() && hasRoom(tex.length)) timed(job);
    else
      stopWaiting = whenNear(place, () => {
        if (waiting.size === 0) nextFrame(drawWaiting);
        waiting.set(job, tex.length);
      });
  };
  if (typesetting.now()) start();
  // Without it formulas stay what they are: readable, if not pretty.
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

function hasRoom(characters: number): boolean {
  if (elements === 0) return spent < share;
  return spent < share && elements + characters * elementsOfCharacter <= mostElements;
}

/** A few each frame, so that thousands that come at once hold up nothing. */
function drawWaiting() {
  for (const [job, characters] of waiting) {
    if (!hasRoom(characters)) break;
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
  // Only once all of it was laid out: what is drawn between two frames is part of the next.
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
