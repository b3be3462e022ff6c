import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import { connectAll, createRooms, postEvenly } from './crowd.ts';
import { installation } from './shared-installation.ts';

function question(people: number, rate: number): ServerQuestion {
  return {
    name: `server-room-of-${people}`,
    asks: `One room of ${people.toLocaleString('en')}, of whom 500 may post: ${rate} posts a second. When is a post on the last socket?`,
    sides: ['ours'],
    rows: [
      { says: 'post to the last socket, p50', of: 'lastP50', unit: 'ms' },
      { says: 'post to the last socket, p99', of: 'lastP99', unit: 'ms' },
      { says: 'answer to the post, p99', of: 'answerP99', unit: 'ms' },
    ],
    takes: ({ quick }) => (quick ? 30 : 150),
    async measureServer(_side, { quick }): Promise<Sample> {
      const many = quick ? people / 10 : people;
      const server = await installation({ people: many, signedIn: many });
      const crowd = await createRooms(server, many, true);
      const sockets = await connectAll(crowd, 10);
      await wait(2_000);
      await postEvenly(crowd, sockets, rate, 3);
      const { last, answers } = await postEvenly(crowd, sockets, rate, quick ? 5 : 30);
      for (const { close } of sockets) close();
      await wait(2_000);
      return {
        lastP50: quantile(last, 0.5),
        lastP99: quantile(last, 0.99),
        answerP99: quantile(answers, 0.99),
      };
    },
  };
}

/** The largest room there may be, and one that is busy. */
export const largeRooms = [question(10_000, 1), question(2_000, 8)];
