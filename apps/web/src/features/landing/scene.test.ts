import { expect, test } from 'vitest';
import { newGame, nextGame, resetLength } from './game.ts';
import { advanceScene, newScene, type Scene } from './scene.ts';

function passed(scene: Scene, ms: number, frame: number): Scene {
  let next = scene;
  for (let at = 0; at < ms; at += frame) next = advanceScene(next, frame);
  return next;
}

test('it takes a step every 100 ms, however often it is drawn [LAND-11]', () => {
  let game = newGame(3);
  for (let step = 0; step < 20; step += 1) game = nextGame(game);
  for (const frame of [5, 8, 16, 40, 100, 200]) expect(passed(newScene(3), 2_000, frame).now).toEqual(game);
  expect(advanceScene(newScene(3), 99).now).toEqual(newGame(3));
  expect(advanceScene(newScene(3), 100).now).toEqual(nextGame(newGame(3)));
});

test('after a minute in the background it continues where it was', () => {
  const scene = passed(newScene(3), 1_000, 20);
  expect(advanceScene(scene, 60_000).now).toEqual(nextGame(nextGame(scene.now)));
});

test('the snake of a game that ended fades, and the new one does not glide in from its place', () => {
  let scene = newScene(9);
  while (scene.now.snake.length < resetLength) scene = advanceScene(scene, 100);
  const last = scene.now;
  scene = advanceScene(scene, 100);
  expect(scene).toMatchObject({ before: scene.now, fading: { snake: last.snake, age: 0 } });
  expect(passed(scene, 300, 50).fading).toMatchObject({ snake: last.snake, age: 300 });
  expect(passed(scene, 400, 50).fading).toBeNull();
});
