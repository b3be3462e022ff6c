import { beforeEach, expect, test, vi } from 'vitest';
import { watchBfcache } from './bfcache.ts';

let owner: string | null;
let entries: Map<string, string>;
let page: EventTarget;
let later: (() => void) | null;
const onGone = vi.fn();

beforeEach(() => {
  owner = null;
  entries = new Map();
  page = new EventTarget();
  later = null;
  onGone.mockClear();
  watchBfcache(page as unknown as Window, {
    owner: () => owner,
    browser: {
      read: (name) => entries.get(name) ?? null,
      write: (name, value) => Boolean(entries.set(name, value)),
    },
    clock: {
      after(_, then) {
        later = then;
        return () => {};
      },
    },
    onOwnerChanged: onGone,
  });
});

const fire = (name: string) => page.dispatchEvent(Object.assign(new Event(name), { persisted: true }));

/** The page is frozen while `before` is signed in, something happens in another tab, and the page comes back. */
function comeBack(before: string | null, meanwhile: () => void): boolean {
  owner = before;
  fire('pagehide');
  meanwhile();
  fire('pageshow');
  return onGone.mock.calls.length > 0;
}

function signOut() {
  owner = null;
  entries.clear();
}

test('a page whose owner has signed out meanwhile shows none of their data [AUTH-16]', () => {
  expect(comeBack('ada', signOut)).toBe(true);
});

test('nor does it show any to another account that has signed in [AUTH-16]', () => {
  expect(comeBack('ada', () => (owner = 'grace'))).toBe(true);
});

test('after signing in again, or without a sign-out, the page is as it was', () => {
  expect(comeBack('ada', () => {})).toBe(false);
  const again = comeBack('ada', () => {
    signOut();
    owner = 'ada';
  });
  expect(again).toBe(false);
});

test('a sign-in that only expired costs no work', () => {
  expect(comeBack('ada', () => (owner = null))).toBe(false);
});

test('a visitor’s work stays, no matter who signs in or out', () => {
  expect(comeBack(null, signOut)).toBe(false);
  expect(comeBack(null, () => (owner = 'ada'))).toBe(false);
});

test('a change that reaches the page only after it was restored counts too [AUTH-16]', () => {
  expect(comeBack('ada', () => {})).toBe(false);
  signOut();
  later?.();
  expect(onGone).toHaveBeenCalledOnce();
  later?.();
  expect(onGone).toHaveBeenCalledOnce();
});

test('changes long after the restore are handled as on any open page', () => {
  comeBack('ada', () => {});
  for (let looks = 0; looks < 10; looks++) {
    const look = later;
    later = null;
    look?.();
  }
  expect(later).toBe(null);
});
