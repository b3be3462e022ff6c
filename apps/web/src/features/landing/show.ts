import { whenColoursChange } from '../../ui/index.ts';
import { paint, type Rgb, type SceneColours } from './paint.ts';
import { advanceScene, newScene } from './scene.ts';

/** A game on its canvas. */
export interface Show {
  play(isWanted: boolean): void;
  end(): void;
}

/** The shortest time between two frames, in ms: 120 Hz would cost twice as much and look the same. */
const shortest = 12;

/**
 * Draws a game until it is ended, and only while it can be seen: a hidden tab paints no frames, and a board that is
 * scrolled away requests none.
 */
export function show(canvas: HTMLCanvasElement, seed: number): Show {
  const context = canvas.getContext('2d');
  let scene = newScene(seed);
  let palette = paletteOf(canvas);
  let isWanted = false;
  let isInView = true;

  function draw() {
    if (context && canvas.width > 0) paint(context, scene, palette, canvas.width);
  }
  const film = frames((elapsed) => {
    scene = advanceScene(scene, elapsed);
    draw();
  });
  const schedule = () => film(isWanted && isInView);
  function recolour() {
    palette = paletteOf(canvas);
    draw();
  }

  const resizing = new ResizeObserver(([entry]) => {
    const pixels = entry?.devicePixelContentBoxSize?.[0]?.inlineSize;
    const width = pixels ?? Math.round((entry?.contentRect.width ?? 0) * devicePixelRatio);
    if (width === canvas.width) return;
    canvas.width = width;
    canvas.height = width;
    draw();
  });
  const watching = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? true;
    schedule();
  });
  resizing.observe(canvas);
  watching.observe(canvas);
  const stopColours = whenColoursChange(recolour);

  return {
    play(wanted) {
      isWanted = wanted;
      schedule();
    },
    end() {
      film(false);
      resizing.disconnect();
      watching.disconnect();
      stopColours();
    },
  };
}

/** Calls back in each frame while it runs, with the milliseconds since the one before; 0 in the first. */
function frames(step: (elapsed: number) => void): (isRunning: boolean) => void {
  let frame = 0;
  let last = 0;
  function next(now: number) {
    frame = requestAnimationFrame(next);
    if (now - last < shortest) return;
    step(last === 0 ? 0 : now - last);
    last = now;
  }
  return (isRunning) => {
    cancelAnimationFrame(frame);
    last = 0;
    if (isRunning) frame = requestAnimationFrame(next);
  };
}

/** The colours of the element around the canvas: its text colour and its background. */
function paletteOf(canvas: HTMLCanvasElement): SceneColours {
  const { color, backgroundColor } = getComputedStyle(canvas.parentElement ?? canvas);
  return { snake: parts(color), paper: parts(backgroundColor) };
}

function parts(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}
