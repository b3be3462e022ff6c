import { expect, test } from 'vitest';
import { after, newGame, resetLength } from './game.ts';
import { advance, newScene, type Scene } from './scene.ts';

function passed(scene: Scene, ms: number, frame: number): Scene {
  let next = scene;
  for (let at = 0; at < ms; at += frame) next = advance(next, frame);
  return next;
}

test('it takes a step every 100 ms, however often it is drawn [LAND-11]', () => {
  let game = newGame(3);
  for (let step = 0; step < 20; step += 1) game = after(game);
  for (const frame of [5, 8, 16, 40, 100, 200]) expect(passed(newScene(3), 2_000, frame).now).toEqual(game);
  expect(advance(newScene(3), 99).now).toEqual(newGame(3));
  expect(advance(newScene(3), 100).now).toEqual(after(newGame(3)));
});

test('after a minute in the background it continues where it was', () => {
  const scene = passed(newScene(3), 1_000, 20);
  expect(advance(scene, 60_000).now).toEqual(after(after(scene.now)));
});

test('the snake of a game that ended fades, and the new one does not glide in from its place', () => {
  let scene = newScene(9);
  while (scene.now.snake.length < resetLength) scene = advance(scene, 100);
  const last = scene.now;
  scene = advance(scene, 100);
  expect(scene).toMatchObject({ before: scene.now, fading: { snake: last.snake, age: 0 } });
  expect(passed(scene, 300, 50).fading).toMatchObject({ snake: last.snake, age: 300 });
  expect(passed(scene, 400, 50).fading).toBeNull();
});
