import { newId } from '@polylogue/sync';
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

      const inSpace = await sentInSpace(url, headers);

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
      await inSpace.repeated();
      say(
        `sign-up, waiver, refresh, ending sign-ins, and in a space creating, posting, inviting, scheduling, asking again: ${times} at once and once after kill -9`,
      );
    } finally {
      await server.remove();
    }
    return undefined;
  },
};

/** Creates a space and uses it, every call five times at once; `repeated` makes each of them again. */
async function sentInSpace(url: string, headers: Record<string, string>) {
  const hopper = await signUp(url, 'hopper');
  const asHopper = { headers: { authorization: `Bearer ${hopper.access}` } };
  const open = { privacy_settings: { public_profile: true, allow_search: true, allow_invites: true } };
  await call(url, 'PUT', '/api/v1/user/me', { ...asHopper, body: open });
  const { body: invited } = await call(url, 'GET', '/api/v1/user/me', asHopper);
  const space_id = newId();
  const of = `/api/v1/spaces/${space_id}`;
  const post = (path: string, body: object) => () => call(url, 'POST', path, { headers, body });
  const turn_id = newId();
  const starts_at = Date.now() + 60 * 60 * 1000;

  const sends: Record<string, () => Promise<Answer>> = {
    'creating a space': post('/api/v1/spaces', { space_id, name: 'Garden' }),
    posting: post(`${of}/messages`, { message_id: newId(), body: 'What grows here?', turn_id }),
    inviting: post(`${of}/invitations`, { invitation_id: newId(), to_user: invited.user_id }),
    scheduling: post(`${of}/sessions`, { session_id: newId(), starts_at, minutes: 60 }),
    'withdrawing a question': post(`${of}/turns/${turn_id}/withdraw`, {}),
    'asking again': post(`${of}/turns/${turn_id}/again`, { turn_id: newId() }),
  };
  for (const [what, send] of Object.entries(sends)) same(what, await fiveTimes(send), { 200: times });
  /** Everything in the space, with the number of its last change. */
  const effects = async () => {
    const { body } = await call(url, 'GET', `${of}/changes?after=0`, { headers });
    const invitations = await call(url, 'GET', `${of}/invitations`, { headers });
    return JSON.stringify([body.head, body.messages, body.sessions, invitations.body]);
  };
  const before = await effects();
  must((before.match(/"kind":"turn"/g) ?? []).length === 2, 'There are not two questions.');
  return {
    async repeated() {
      for (const [what, send] of Object.entries(sends)) {
        const { status } = await send();
        must(status === 200, `After a restart ${what} again was answered ${status}.`);
      }
      must((await effects()) === before, 'After a restart something in the space happened twice.');
    },
  };
}

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
