import { expect, test } from 'vitest';
import { destination } from '../features/account/destination.ts';
import { routes } from './routes.ts';

const after = (path: string) => destination(`?${new URLSearchParams({ redirectAfterSignIn: path })}`);

test('a sign-in leads to every page but those for visitors, which would lead on [ROUTE-05 ROUTE-08]', () => {
  for (const { path, access } of routes) {
    expect(after(path)).toBe(access === 'visitors' ? '/dashboard' : path);
  }
});
