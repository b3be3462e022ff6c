import { afterEach, beforeEach, vi } from 'vitest';

/** Replaces the online state and events of a page or worker, in every test of the file that calls this. */
export function connection(): { comesBack(): void } {
  let scope: EventTarget;
  beforeEach(() => {
    scope = new EventTarget();
    vi.stubGlobal('addEventListener', scope.addEventListener.bind(scope));
    vi.stubGlobal('removeEventListener', scope.removeEventListener.bind(scope));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return { comesBack: () => void scope.dispatchEvent(new Event('online')) };
}
