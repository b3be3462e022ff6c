import { afterAll, vi } from 'vitest';

// Files share a process: whatever one of them has put in the place of something real is gone before the next.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
