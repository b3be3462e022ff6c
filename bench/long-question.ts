import type { PageQuestion } from './question.ts';
import { prepare, type ReplyRequest, since } from './reply.ts';

const messages = 20_000;
const request: ReplyRequest = { tokens: 20, rate: 200, kind: 'mixed' };

export const longQuestion: PageQuestion = {
  name: 'long-question',
  asks: 'A question after 20,000 messages: is the page held up while all of them are written into a request?',
  sides: ['ours'],
  takes: () => 15,
  rows: [
    { says: 'longest task (0: none over 50 ms)', of: 'longestTask', unit: 'ms' },
    { says: 'Enter → first byte of the answer', of: 'firstByte', unit: 'ms' },
    { says: 'main-thread time', of: 'mainThread', unit: 'ms' },
  ],
  async measure(side, world) {
    const prepared = await prepare(side, world, request, { messages });
    try {
      const before = await prepared.used();
      const sent = await prepared.page.ask<number>('performance.now()');
      await prepared.send();
      const { longTasks, firstByte } = await prepared.finished();
      return {
        longestTask: Math.max(0, ...longTasks.map(({ lasted }) => lasted)),
        firstByte: firstByte - sent,
        mainThread: since(before, await prepared.used()).mainThread,
      };
    } finally {
      await prepared.close();
    }
  },
};
