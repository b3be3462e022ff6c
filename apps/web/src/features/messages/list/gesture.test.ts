import { expect, test } from 'vitest';
import { type Gesture, gestured, hasUnfolded, isHeld, isMoved, noGestures } from './gesture.ts';

/** What is known after these gestures, one every ten milliseconds. */
const after = (...gestures: readonly Gesture[]) =>
  gestures.reduce((before, gesture, index) => gestured(before, gesture, index * 10), noGestures);

test('a gesture that scrolls up has the list to itself for a moment, one that scrolls down does not', () => {
  const [up, down] = [after({ type: 'moved', holds: 200 }), after({ type: 'moved', holds: false })];
  expect([isHeld(up, 199), isHeld(up, 200), isHeld(down, 1)]).toEqual([true, false, false]);
  expect([isMoved(down, 999), isMoved(down, 1_000)]).toEqual([true, false]);
});

test('a finger holds the list until it is lifted, and for a moment after', () => {
  const laid = after({ type: 'touched', fingers: [3] }, { type: 'touched', fingers: [3, 4] });
  expect(isHeld(laid, 60_000)).toBe(true);
  const one = gestured(laid, { type: 'lifted', fingers: [4], holds: 200 }, 60_000);
  expect(isHeld(one, 120_000)).toBe(true);
  const none = gestured(one, { type: 'lifted', fingers: [3], holds: 200 }, 120_000);
  expect([isHeld(none, 120_199), isHeld(none, 120_200)]).toEqual([true, false]);
});

test('a touch that the browser takes over holds nothing any more', () => {
  const gone = after({ type: 'touched', fingers: [3] }, { type: 'lifted', fingers: [3], holds: false });
  expect(isHeld(gone, 10)).toBe(false);
});

test('a press on the scrollbar counts as moving the list for as long as it lasts', () => {
  const pressed = after({ type: 'pressed', holds: 200 });
  expect([isHeld(pressed, 199), isHeld(pressed, 200), isMoved(pressed, 60_000)]).toEqual([true, false, true]);
  expect(isMoved(gestured(pressed, { type: 'released' }, 60_000), 61_000)).toBe(false);
});

test.each<Gesture>([
  { type: 'moved' },
  { type: 'pressed' },
  { type: 'touched', fingers: [0] },
  { type: 'to-end' },
  { type: 'glided' },
])('the way to the top is over after $type', (gesture) => {
  const begun = after({ type: 'gliding' });
  expect([begun.isGliding, gestured(begun, gesture, 10).isGliding]).toEqual([true, false]);
});

test('nobody else moves the list on its way to the top, until the bottom is asked for', () => {
  const begun = after({ type: 'glided', holds: 1_000 });
  expect([begun.isGliding, isHeld(begun, 999), isHeld(begun, 1_000)]).toEqual([false, true, false]);
  expect(isHeld(gestured(begun, { type: 'to-end' }, 10), 10)).toBe(false);
});

test('a shorter hold does not end a longer one', () => {
  const gestures = after({ type: 'gliding', holds: 1_000 }, { type: 'moved', holds: 200 });
  expect(isHeld(gestures, 999)).toBe(true);
});

test('what was unfolded is read for a moment', () => {
  const unfolded = after({ type: 'unfolded' });
  expect([hasUnfolded(unfolded, 199), hasUnfolded(unfolded, 200)]).toEqual([true, false]);
  expect(hasUnfolded(noGestures, 0)).toBe(false);
});

test.each<Gesture>([{ type: 'released' }, { type: 'lifted' }, { type: 'unfolded' }])(
  'the way to the top goes on after $type',
  (gesture) => expect(gestured(after({ type: 'gliding' }), gesture, 10).isGliding).toBe(true),
);
