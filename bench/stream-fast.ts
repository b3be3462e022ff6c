import type { PageQuestion } from './question.ts';
import { kinds, prepare, type ReplyRequest, since, streaming } from './reply.ts';

const requestOf = (kind: ReplyRequest['kind']): ReplyRequest => ({ tokens: 20_000, rate: 'wire', kind });

/** As fast as the wire takes it: one question for each kind of text. */
export const streamFast: PageQuestion[] = kinds.map((kind) => ({
  name: `stream-fast-${kind}`,
  asks: `20,000 tokens ${kind === 'mixed' ? '' : `of one ${kind} `}as fast as the wire: does a flood freeze the page?`,
  sides: ['floor', 'ours'],
  takes: () => streaming(requestOf(kind)) + 6,
  rows: [
    {
      says: 'main-thread time',
      of: 'mainThread',
      unit: 'ms',
      ...(kind === 'mixed' && { peers: { best: '891 ms', median: '3,440 ms' } }),
    },
    { says: 'CPU time of the main thread', of: 'mainCpu', unit: 'ms' },
    { says: 'renderer CPU, workers included', of: 'rendererCpu', unit: 'ms' },
    {
      says: 'longest task (0: none over 50 ms)',
      of: 'longestTask',
      unit: 'ms',
      ...(kind === 'mixed' && { peers: { best: '281 ms', median: '600 ms' } }),
    },
    { says: 'last byte → whole text painted', of: 'lastPainted', unit: 'ms' },
  ],
  async measure(side, world) {
    const prepared = await prepare(side, world, requestOf(kind));
    try {
      const before = await prepared.used();
      await prepared.send();
      const recording = await prepared.finished();
      const { mainThread, mainCpu, rendererCpu } = since(before, await prepared.used());
      return {
        mainThread,
        mainCpu,
        rendererCpu,
        longestTask: Math.max(0, ...recording.longTasks.map(({ lasted }) => lasted)),
        lastPainted: recording.lastWord - recording.lastByte,
      };
    } finally {
      await prepared.close();
    }
  },
}));
