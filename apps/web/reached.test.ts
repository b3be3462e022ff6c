import { expect, test } from 'vitest';
import { reached } from './reached.ts';

const links = {
  main: { now: ['app'], later: [] },
  app: { now: ['routes'], later: ['toast'] },
  routes: { now: ['page'], later: ['settings', 'chat'] },
  chat: { now: ['list'], later: ['maths'] },
  list: { now: ['chat'], later: [] },
};

test('what is imported later counts as well, however far away', () => {
  expect([...reached(['chat'], links)]).toEqual(['chat', 'list', 'maths']);
});

test('what an end leads to later is another page; what it needs at once is not', () => {
  expect([...reached(['main'], links, ['routes'])]).toEqual(['main', 'app', 'routes', 'toast', 'page']);
});
