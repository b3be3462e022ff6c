import { expect, test, vi } from 'vitest';
import { showPage } from './show-page.ts';

function windows(...paths: string[]) {
  const shown: string[] = [];
  const page = (path: string) => ({
    url: `https://chat.example.com${path}`,
    focus: async () => void shown.push(`tab ${path}`),
  });
  const openWindow = vi.fn(async (path: string) => void shown.push(`new ${path}`));
  return { shown, matchAll: async () => paths.map(page), openWindow };
}

test('a notification leads to the tab in which its room is open [SPACE-15]', async () => {
  const here = windows('/chat', '/spaces/s2', '/spaces/s1?q=1#m1');
  await showPage(here, '/spaces/s1');
  expect(here.shown).toEqual(['tab /spaces/s1?q=1#m1']);
});

test('where that tab has been closed, the room opens in a new one [SPACE-15]', async () => {
  const here = windows('/chat');
  await showPage(here, '/spaces/s1');
  expect(here.shown).toEqual(['new /spaces/s1']);
});
