import fc from 'fast-check';
import { test } from 'vitest';
import { MemoryServer } from './testing/memory-server.ts';
import { everyHistoryConverges } from './testing/model.ts';

test('whatever is lost, repeated, late, killed or restored from a backup: no message is lost or duplicated, and all devices agree', async () => {
  const serverAt = (now: () => number) => {
    const server = new MemoryServer(now);
    return {
      api: () => server.api(),
      messages: async () => [...server.messages.values()],
      backup: () => server.backup(),
    };
  };
  await fc.assert(everyHistoryConverges(serverAt), { numRuns: Number(process.env.FUZZ_RUNS ?? 100) * 100 });
}, 600_000);
