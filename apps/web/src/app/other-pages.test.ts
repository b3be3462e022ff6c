import { expect, test } from 'vitest';
import { destination } from '../features/account/destination.ts';
import { otherPageAt, routes } from './other-pages.tsx';
import { chatPage, pageAt } from './routes.ts';

const after = (path: string) => destination(`?${new URLSearchParams({ redirectAfterSignIn: path })}`);

test('a sign-in leads to any page except those for visitors, which would lead on [ROUTE-05 ROUTE-08]', () => {
  expect(after('/chat')).toBe('/chat');
  for (const { path, access } of routes) {
    expect(after(path)).toBe(access === 'visitors' ? '/dashboard' : path);
  }
});

test('a conversation has an address of its own, which shows the chat', () => {
  expect(pageAt('/chat/0190a5c2-7e1b-7c3d-8f4a-1b2c3d4e5f60')).toBe(chatPage);
  expect(pageAt('/chat')).toBe(chatPage);
});

test.each(['/chat/one', '/chat/', '/chat/0190A5C2-7E1B-7C3D-8F4A-1B2C3D4E5F60', '/chat/:id'])(
  '%s is not a page',
  (path) => {
    expect(pageAt(path)).not.toBe(chatPage);
    expect(otherPageAt(path)).toBeUndefined();
  },
);
