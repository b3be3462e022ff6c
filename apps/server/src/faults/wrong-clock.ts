import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../testing/free-port.ts';
import type { Fault } from './fault.ts';
import { call, me, must, refresh, renewed, signIn, signUp } from './person.ts';
import { serverProcess } from './server-process.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** R13: the server's clock is corrected, or jumps. The journeys cover the browser's own clock. */
export const wrongClock: Fault = {
  name: 'wrong-clock',
  summary:
    'a server clock that jumps by 20 s, 2 min or 2 h, forwards or backwards, signs no one out and suppresses no mail',
  async run(say) {
    for (const skew of [20 * second, 2 * minute, 2 * hour]) {
      await jump(skew, 0);
      await jump(0, skew);
    }
    say(
      '20 s, 2 min and 2 h, forwards and backwards: every sign-in could be renewed, and every mail was sent',
    );
    return undefined;
  },
};

async function jump(before: number, after: number) {
  const preload = join(import.meta.dirname, 'skewed-clock.ts');
  const env = { CHALLENGE: 'off', NODE_OPTIONS: `--import=${preload}` };
  const server = await serverProcess(env);
  const words = `${before / second} s to ${after / second} s ahead`;
  try {
    const unreachable = `smtp://127.0.0.1:${await freePort()}`;
    await server.start({ SKEW: String(before), SMTP_URL: unreachable });
    const ada = await signUp(server.url, 'ada');
    const { status: first, body } = await me(server.url, ada.access);
    must(first === 200, 'A fresh access token is not good.');
    const ahead = Date.parse(String(body.created_at)) - Date.now();
    must(Math.abs(ahead - before) < 20 * second, `The clock is ${ahead} ms ahead, not ${before}.`);
    await forgot(server.url);
    await server.end('SIGTERM');
    await server.start({ SKEW: String(after) });

    const jumped = Math.abs(after - before);
    // The mail to verify the address, the reset link requested before, and perhaps one requested now.
    const isLongAgo = jumped > minute;
    if (isLongAgo) await forgot(server.url);
    await mailsIn(join(server.folder, 'outbox'), isLongAgo ? 3 : 2, words);
    if (jumped <= 30 * second) {
      const { status } = await me(server.url, ada.access);
      must(status === 200, `From ${words} an access token within the tolerance was answered ${status}.`);
    }
    const answer = await refresh(server.url, ada.refresh);
    must(answer.status === 200, `From ${words} a refresh was answered ${answer.status}.`);
    const { status } = await me(server.url, renewed(answer).access);
    must(status === 200, `From ${words} a renewed access token was answered ${status}.`);
    must((await signIn(server.url, 'ada')).status === 200, `From ${words} no one can sign in.`);
  } finally {
    await server.remove();
  }
}

async function forgot(url: string) {
  const body = { email: 'ada@example.com' };
  const { status } = await call(url, 'POST', '/api/auth/forgot-password', { body });
  must(status === 200, `Asking for a new password was answered ${status}.`);
}

async function mailsIn(outbox: string, count: number, words: string) {
  const began = performance.now();
  for (let left = 0; left < count; await wait(100)) {
    left = (await readdir(outbox).catch(() => [])).length;
    must(performance.now() - began < minute, `From ${words} only ${left} of ${count} mails were sent.`);
  }
}
