import { expect, test, vi } from 'vitest';
import { showPage } from './show-page.ts';

function windows(...paths: string[]) {
  const shown: string[] = [];
  const page = (path: string) => ({
    url: `https://chat.example.com${path}`,
    focus: async () => void shown.push(`tab ${path}`),
    navigate: async (url: string) => void shown.push(`to ${url}`),
  });
  const openWindow = vi.fn(async (path: string) => void shown.push(`new ${path}`));
  return { shown, matchAll: async () => paths.map(page), openWindow };
}

test('a notification leads to the tab in which its room is open, and there to its message [SPACE-15]', async () => {
  const here = windows('/chat', '/spaces/s2', '/spaces/s1?q=1#m1');
  await showPage(here, '/spaces/s1');
  expect(here.shown).toEqual(['tab /spaces/s1?q=1#m1']);
  await showPage(here, '/spaces/s1#m2');
  expect(here.shown.slice(1)).toEqual([
    'tab /spaces/s1?q=1#m1',
    'to https://chat.example.com/spaces/s1?q=1#m2',
  ]);
});

test('where that tab has been closed, the room opens in a new one [SPACE-15]', async () => {
  const here = windows('/chat');
  await showPage(here, '/spaces/s1#m1');
  expect(here.shown).toEqual(['new /spaces/s1#m1']);
});
