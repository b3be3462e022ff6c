import { type Cell, gridColumn, gridRow, size, stepTime } from './game.ts';
import { fade, type Scene } from './scene.ts';

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [number, number, number];

export interface SceneColours {
  snake: Rgb;
  paper: Rgb;
}

interface Point {
  x: number;
  y: number;
}

const thickness = 0.64;
/** How far the tail's end has faded into the background. */
const tailFade = 0.62;

/** Draws the scene over all of the canvas, which is `pixels` wide and high. */
export function paint(
  context: CanvasRenderingContext2D,
  scene: Scene,
  palette: SceneColours,
  pixels: number,
) {
  const progress = scene.since / stepTime;
  context.setTransform(pixels / size, 0, 0, pixels / size, 0, 0);
  context.clearRect(0, 0, size, size);
  if (scene.fading) {
    context.globalAlpha = (1 - scene.fading.age / fade) * 0.6;
    drawSnake(context, scene.fading.snake.map(centre), palette);
    context.globalAlpha = 1;
  }
  drawFood(context, centre(scene.now.food), Math.min(1, scene.foodAge / fade), palette);
  drawSnake(context, gliding(scene, progress), palette);
}

/** The corners of the snake's line, head first: its two ends are on their way from one cell to the next. */
function gliding({ before, now }: Scene, progress: number): Point[] {
  const points = now.snake.map(centre);
  if (before === now) return points;
  const [head, neck] = points;
  const tail = points.at(-1);
  const left = before.snake.at(-1);
  if (!head || !neck || !tail || left === undefined) return points;
  points[0] = between(neck, head, progress);
  // The tail of a snake that has just grown stays where it is.
  if (before.snake.length === now.snake.length) points.push(between(centre(left), tail, progress));
  return points;
}

function drawSnake(context: CanvasRenderingContext2D, points: Point[], palette: SceneColours) {
  const { snake, paper } = palette;
  // Shaded by the distance from the head, not by corner, so that the shades flow along with the body.
  let way = 0;
  const colours = points.map((point, at) => {
    const before = points[at - 1] ?? point;
    way += Math.hypot(point.x - before.x, point.y - before.y);
    return css(mixed(snake, paper, (tailFade * way) / size));
  });
  // Round ends and corners first; the lines between them then cover the seams.
  for (const [at, point] of points.entries()) {
    context.fillStyle = colours[at] ?? '';
    dot(context, point, thickness / 2);
  }
  context.lineWidth = thickness;
  for (const [at, from] of points.entries()) {
    const to = points[at + 1];
    if (!to) break;
    const along = context.createLinearGradient(from.x, from.y, to.x, to.y);
    along.addColorStop(0, colours[at] ?? '');
    along.addColorStop(1, colours[at + 1] ?? '');
    context.strokeStyle = along;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  drawEyes(context, points, paper);
}

function drawEyes(context: CanvasRenderingContext2D, [head, neck]: Point[], paper: Rgb) {
  if (!head || !neck) return;
  const length = Math.hypot(head.x - neck.x, head.y - neck.y) || 1;
  const ahead = { x: (head.x - neck.x) / length, y: (head.y - neck.y) / length };
  context.fillStyle = css(paper);
  for (const side of [-0.15, 0.15]) {
    dot(
      context,
      { x: head.x + ahead.x * 0.08 - ahead.y * side, y: head.y + ahead.y * 0.08 + ahead.x * side },
      0.065,
    );
  }
}

function drawFood(
  context: CanvasRenderingContext2D,
  at: Point,
  grown: number,
  { snake, paper }: SceneColours,
) {
  const eased = 1 - (1 - grown) ** 3;
  context.fillStyle = css(mixed(snake, paper, 0.84));
  dot(context, at, 0.45 * eased + 0.3 * (1 - grown));
  context.fillStyle = css(snake);
  dot(context, at, 0.24 * eased);
}

function dot(context: CanvasRenderingContext2D, { x, y }: Point, radius: number) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

const centre = (cell: Cell): Point => ({ x: gridColumn(cell) + 0.5, y: gridRow(cell) + 0.5 });
const between = (from: Point, to: Point, progress: number): Point => ({
  x: from.x + (to.x - from.x) * progress,
  y: from.y + (to.y - from.y) * progress,
});
const mixed = (one: Rgb, other: Rgb, share: number) =>
  one.map((part, at) => Math.round(part + ((other[at] ?? 0) - part) * share));
const css = (colour: readonly number[]) => `rgb(${colour.join(' ')})`;
