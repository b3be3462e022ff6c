import { setTimeout as wait } from 'node:timers/promises';
import { FetchError } from '@polylogue/contract/client';
import { type FaultProxy, faultProxy } from '../testing/tcp-fault-proxy.ts';
import { type RoomBrowser, roomBrowser } from './room-browser.ts';

/** The average pause between two actions of a person; 120 a minute are allowed (milliseconds). */
const pause = 1_000;

/** A post as the server has acknowledged it. */
interface ExpectedPost {
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
  /** This person's line connects to the first of these that is up. */
  nodes: [string, ...string[]];
  origin: string;
  address: string;
}

/** A person with rooms open, who posts, edits, reacts and deletes over a separate line. */
export async function roomPerson({ username, nodes, ...needs }: PersonNeeds) {
  const line: FaultProxy = await faultProxy(...nodes);
  const browser: RoomBrowser = roomBrowser({ ...needs, username, url: line.url });
  const posts: ExpectedPost[] = [];
  const spaces: string[] = [];
  let acknowledged = 0;
  let isBusy = false;
  let isResting = false;
  let isDone = false;
  let count = 0;

  const newText = () => `number ${++count} by ${username}`;
  const oneOf = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(Math.random() * items.length)];

  /** Repeats `act` until it succeeds, like a person who keeps pressing Retry. False: it was refused. */
  async function retry(act: () => Promise<unknown>): Promise<boolean> {
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

  async function mustSucceed(what: string, act: () => Promise<unknown>) {
    if (!(await retry(act))) throw new Error(`${what} of ${username} was refused.`);
  }

  async function post(space_id: string) {
    const body = newText();
    const message_id = await browser.post(space_id, body);
    acknowledged += 1;
    posts.push({ space_id, message_id, body });
    if (Math.random() > 0.2) return;
    // Repeated although it was answered.
    const again = { params: { space_id }, body: { message_id, body } };
    await mustSucceed('A repeated post', () => browser.call('POST /api/v1/spaces/:space_id/messages', again));
  }

  async function act() {
    const space_id = oneOf(spaces) ?? '';
    const room = browser.room(space_id);
    const own = oneOf(posts.filter((one) => one.space_id === space_id && one.body !== '' && !one.isQuestion));
    const luck = Math.random();
    if (luck < 0.6 || !own) return post(space_id);
    if (luck < 0.75) {
      own.body = newText();
      return mustSucceed('An edit', () => room.edit(own.message_id, { body: own.body }));
    }
    if (luck < 0.85) {
      own.body = '';
      return mustSucceed('A deletion', () => room.remove(own.message_id));
    }
    const other = oneOf(room.read().rows.filter(({ kind }) => kind === 'post'));
    // Its author may just have deleted it.
    if (other) await retry(() => room.react(other.message_id, '👍', Math.random() < 0.7));
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
    posts,
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
