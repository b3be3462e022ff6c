import { join } from 'node:path';
import type { Fault } from './fault.ts';
import { me, must, refresh, renewed, signIn, signUp } from './person.ts';
import { serverProcess } from './server-process.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** R13: the server's clock is corrected, or jumps. The browser's own clock is turned in the journeys. */
export const wrongClock: Fault = {
  name: 'wrong-clock',
  says: 'a server clock that jumps by 20 s, 2 min or 2 h, forth or back, signs nobody out',
  async run(say) {
    for (const skew of [20 * second, 2 * minute, 2 * hour]) {
      await jump(skew, 0);
      await jump(0, skew);
    }
    say('20 s, 2 min and 2 h, forth and back: every sign-in could be renewed');
    return undefined;
  },
};

async function jump(before: number, after: number) {
  const preload = join(import.meta.dirname, 'skewed-clock.ts');
  const env = { CHALLENGE: 'off', NODE_OPTIONS: `--import=${preload}` };
  const server = await serverProcess(env);
  const words = `${before / second} s to ${after / second} s ahead`;
  try {
    await server.start({ SKEW: String(before) });
    const ada = await signUp(server.url, 'ada');
    const { status: first, body } = await me(server.url, ada.access);
    must(first === 200, 'A fresh access token is not good.');
    const ahead = Date.parse(String(body.created_at)) - Date.now();
    must(Math.abs(ahead - before) < 20 * second, `The clock is ${ahead} ms ahead, not ${before}.`);
    await server.end('SIGTERM');
    await server.start({ SKEW: String(after) });

    const jumped = Math.abs(after - before);
    if (jumped <= 30 * second) {
      const { status } = await me(server.url, ada.access);
      must(status === 200, `From ${words} an access token within the tolerance was answered ${status}.`);
    }
    const answer = await refresh(server.url, ada.refresh);
    must(answer.status === 200, `From ${words} a refresh was answered ${answer.status}.`);
    const { status } = await me(server.url, renewed(answer).access);
    must(status === 200, `From ${words} a renewed access token was answered ${status}.`);
    must((await signIn(server.url, 'ada')).status === 200, `From ${words} nobody can sign in.`);
  } finally {
    await server.remove();
  }
}
