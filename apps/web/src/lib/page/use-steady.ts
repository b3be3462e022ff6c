import { useLayoutEffect, useState } from 'react';
import { browserClock } from '../schedule/clock.ts';
import { live } from '../state/live.ts';

/** Milliseconds within which the click follows the end of a touch. */
const untilClick = 50;

/** Whether a pointer is down, or its click is still to come. */
const presses = live<boolean, boolean>(false, (_, now) => now);

// Not while the page is prerendered.
if (typeof window !== 'undefined') {
  let callOff = () => {};
  const press = () => {
    callOff();
    presses.dispatch(true);
  };
  const release = () => {
    callOff();
    callOff = browserClock.after(untilClick, () => presses.dispatch(false));
  };
  addEventListener('pointerdown', press, { capture: true, passive: true });
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, { capture: true });
  // Of the window: a press takes the focus from a box, which is no end of the press.
  addEventListener('blur', release);
}

/** The value, but as it was for as long as a pointer is down: nothing may move from under a press. */
export function useSteady<Value>(value: Value): Value {
  const [shown, setShown] = useState<{ value: Value }>({ value });
  useLayoutEffect(() => {
    const show = () => setShown((before) => (before.value === value ? before : { value }));
    if (!presses.read()) return show();
    return presses.listen(() => presses.read() || show());
  }, [value]);
  return shown.value;
}
