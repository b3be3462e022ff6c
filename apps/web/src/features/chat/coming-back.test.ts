import { beforeEach, expect, test, vi } from 'vitest';
import { watchComingBack } from './coming-back.ts';

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
  watchComingBack(page as unknown as Window, {
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
    onGone,
  });
});

const hear = (name: string) => page.dispatchEvent(Object.assign(new Event(name), { persisted: true }));

/** The page is frozen while `before` is signed in, something happens in another tab, and the page comes back. */
function comeBack(before: string | null, meanwhile: () => void): boolean {
  owner = before;
  hear('pagehide');
  meanwhile();
  hear('pageshow');
  return onGone.mock.calls.length > 0;
}

function signOut() {
  owner = null;
  entries.clear();
}

test('a page whose owner has signed out meanwhile shows nothing of theirs [AUTH-16]', () => {
  expect(comeBack('ada', signOut)).toBe(true);
});

test('nor does it show anything to somebody else who has signed in [AUTH-16]', () => {
  expect(comeBack('ada', () => (owner = 'grace'))).toBe(true);
});

test('a person who is still signed in, or signed in again, finds their page as it was', () => {
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

test('a change that reaches the page only after it has come back counts too [AUTH-16]', () => {
  expect(comeBack('ada', () => {})).toBe(false);
  signOut();
  later?.();
  expect(onGone).toHaveBeenCalledOnce();
  later?.();
  expect(onGone).toHaveBeenCalledOnce();
});

test('what happens long after it has come back is handled like on any open page', () => {
  comeBack('ada', () => {});
  for (let looks = 0; looks < 10; looks++) {
    const look = later;
    later = null;
    look?.();
  }
  expect(later).toBe(null);
});
