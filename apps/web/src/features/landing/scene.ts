import { type Cell, type Game, newGame, nextGame, stepTime } from './game.ts';

/** A game between two of its steps. */
export interface Scene {
  before: Game;
  now: Game;
  /** ms since the step from before to now. */
  since: number;
  /** ms since the food appeared. */
  foodAge: number;
  /** The snake of the game that ended, while it fades. */
  fading: { snake: readonly Cell[]; age: number } | null;
}

/** How long things take to appear and to fade, in ms. */
export const fade = 4 * stepTime;

export function newScene(seed: number): Scene {
  const game = newGame(seed);
  return { before: game, now: game, since: 0, foodAge: fade, fading: null };
}

/** The scene `ms` later. Time spent away, or lost on a busy machine, is not played. */
export function advanceScene(scene: Scene, ms: number): Scene {
  const passed = Math.min(ms, 2 * stepTime);
  const fading = scene.fading && scene.fading.age + passed < fade ? aged(scene.fading, passed) : null;
  let next = { ...scene, since: scene.since + passed, foodAge: scene.foodAge + passed, fading };
  while (next.since >= stepTime) next = stepped(next);
  return next;
}

function stepped(scene: Scene): Scene {
  const before = scene.now;
  const now = nextGame(before);
  const since = scene.since - stepTime;
  const isAnew = now.snake[1] !== before.snake[0];
  return {
    // A new snake must not glide in from where the old one was.
    before: isAnew ? now : before,
    now,
    since,
    foodAge: now.food === before.food ? scene.foodAge : since,
    fading: isAnew ? { snake: before.snake, age: since } : scene.fading,
  };
}

const aged = <Thing extends { age: number }>(thing: Thing, ms: number) => ({ ...thing, age: thing.age + ms });
