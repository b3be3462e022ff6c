import { afterAll, vi } from 'vitest';

// Test files share a process: mocks and stubs of one file are removed before the next.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
