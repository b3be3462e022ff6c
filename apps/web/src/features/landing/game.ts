/** Cells in a row, and in a column. */
export const size = 12;
/** Time from one step to the next, in ms. */
export const stepTime = 100;
/** The length at which a new game begins. */
export const resetLength = 10;

/** A cell of the board by its number: row × 12 + column. */
export type Cell = number;

/** A game of Snake that plays on its own. */
export interface Game {
  /** Head first. */
  snake: readonly Cell[];
  food: Cell;
  /** State of the random numbers: the same seed plays the same game. */
  seed: number;
}

export const gridColumn = (cell: Cell) => cell % size;
export const gridRow = (cell: Cell) => Math.floor(cell / size);
export const cellAt = (column: number, row: number): Cell => row * size + column;

// 5 cells long, with the bend of the wordmark.
const startSnake = [cellAt(6, 5), cellAt(5, 5), cellAt(5, 6), cellAt(4, 6), cellAt(3, 6)];

export function newGame(seed: number): Game {
  return withFood(startSnake, seed);
}

/** The game one step later. */
export function nextGame(game: Game): Game {
  const { snake, food, seed } = game;
  const next = snake.length < resetLength ? choice(game) : undefined;
  if (next === undefined) return newGame(seed);
  const moved = [next, ...(next === food ? snake : snake.slice(0, -1))];
  return next === food ? withFood(moved, seed) : { ...game, snake: moved };
}

/** The shortest way to the food that leaves a way out; straight ahead when two are equally short. */
function choice({ snake, food }: Game): Cell | undefined {
  const [head = 0, neck = head] = snake;
  const ways = steps(snake)
    .map((cell) => {
      const eaten = cell === food ? snake : snake.slice(0, -1);
      const moved = [cell, ...eaten];
      return { cell, distance: distance(moved, food), turns: cell - head === head - neck ? 0 : 1, moved };
    })
    .sort((a, b) => a.distance - b.distance || a.turns - b.turns)
    .map(({ cell, moved }) => ({ cell, life: life(moved, moved.length) }));
  const longest = Math.max(...ways.map(({ life }) => life));
  return ways.find(({ life }) => life === longest)?.cell;
}

/** Where the head can go: inside the board and not into the body, whose last cell is freed in the same step. */
function steps(snake: readonly Cell[]): Cell[] {
  return neighbours(snake[0] ?? 0).filter((cell) => {
    const at = snake.indexOf(cell);
    return at < 0 || at === snake.length - 1;
  });
}

function neighbours(cell: Cell): Cell[] {
  const column = gridColumn(cell);
  const around = [cell - size, cell + size];
  if (column > 0) around.push(cell - 1);
  if (column < size - 1) around.push(cell + 1);
  return around.filter((near) => near >= 0 && near < size * size);
}

/** Steps from the head to the food around a body that keeps moving; Infinity when it blocks the way. */
function distance(snake: readonly Cell[], food: Cell): number {
  const seen = new Set(snake.slice(0, 1));
  let edge = [...seen];
  for (let step = 0; edge.length > 0; step += 1) {
    if (edge.includes(food)) return step;
    const next: Cell[] = [];
    for (const cell of edge.flatMap(neighbours)) {
      const at = snake.indexOf(cell);
      const isFree = at < 0 || at + step + 1 >= snake.length;
      if (!isFree || seen.has(cell)) continue;
      seen.add(cell);
      next.push(cell);
    }
    edge = next;
  }
  return Number.POSITIVE_INFINITY;
}

/** How many more steps can be made, counted up to `enough`. */
function life(snake: readonly Cell[], enough: number): number {
  if (enough === 0) return 0;
  let longest = 0;
  for (const cell of steps(snake)) {
    longest = Math.max(longest, 1 + life([cell, ...snake.slice(0, -1)], enough - 1));
    if (longest === enough) break;
  }
  return longest;
}

function withFood(snake: readonly Cell[], seed: number): Game {
  const free = Array.from({ length: size * size }, (_, cell) => cell).filter((cell) => !snake.includes(cell));
  const { chance, next } = draw(seed);
  return { snake, food: free[Math.floor(chance * free.length)] ?? 0, seed: next };
}

/** A random number from 0 up to 1 and the seed of the next one (mulberry32: short, and uniform enough for a snake). */
function draw(seed: number): { chance: number; next: number } {
  const next = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(next ^ (next >>> 15), 1 | next);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return { chance: ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32, next };
}
