import { setTimeout as wait } from 'node:timers/promises';
import type { ServerQuestion } from '../question.ts';
import { memoryOf } from './machine.ts';
import { installation } from './shared-installation.ts';

export const start: ServerQuestion = {
  name: 'server-start',
  asks: 'How long until the server is ready, on a warm compile cache, and how much memory does it rest in?',
  sides: ['ours'],
  rows: [
    { says: 'ready after', of: 'ready', unit: 'ms' },
    { says: 'memory at rest', of: 'memory', unit: 'MB' },
  ],
  takes: ({ quick }) => (quick ? 3 : 12),
  async measureServer(_side, { quick }) {
    // The first start filled the cache.
    const server = await installation({});
    await server.restart();
    await wait(quick ? 1_000 : 10_000);
    return { ready: server.bootTime, memory: memoryOf(server.pid) };
  },
};
