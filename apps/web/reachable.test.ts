import { expect, test } from 'vitest';
import { type Links, reachable } from './reachable.ts';

const links: Record<string, Links> = {
  main: { imports: ['app'], dynamicImports: [] },
  app: { imports: ['routes'], dynamicImports: ['toast'] },
  routes: { imports: ['page'], dynamicImports: ['settings', 'chat'] },
  chat: { imports: ['list'], dynamicImports: ['maths'] },
  list: { imports: ['chat'], dynamicImports: [] },
};

test('dynamic imports are followed at any depth', () => {
  expect([...reachable(['chat'], (module) => links[module])]).toEqual(['chat', 'list', 'maths']);
});

test('dynamic imports of an end are not followed; its static imports are', () => {
  expect([...reachable(['main'], (module) => links[module], ['routes'])]).toEqual([
    'main',
    'app',
    'routes',
    'toast',
    'page',
  ]);
});
