import { expect, test } from 'vitest';
import { type Links, reached } from './reached.ts';

const links: Record<string, Links> = {
  main: { now: ['app'], later: [] },
  app: { now: ['routes'], later: ['toast'] },
  routes: { now: ['page'], later: ['settings', 'chat'] },
  chat: { now: ['list'], later: ['maths'] },
  list: { now: ['chat'], later: [] },
};

test('dynamic imports count as well, however deep', () => {
  expect([...reached(['chat'], (module) => links[module])]).toEqual(['chat', 'list', 'maths']);
});

test('what an end imports dynamically is another page; what it imports statically is not', () => {
  expect([...reached(['main'], (module) => links[module], ['routes'])]).toEqual([
    'main',
    'app',
    'routes',
    'toast',
    'page',
  ]);
});
