import { expect, test } from 'vitest';
import { type Gesture, gestured, hasUnfolded, isHeld, isMoved, noGestures } from './gesture.ts';

/** What is known after these gestures, one every ten milliseconds. */
const after = (...gestures: readonly Gesture[]) =>
  gestures.reduce((before, gesture, index) => gestured(before, gesture, index * 10), noGestures);

test.each<[string, Gesture, Gesture]>([
  ['a wheel', { type: 'wheel-turned', isUp: true }, { type: 'wheel-turned', isUp: false }],
  ['a key', { type: 'key-pressed', isUp: true }, { type: 'key-pressed', isUp: false }],
])(
  '%s that scrolls up has the list to itself for a moment, one that scrolls down does not',
  (_, up, down) => {
    expect([isHeld(after(up), 199), isHeld(after(up), 200), isHeld(after(down), 1)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isMoved(after(down), 999), isMoved(after(down), 1_000)]).toEqual([true, false]);
  },
);

test('a finger holds the list until it is lifted, and for a moment after', () => {
  const laid = after({ type: 'fingers-laid', ids: [3] }, { type: 'fingers-laid', ids: [3, 4] });
  expect(isHeld(laid, 60_000)).toBe(true);
  const one = gestured(laid, { type: 'fingers-lifted', ids: [4], isCancelled: false }, 60_000);
  expect(isHeld(one, 120_000)).toBe(true);
  const none = gestured(one, { type: 'fingers-lifted', ids: [3], isCancelled: false }, 120_000);
  expect([isHeld(none, 120_199), isHeld(none, 120_200)]).toEqual([true, false]);
});

test('a touch that the browser takes over holds nothing any more', () => {
  const gone = after(
    { type: 'fingers-laid', ids: [3] },
    { type: 'fingers-lifted', ids: [3], isCancelled: true },
  );
  expect(isHeld(gone, 10)).toBe(false);
});

test('a press on the scrollbar counts as moving the list for as long as it lasts', () => {
  const pressed = after({ type: 'pointer-pressed', isOnScrollbar: true });
  expect([isHeld(pressed, 199), isHeld(pressed, 200), isMoved(pressed, 60_000)]).toEqual([true, false, true]);
  expect(isMoved(gestured(pressed, { type: 'pointer-released' }, 60_000), 61_000)).toBe(false);
});

test.each<Gesture>([
  { type: 'wheel-turned', isUp: false },
  { type: 'key-pressed', isUp: false },
  { type: 'pointer-pressed', isOnScrollbar: false },
  { type: 'fingers-laid', ids: [0] },
  { type: 'bottom-wished' },
  { type: 'glide-ended' },
])('the way to the top is over after $type', (gesture) => {
  const begun = after({ type: 'glide-begun', isFar: true });
  expect([begun.isGliding, gestured(begun, gesture, 10).isGliding]).toEqual([true, false]);
});

test('nobody else moves the list on its way to the top, until the bottom is asked for', () => {
  const begun = after({ type: 'glide-begun', isFar: false });
  expect([begun.isGliding, isHeld(begun, 999), isHeld(begun, 1_000)]).toEqual([false, true, false]);
  expect(isHeld(gestured(begun, { type: 'bottom-wished' }, 10), 10)).toBe(false);
});

test('a shorter hold does not end a longer one', () => {
  const gestures = after({ type: 'glide-begun', isFar: true }, { type: 'wheel-turned', isUp: true });
  expect(isHeld(gestures, 999)).toBe(true);
});

test('what was unfolded is read for a moment', () => {
  const unfolded = after({ type: 'unfolded' });
  expect([hasUnfolded(unfolded, 199), hasUnfolded(unfolded, 200)]).toEqual([true, false]);
  expect(hasUnfolded(noGestures, 0)).toBe(false);
});
