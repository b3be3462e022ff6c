import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../testing/free-port.ts';
import { postgresBinaries, startPostgres } from '../testing/postgres.ts';
import { upload } from '../testing/upload.ts';
import { caddy, hasCaddy } from './caddy.ts';
import { composed } from './compose.ts';
import type { Fault } from './fault.ts';
import { call, me, must, signUp } from './person.ts';
import { type RoomBrowser, roomBrowser } from './room-browser.ts';
import { serverProcess } from './server-process.ts';

/** How long until a post is seen, and a socket is back after its node died (milliseconds). */
const soon = 10_000;

const text = 'Said on one node, read on the other.';

/** The profile "nodes" of compose.yaml, with its services as processes. */
export const twoNodes: Fault = {
  name: 'two-nodes',
  summary:
    'two nodes behind the proxy of compose.yaml share accounts, files and rooms, and everything works while one is down',
  async run(say) {
    if (!(await postgresBinaries())) return { skipped: 'no PostgreSQL package for this computer' };
    if (!hasCaddy()) return { skipped: 'Caddy is not installed (apt-get install caddy)' };
    const cluster = await startPostgres();
    const url = `http://localhost:${await freePort()}`;
    const settings = await composed({
      ...process.env,
      PUBLIC_URL: url,
      TRUST_PROXY: '1',
      DATABASE_URL: cluster.url(),
      CHALLENGE: 'off',
    });
    const nodes: Awaited<ReturnType<typeof serverProcess>>[] = [];
    const browsers: RoomBrowser[] = [];
    let proxy: Awaited<ReturnType<typeof caddy>> | undefined;
    try {
      for (const environment of settings.nodes) {
        // The volume that both mount; with a file store they share no folder.
        const shared = nodes[0] && !environment.S3_BUCKET ? { DATA_DIR: nodes[0].folder } : {};
        nodes.push(await serverProcess({ ...environment, ...shared }));
      }
      await Promise.all(nodes.map((node) => node.start()));
      const addresses = nodes.map((node) => new URL(node.url).host).join(' ');
      proxy = await caddy(settings.proxy.file, { PUBLIC_URL: url, NODES: addresses }, url);
      const [one, other] = nodes as [(typeof nodes)[number], (typeof nodes)[number]];

      const ada = await signUp(one.url, 'ada');
      const bob = await signUp(other.url, 'bob');
      const cleo = await signUp(url, 'cleo');
      for (const at of [one.url, other.url, url]) {
        must((await me(at, ada.access)).body.username === 'ada', 'An account is not known everywhere.');
      }
      await mustSeeRealAddress(url, cleo.access);

      const file = await stored(one.url, ada.access);
      for (const at of [one.url, other.url, url]) await mustRead(at + file);

      const space_id = randomUUID();
      const entered = [
        browserOf('ada', one.url, ada.access),
        browserOf('bob', other.url, bob.access),
        browserOf('cleo', url, cleo.access),
      ];
      const [first] = entered as [RoomBrowser];
      const named = { space_id, name: 'Town hall', visibility: 'public' } as const;
      await first.call('POST /api/v1/spaces', { body: named });
      for (const browser of entered) {
        if (browser !== first) {
          await browser.call('POST /api/v1/spaces/:space_id/join', { params: { space_id }, body: {} });
        }
        browser.open(space_id);
      }
      await until(() => entered.every((browser) => browser.isOnline()), 'Not every browser has a socket.');
      const postAndAwait = async (from: RoomBrowser, body: string, to: RoomBrowser[]) => {
        await from.post(space_id, body);
        const shows = (browser: RoomBrowser) =>
          browser
            .room(space_id)
            .read()
            .rows.some((row) => row.kind === 'post' && row.body === body);
        await until(() => to.every(shows), `“${body}” did not arrive everywhere.`);
      };
      for (const browser of entered) await postAndAwait(browser, `Hello from ${randomUUID()}`, entered);
      say('a sign-up, a file and posts of each node are on the other and behind the proxy');

      // Callers that come through the proxy do not notice which node is down.
      const cleoBrowser = entered[2] as RoomBrowser;
      let calls = 0;
      for (const [down, up] of [
        [one, other],
        [other, one],
      ] as const) {
        let isOver = false;
        const calling = (async () => {
          while (!isOver) {
            const { status } = await me(url, cleo.access);
            must(status === 200, `A call was answered ${status} while a node was down.`);
            calls += 1;
            await wait(5);
          }
        })();
        // Awaited below, once everything else has been tried.
        calling.catch(() => {});
        await down.end('SIGKILL');
        await mustRead(url + file);
        await mustRead(url + (await stored(url, cleo.access)));
        const speaker = entered[up === one ? 0 : 1] as RoomBrowser;
        await postAndAwait(speaker, `Still here: ${randomUUID()}`, [cleoBrowser]);
        await postAndAwait(cleoBrowser, `So am I: ${randomUUID()}`, [speaker]);
        await until(() => cleoBrowser.isOnline(), 'A socket did not come back through the proxy.');
        await down.start();
        isOver = true;
        await calling;
        await until(() => entered.every((browser) => browser.isOnline()), 'Not every browser reconnected.');
        await postAndAwait(cleoBrowser, `All back: ${randomUUID()}`, entered);
      }
      say(`each node was killed once; ${calls} calls through the proxy meanwhile, 0 refused`);
      return undefined;
    } finally {
      for (const browser of browsers) browser.stop();
      await proxy?.stop();
      for (const node of nodes) await node.remove();
      await cluster.stop();
    }

    function browserOf(username: string, at: string, access: string): RoomBrowser {
      const address = `10.0.0.${browsers.length}`;
      const browser = roomBrowser({ url: at, origin: url, username, access, address });
      browsers.push(browser);
      return browser;
    }
  },
};

/** The proxy replaces an address that a caller only claims. */
async function mustSeeRealAddress(url: string, access: string) {
  const { body } = await call(url, 'GET', '/api/auth/sign-ins', {
    headers: { authorization: `Bearer ${access}` },
  });
  const [signIn] = body.sign_ins as { address: string }[];
  must(
    signIn?.address === '127.0.0.1' || signIn?.address === '::1',
    `Through the proxy a caller seems to come from ${signIn?.address}.`,
  );
}

/** The path of a new file. */
async function stored(url: string, access: string): Promise<string> {
  const sent = { name: 'note.txt', type: 'text/plain', bytes: text };
  const { status, body } = await upload(url, sent, { authorization: `Bearer ${access}` });
  must(status === 200, `An upload was answered ${status}.`);
  return new URL(body.url).pathname;
}

async function mustRead(url: string) {
  const answer = await fetch(url);
  must(answer.status === 200 && (await answer.text()) === text, `A file was answered ${answer.status}.`);
}

async function until(isSo: () => boolean, otherwise: string) {
  const giveUpAt = Date.now() + soon;
  while (!isSo()) {
    must(Date.now() < giveUpAt, otherwise);
    await wait(10);
  }
}
