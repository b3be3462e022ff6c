import fc from 'fast-check';
import { expect, test } from 'vitest';
import { destination, signInFor, withDestination } from './destination.ts';

const after = (path: string) => destination(`?${new URLSearchParams({ redirectAfterSignIn: path })}`);
const here = 'https://polylogue.example';

test.each([
  ['/chat', '/chat'],
  ['/spaces/1?tab=members&x=%2F#top', '/spaces/1?tab=members&x=%2F#top'],
  ['/a/../b', '/b'],
  ['/ünï', '/%C3%BCn%C3%AF'],
])('a path on our own origin stays: %s', (path, to) => expect(after(path)).toBe(to));

test.each([
  '',
  'chat',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%09/../..//evil.example',
  'https://evil.example',
  'https:/chat',
  'javascript:alert(1)',
  'data:text/html,x',
  '/\u0000/x',
  '@evil.example',
])('%j leads to /dashboard instead [CHECK-73]', (path) => expect(after(path)).toBe('/dashboard'));

test.each([
  '/',
  '/signin',
  '/login',
  '/signup?invite=x',
  '/forgot-password#x',
  '/reset-password?code=x',
  '/chat/../signin',
  '/signin/',
  '/SignIn',
  '/%73ignin',
  '/signin?redirectAfterSignIn=/signup',
])('a page for visitors sends a person who has signed in to /dashboard: %s [ROUTE-05 ROUTE-08]', (path) =>
  expect(after(path)).toBe('/dashboard'),
);

test.each(['/signin/x', '/signing', '/%E0%A4%A', '/search'])(
  'an address that only looks like one stays: %s',
  (path) => expect(after(path)).toBe(path),
);

test('without a destination a sign-in leads to /dashboard', () => {
  expect(destination('')).toBe('/dashboard');
  expect(destination('?redirectAfterSignIn')).toBe('/dashboard');
});

test('wherever it leads, it is on our own origin', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom(
      '/',
      '//',
      '\\',
      '..',
      '.',
      '%2f',
      '%5c',
      '\t',
      '\n',
      '@',
      ':',
      '?',
      '#',
      'https:',
      'evil.example',
    ),
  );
  const anything = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        anything,
        anything.map((path) => `/${path}`),
      ),
      (path) => {
        const to = after(path);
        expect(new URL(to, here).origin).toBe(here);
        expect(to).toMatch(/^\/(?!\/)/);
        // A second round trip changes nothing.
        expect(after(to)).toBe(to);
      },
    ),
    { numRuns: process.env.LONG_RUN ? 5_000 : 1_000 },
  );
});

test('the destination survives going from sign-in to sign-up and back, and nothing else does', () => {
  const search = signInFor('/spaces/1?tab=2#x').replace('/signin', '');
  const there = withDestination('/signup', `${search}&code=secret`);
  expect(there).toBe('/signup?redirectAfterSignIn=%2Fspaces%2F1%3Ftab%3D2%23x');
  expect(withDestination('/signin', there.replace('/signup', ''))).toBe(signInFor('/spaces/1?tab=2#x'));
  expect(withDestination('/signup', '?redirectAfterSignIn=//evil.example')).toBe('/signup');
});
