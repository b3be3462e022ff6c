import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Cell,
  cellAt,
  type Game,
  gridColumn,
  gridRow,
  newGame,
  nextGame,
  resetLength,
  size,
} from './game.ts';

/** Runs of each property; FUZZ_RUNS sets a higher number. */
const { numRuns: runs = 100 } = fc.readConfigureGlobal();
const seeds = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

function* play(seed: number, steps: number): Generator<[before: Game, now: Game]> {
  let game = newGame(seed);
  for (let step = 0; step < steps; step += 1) {
    const next = nextGame(game);
    yield [game, next];
    game = next;
  }
}

function areNeighbours(one: Cell, other: Cell): boolean {
  return Math.abs(gridColumn(one) - gridColumn(other)) + Math.abs(gridRow(one) - gridRow(other)) === 1;
}

function isWhole({ snake, food }: Game): boolean {
  return (
    new Set([...snake, food]).size === snake.length + 1 &&
    [...snake, food].every((cell) => Number.isInteger(cell) && cell >= 0 && cell < size * size) &&
    snake.every((cell, at) => at === 0 || areNeighbours(cell, snake[at - 1] ?? -1))
  );
}

test('a game begins with a snake of 5 cells on a grid of 12 by 12 [LAND-07 LAND-09]', () => {
  expect(newGame(1).snake).toHaveLength(5);
  expect(size).toBe(12);
  expect(isWhole(newGame(1))).toBe(true);
});

test('whatever chance brings, the snake stays on the grid and in one piece', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      for (const [, game] of play(seed, 500)) if (!isWhole(game)) return false;
      return true;
    }),
    { numRuns: runs / 10 },
  );
});

test('it finds its food, grows by one each time, and starts again at length 10, never before [LAND-08 LAND-10]', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const lengths = new Set<number>();
      for (const [before, now] of play(seed, 600)) {
        lengths.add(now.snake.length);
        const ate = now.snake[0] === before.food && before.snake.length < resetLength;
        const grown = before.snake.length + (ate ? 1 : 0);
        expect(now.snake).toHaveLength(before.snake.length === resetLength ? 5 : grown);
      }
      expect([...lengths].sort((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10]);
    }),
    { numRuns: runs / 10 },
  );
});

test('it takes the shortest way when nothing blocks it', () => {
  let game: Game = { snake: row(5, 6), food: cellAt(11, 2), seed: 1 };
  for (let step = 0; step < 10; step += 1) game = nextGame(game);
  expect(game.snake).toHaveLength(6);
});

test('it follows its own tail rather than bite itself', () => {
  // Coiled in the corner: the tail's cell is the only way out.
  const coiled = [cellAt(0, 0), cellAt(1, 0), cellAt(1, 1), cellAt(0, 1)];
  expect(nextGame({ snake: coiled, food: cellAt(9, 9), seed: 1 }).snake[0]).toBe(cellAt(0, 1));
});

test('it leaves food alone when eating it would trap it', () => {
  const atTheDoor: Game = {
    snake: [
      cellAt(1, 0),
      cellAt(1, 1),
      cellAt(0, 1),
      cellAt(0, 2),
      cellAt(1, 2),
      cellAt(2, 2),
      cellAt(2, 1),
      cellAt(3, 1),
    ],
    food: cellAt(0, 0),
    seed: 1,
  };
  expect(nextGame(atTheDoor).snake[0]).toBe(cellAt(2, 0));
});

test('with no way left, it starts again', () => {
  const locked = [cellAt(0, 0), cellAt(1, 0), cellAt(1, 1), cellAt(0, 1), cellAt(0, 2), cellAt(1, 2)];
  expect(nextGame({ snake: locked, food: cellAt(9, 9), seed: 7 })).toEqual(newGame(7));
});

test('the same seed plays the same game, another seed another', () => {
  const course = (seed: number) => [...play(seed, 300)].map(([, game]) => game);
  expect(course(42)).toEqual(course(42));
  expect(course(42)).not.toEqual(course(43));
});

/** A straight snake in one row, its head on the right. */
function row(column: number, line: number): Cell[] {
  return Array.from({ length: 5 }, (_, at) => cellAt(column - at, line));
}
