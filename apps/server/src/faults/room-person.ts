import { setTimeout as wait } from 'node:timers/promises';
import { FetchError } from '@polylogue/contract/client';
import { type FaultProxy, proxy } from '../testing/tcp-fault-proxy.ts';
import { type RoomBrowser, roomBrowser } from './room-browser.ts';

/** Milliseconds between two things that a person does, on average: 120 a minute are allowed. */
const pause = 1_000;

/** What a post should be like, as far as the server has acknowledged it. */
interface Said {
  space_id: string;
  message_id: string;
  /** Empty: deleted. */
  body: string;
  /** Left alone by its author: a question that is deleted stops its answer. */
  isQuestion?: boolean;
}

interface PersonNeeds {
  username: string;
  access: string;
  /** Where this person's line leads: to the first of these that is up. */
  nodes: [string, ...string[]];
  origin: string;
  address: string;
}

/** Somebody with rooms open, who posts, edits, reacts and deletes over a line of their own. */
export async function roomPerson({ username, nodes, ...needs }: PersonNeeds) {
  const line: FaultProxy = await proxy(...nodes);
  const browser: RoomBrowser = roomBrowser({ ...needs, username, url: line.url });
  const said: Said[] = [];
  const spaces: string[] = [];
  let acknowledged = 0;
  let isBusy = false;
  let isResting = false;
  let isDone = false;
  let count = 0;

  const newText = () => `number ${++count} by ${username}`;
  const oneOf = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(Math.random() * items.length)];

  /** As somebody who presses Retry until it is done. False: it was refused. */
  async function insist(act: () => Promise<unknown>): Promise<boolean> {
    for (;;) {
      try {
        await act();
        acknowledged += 1;
        return true;
      } catch (error) {
        if (error instanceof FetchError && [403, 404, 409].includes(error.status)) return false;
        await wait(200);
      }
    }
  }

  async function mustInsist(what: string, act: () => Promise<unknown>) {
    if (!(await insist(act))) throw new Error(`${what} of ${username} was refused.`);
  }

  async function post(space_id: string) {
    const body = newText();
    const message_id = await browser.post(space_id, body);
    acknowledged += 1;
    said.push({ space_id, message_id, body });
    if (Math.random() > 0.2) return;
    // The answer came, and the same is sent once more.
    const again = { params: { space_id }, body: { message_id, body } };
    await mustInsist('A repeated post', () => browser.call('POST /api/v1/spaces/:space_id/messages', again));
  }

  async function act() {
    const space_id = oneOf(spaces) ?? '';
    const room = browser.room(space_id);
    const own = oneOf(said.filter((one) => one.space_id === space_id && one.body !== '' && !one.isQuestion));
    const luck = Math.random();
    if (luck < 0.6 || !own) return post(space_id);
    if (luck < 0.75) {
      own.body = newText();
      return mustInsist('An edit', () => room.edit(own.message_id, { body: own.body }));
    }
    if (luck < 0.85) {
      own.body = '';
      return mustInsist('A deletion', () => room.remove(own.message_id));
    }
    const other = oneOf(room.read().rows.filter(({ kind }) => kind === 'post'));
    // Its author may just have deleted it.
    if (other) await insist(() => room.react(other.message_id, '👍', Math.random() < 0.7));
  }

  async function live() {
    while (!isDone) {
      isBusy = !isResting;
      if (isBusy) await act();
      isBusy = false;
      await wait(isResting ? 10 : Math.random() * 2 * pause);
    }
  }

  let going: Promise<void> | undefined;
  let failure: unknown;
  return {
    username,
    line,
    browser,
    said,
    acknowledged: () => acknowledged,
    /** Whether something is not acknowledged yet. Throws if something was refused. */
    isBusy() {
      if (failure) throw failure;
      return isBusy;
    },
    spaces,
    enter(space_id: string) {
      spaces.push(space_id);
      browser.open(space_id);
    },
    begin() {
      going = live().catch((error) => {
        failure = error;
      });
    },
    rest(resting: boolean) {
      isResting = resting;
    },
    async stop() {
      isDone = true;
      await going;
      browser.stop();
      line.stop();
    },
  };
}
export type RoomPerson = Awaited<ReturnType<typeof roomPerson>>;
