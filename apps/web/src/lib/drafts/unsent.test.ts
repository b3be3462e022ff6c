import { expect, test, vi } from 'vitest';
import { abandonWork, isWorkAbandoned } from './unsent.ts';

test('work that was given up is protected again when the browser brings the page back', () => {
  const tab = new EventTarget();
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  abandonWork();
  tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(isWorkAbandoned()).toBe(true);
  tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(isWorkAbandoned()).toBe(false);
  vi.unstubAllGlobals();
});
