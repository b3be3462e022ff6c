import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IconButton } from '../button/icon-button.tsx';
import { watchTooltips } from './watch-tooltips.ts';

/** As much of an element as is asked for. */
class FakeElement {
  matchedBy: string[];
  constructor(...matchedBy: string[]) {
    this.matchedBy = matchedBy;
  }
  matches(selector: string) {
    return this.matchedBy.includes(selector);
  }
  closest(selector: string) {
    return this.matchedBy.some((one) => selector.startsWith(one)) ? this : null;
  }
}

const button = new FakeElement('[data-tip]', ':focus-visible');
const elsewhere = new FakeElement();
let page: EventTarget & { documentElement: EventTarget };
let shown: unknown;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { documentElement: new EventTarget() });
  vi.stubGlobal('document', page);
  vi.stubGlobal('Element', FakeElement);
  shown = null;
  stop = watchTooltips((next) => {
    shown = next;
  });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Tells the page of an event, as the browser does, and waits for what comes of it. */
function happen(type: string, target: FakeElement, more: object = {}) {
  const event = new Event(type);
  Object.defineProperty(event, 'target', { value: target });
  page.dispatchEvent(Object.assign(event, more));
  vi.advanceTimersByTime(1_000);
}
const over = (target: FakeElement, pointerType = 'mouse') => happen('pointerover', target, { pointerType });

test('an icon button shows its name while a pointer rests on it or a key has led to it, and Escape takes it away [LOOK-22]', () => {
  over(button);
  expect(shown).toBe(button);
  happen('keydown', button, { key: 'Escape' });
  expect(shown).toBeNull();
  over(elsewhere);
  over(button);
  over(elsewhere);
  expect(shown).toBeNull();

  happen('focusin', button);
  expect(shown).toBe(button);
  happen('keydown', button, { key: 'Escape' });
  expect(shown).toBeNull();
});

test('a finger on an icon button shows no name, and a press takes it away [LOOK-22]', () => {
  over(button, 'touch');
  expect(shown).toBeNull();
  happen('focusin', new FakeElement('[data-tip]'));
  expect(shown).toBeNull();
  over(button);
  happen('pointerdown', button);
  expect(shown).toBeNull();
});

test('every icon button has a name to show [LOOK-22]', () => {
  expect(renderToStaticMarkup(createElement(IconButton, { label: 'Settings' }))).toMatch(
    /^<button type="button" aria-label="Settings" data-tip="true"/,
  );
});
