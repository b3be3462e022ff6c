import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeTyped } from '../lib/page/typed-ahead.ts';
import { keepTyping } from './typing.ts';

const room = '/spaces/0190a5c2-7e1b-7c3d-8f4a-000000000001';

/** An element of a page, as far as its keys are concerned. */
class Place {
  readonly inside: string;

  constructor(inside: string) {
    this.inside = inside;
  }

  closest = (selector: string) => (selector.split(', ').includes(this.inside) ? this : null);
}

const [body, link] = [new Place('body'), new Place('a')];
let press: (event: object) => void;

beforeEach(() => {
  vi.stubGlobal('Element', Place);
  vi.stubGlobal('document', { body });
  vi.stubGlobal('location', { pathname: room });
  vi.stubGlobal('addEventListener', (_: string, listener: typeof press) => {
    press = listener;
  });
  keepTyping();
});

afterEach(() => {
  globalThis.polylogueTyped = undefined;
  vi.unstubAllGlobals();
});

/** Presses keys; returns those that the page does not get. */
const keep = (keys: readonly string[], target = body, held: object = {}) =>
  keys.filter((key) => {
    let isKept = false;
    const preventDefault = () => {
      isKept = true;
    };
    press({ key, target, preventDefault, getModifierState: () => false, ...held });
    return isKept;
  });

test('what is typed before the text box of a room is there is kept, corrections and lines included [SPACE-37]', () => {
  expect(keep([...'Hi, z', 'Backspace', ...'Ada', 'Enter', ...'Tea?', 'Enter', 'Tab'])).toHaveLength(15);
  expect(takeTyped()).toBe('Hi, Ada\nTea?');
  // The box has the keys now.
  expect(keep(['t'])).toEqual([]);
  expect(takeTyped()).toBe('');
});

test('shortcuts, fields and pressed links keep their keys', () => {
  expect(keep(['r'], body, { ctrlKey: true })).toEqual([]);
  expect(keep(['a'], new Place('textarea'))).toEqual([]);
  expect(keep(['Enter', ' '], link)).toEqual([]);
  expect(keep(['Enter', 'Backspace', 'ArrowUp'])).toEqual([]);
  expect(takeTyped()).toBe('');
});

test('a letter that is typed with AltGr, or after a press on the link that leads here, is one', () => {
  keep(['@'], body, { ctrlKey: true, altKey: true, getModifierState: () => true });
  keep(['a', 'i'], link);
  expect(takeTyped()).toBe('@ai');
});

test('nothing is kept on other pages, or taken along to another room', () => {
  keep([...'Hello']);
  vi.stubGlobal('location', { pathname: room.replace(/1$/, '2') });
  expect(takeTyped()).toBe('');
  vi.stubGlobal('location', { pathname: '/spaces' });
  expect(keep([...'Hello'])).toEqual([]);
});
