import type { Fault } from './fault.ts';
import { type Answer, call, must, password, renewed, signUp } from './person.ts';
import { serverProcess } from './server-process.ts';

const times = 5;

/** R9: a browser, a proxy or an impatient person sends the same call twice. */
export const duplicateSends: Fault = {
  name: 'duplicate-sends',
  summary: 'the same call sent five times at once, and once more after a restart, has one effect',
  async run(say) {
    const server = await serverProcess({ CHALLENGE: 'off' });
    try {
      await server.start();
      const { url } = server;
      const account = { email: 'ada@example.com', username: 'ada', password };
      const signup = () => call(url, 'POST', '/api/auth/signup', { body: account });
      same('signing up', await fiveTimes(signup), { 200: 1, 409: times - 1 });

      const grace = await signUp(url, 'grace');
      const headers = { authorization: `Bearer ${grace.access}` };
      const { body: waiver } = await call(url, 'GET', '/api/v1/user/me/waiver', { headers });
      const accept = () =>
        call(url, 'POST', '/api/v1/user/me/waiver', { headers, body: { waiver: waiver.version } });
      const accepted = same('accepting the waiver', await fiveTimes(accept), { 200: times });

      const refresh = () =>
        call(url, 'POST', '/api/auth/refresh', { headers: { 'x-refresh-token': grace.refresh } });
      const successors = new Set((await fiveTimes(refresh)).map((answer) => renewed(answer).refresh));
      must(successors.size === 1, `One refresh token got ${successors.size} successors.`);

      const end = { headers, body: { current_password: password } };
      const signOut = () => call(url, 'POST', '/api/auth/sign-ins/end', end);
      same('ending the other sign-ins', await fiveTimes(signOut), { 200: times });

      await server.end('SIGKILL');
      await server.start();
      must((await signup()).status === 409, 'After a restart the account could be made again.');
      const again = await accept();
      must(
        JSON.stringify(again.body) === JSON.stringify(accepted.body),
        'After a restart the waiver was accepted at another time.',
      );
      const late = renewed(await refresh()).refresh;
      must(successors.has(late), 'After a restart the refresh token got another successor.');
      say(`sign-up, waiver, refresh, ending sign-ins: ${times} at once and once after kill -9`);
    } finally {
      await server.remove();
    }
    return undefined;
  },
};

const fiveTimes = (send: () => Promise<Answer>) => Promise.all(Array.from({ length: times }, send));

/** Throws unless all answers with the same status are identical, and there is the expected number of each. */
function same(what: string, answers: Answer[], expected: Record<number, number>): Answer {
  const counted: Record<number, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  must(
    JSON.stringify(counted) === JSON.stringify(expected),
    `Five times ${what} was answered ${JSON.stringify(counted)}, not ${JSON.stringify(expected)}.`,
  );
  const good = answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body));
  must(new Set(good).size === 1, `Five times ${what} had ${new Set(good).size} different answers.`);
  return answers.find(({ status }) => status === 200) as Answer;
}
