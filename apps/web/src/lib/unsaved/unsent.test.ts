import { expect, test, vi } from 'vitest';
import { giveWorkUp, isWorkGivenUp } from './unsent.ts';

test('work that was given up is protected again when the browser brings the page back', () => {
  const tab = new EventTarget();
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  giveWorkUp();
  tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(isWorkGivenUp()).toBe(true);
  tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(isWorkGivenUp()).toBe(false);
  vi.unstubAllGlobals();
});
