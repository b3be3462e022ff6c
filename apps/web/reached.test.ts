import { expect, test } from 'vitest';
import { reached } from './reached.ts';

const links = {
  main: { now: ['app'], later: [] },
  app: { now: ['routes'], later: ['toast'] },
  routes: { now: ['page'], later: ['settings', 'chat'] },
  chat: { now: ['list'], later: ['maths'] },
  list: { now: ['chat'], later: [] },
};

test('dynamic imports count as well, however deep', () => {
  expect([...reached(['chat'], links)]).toEqual(['chat', 'list', 'maths']);
});

test('what an end imports dynamically is another page; what it imports statically is not', () => {
  expect([...reached(['main'], links, ['routes'])]).toEqual(['main', 'app', 'routes', 'toast', 'page']);
});
