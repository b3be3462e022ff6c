import type { PageQuestion } from './question.ts';
import { prepare, type ReplyRequest, streaming } from './reply.ts';

// The pace does not affect what stays in memory, so it is a quick one that still arrives in many pieces.
const request: ReplyRequest = { tokens: 8000, rate: 2000, kind: 'mixed' };

export const heap: PageQuestion = {
  name: 'heap',
  asks: '8,000 tokens shown and the rubbish collected: how much does the page keep?',
  sides: ['floor', 'ours'],
  takes: () => streaming(request) + 5,
  rows: [
    { says: 'JavaScript heap, collected', of: 'heap', unit: 'MB', peers: { best: '8 MB', median: '22 MB' } },
    { says: 'of it before the question', of: 'heapBefore', unit: 'MB' },
  ],
  async measure(side, world) {
    const prepared = await prepare(side, world, request);
    const collected = async () => {
      await prepared.page.send('HeapProfiler.collectGarbage');
      const { usedSize } = await prepared.page.send('Runtime.getHeapUsage');
      return usedSize / 1e6;
    };
    try {
      const heapBefore = await collected();
      await prepared.send();
      await prepared.finished();
      return { heap: await collected(), heapBefore };
    } finally {
      await prepared.close();
    }
  },
};
