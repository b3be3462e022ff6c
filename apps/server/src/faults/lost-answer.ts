import { faultProxy, noFaults } from '../testing/tcp-fault-proxy.ts';
import type { Fault } from './fault.ts';
import { me, must, refresh, renewed, signUp } from './person.ts';
import { serverProcess } from './server-process.ts';

/** R12: the answer to a refresh never arrives, and the caller only has the old token. */
export const lostAnswer: Fault = {
  name: 'lost-answer',
  summary: 'a refresh whose answer is lost can be repeated, and no one is signed out',
  async run(say) {
    const server = await serverProcess({ CHALLENGE: 'off' });
    await server.start();
    const between = await faultProxy(server.url);
    try {
      let { refresh: token } = await signUp(server.url, 'ada');
      for (let round = 1; round <= 20; round += 1) {
        between.setFaults({ losesAnswers: true });
        // Like a browser that wakes up without a working connection.
        const tries = 1 + (round % 3);
        for (let one = 0; one < tries; one += 1) {
          const hasAnswer = await refresh(between.url, token).then(
            () => true,
            () => false,
          );
          must(!hasAnswer, 'The proxy let an answer through.');
        }
        between.setFaults(noFaults);
        const answer = await refresh(between.url, token);
        must(answer.status === 200, `After ${tries} lost answers a refresh was answered ${answer.status}.`);
        const next = renewed(answer);
        must((await me(between.url, next.access)).status === 200, 'The new access token is not good.');
        token = next.refresh;
      }
      say(`20 refreshes went on after ${between.lost()} lost answers`);
    } finally {
      between.stop();
      await server.remove();
    }
    return undefined;
  },
};
