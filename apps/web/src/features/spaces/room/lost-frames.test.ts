import type { OwnSpace, PostRow, Withheld } from '@polylogue/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveFeed } from '../../../api/live-feed.ts';
import type { FeedFrame, FeedWatcher } from '../../../api/socket.ts';
import { openRoom } from './open-room.ts';
import type { RoomApi } from './room-api.ts';

const authors = ['ada', 'ben'] as const;
type Author = (typeof authors)[number];

/** What becomes of a frame on its way. */
const fate = fc.constantFrom('comes', 'comes', 'comes', 'lost', 'twice', 'late');
type Fate = 'comes' | 'lost' | 'twice' | 'late';

type Step =
  | { does: 'post'; by: Author; fate: Fate }
  | { does: 'edit'; which: number; fate: Fate }
  /** A frame from any time before, even from an earlier socket, comes again. */
  | { does: 'replay'; which: number }
  | { does: 'block' | 'open' | 'close' | 'deliver' | 'settle' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('post'), by: fc.constantFrom(...authors), fate }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('edit'), which: fc.nat(5), fate }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('replay'), which: fc.nat(20) }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constantFrom('block', 'open', 'close', 'deliver', 'settle', 'settle') }),
  },
) as fc.Arbitrary<Step>;

/** Messages per page. */
const pageLength = 3;

/** A space in memory, as seen by a reader who may have blocked Ben, and the socket over which it is followed. */
function space() {
  const rows: PostRow[] = [];
  const late: FeedFrame[] = [];
  const past: FeedFrame[] = [];
  let head = 0;
  let isBlocked = false;
  let isOpen = false;
  let watcher: FeedWatcher | undefined;
  let answerPoll = () => {};
  /** Answers that are on their way. */
  let answers: (() => void)[] = [];
  /** The last change sent over the socket. */
  let sent = 0;

  const own = { role: 'member', read_number: 0 } as OwnSpace;
  const view = () => (isBlocked ? 'without Ben' : 'everyone');
  const seen = (row: PostRow): PostRow | Withheld =>
    isBlocked && row.by_id === 'ben' ? { seq: row.seq, is_withheld: true } : { ...row };
  const changedAfter = (after: number) => rows.filter(({ seq }) => seq > after).map(seen);
  const people = authors.map((user_id) => ({ user_id, username: user_id })) as never;

  /** An answer reflects the moment of the question, and arrives later. */
  function respond<Answer>(answer: Answer, signal?: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      answers.push(() => resolve(answer));
      signal?.addEventListener('abort', () => reject(new Error('Called off.')));
    });
  }

  const api: RoomApi = {
    space: () => respond(own),
    async messages(before = Number.POSITIVE_INFINITY) {
      const older = rows.filter(({ number }) => number < before);
      const page = older.slice(-pageLength);
      const next = older.length > page.length ? (page[0]?.number ?? null) : null;
      return respond({ messages: page.map(seen), people, next, view: view(), head });
    },
    async changes(after, wait, signal) {
      if (wait > 0 && head <= after) {
        await new Promise<void>((resolve, reject) => {
          answerPoll = resolve;
          signal.addEventListener('abort', () => reject(new Error('Called off.')));
        });
      }
      const messages = changedAfter(after);
      const rest = { space: null, members: [], sessions: [], role: 'member', can: {}, more: false };
      return respond({ ...rest, messages, people, view: view(), head } as never, signal);
    },
    edit: () => Promise.reject(new Error('Not used: edit.')),
    remove: () => Promise.reject(new Error('Not used: remove.')),
    react: () => Promise.reject(new Error('Not used: react.')),
    message: () => Promise.reject(new Error('Nothing is missing here.')),
    stop: () => Promise.reject(new Error('Not used: stop.')),
    withdraw: () => Promise.reject(new Error('Not used: withdraw.')),
    askAgain: () => Promise.reject(new Error('Not used: askAgain.')),
  };

  function send(frame: FeedFrame, fate: Fate) {
    past.push(frame);
    if (!isOpen || !watcher || fate === 'lost') return;
    if (fate === 'late') return void late.push(frame);
    watcher.onFrame(frame);
    if (fate === 'twice') watcher.onFrame(frame);
  }

  function changed(fate: Fate) {
    answerPoll();
    const messages = changedAfter(sent);
    send({ type: 'feed', feed: 's', before: sent, seq: head, rows: { messages } }, fate);
    sent = head;
  }

  function turn(on: boolean) {
    isOpen = on;
    late.length = 0;
    // It starts where its browser is.
    sent = watcher?.after() ?? head;
    watcher?.onSwitch();
    if (on && sent < head) changed('comes');
  }

  return {
    api,
    wire: {
      isOpen: () => isOpen,
      send: () => true,
      setPresence() {},
      watch(_feed: string, one: FeedWatcher) {
        watcher = one;
        sent = one.after();
        return () => {
          watcher = undefined;
        };
      },
    },
    play(one: Step) {
      switch (one.does) {
        case 'post': {
          head += 1;
          const number = rows.length + 1;
          const row = {
            message_id: `m${number}`,
            seq: head,
            number,
            kind: 'post',
            by_id: one.by,
            mentions: [],
          };
          rows.push({ ...row, body: `${head}`, reactions: [] } as never);
          return changed(one.fate);
        }
        case 'edit': {
          const row = rows.at(-1 - one.which);
          if (!row) return;
          head += 1;
          Object.assign(row, { seq: head, body: `${head}` });
          return changed(one.fate);
        }
        case 'replay': {
          const frame = past.at(-1 - one.which);
          return frame && send(frame, 'comes');
        }
        case 'block':
          isBlocked = !isBlocked;
          answerPoll();
          return send({ type: 'resync', feed: 's' }, 'comes');
        case 'open':
        case 'close':
          if (isOpen !== (one.does === 'open')) turn(!isOpen);
          return;
        case 'deliver':
          // In reverse order.
          for (const frame of late.splice(0).reverse()) watcher?.onFrame(frame);
      }
    },
    /** Runs until nothing is on its way any more. */
    async settle() {
      for (let left: typeof answers | undefined; left?.length !== 0; ) {
        await new Promise(setImmediate);
        left = answers;
        answers = [];
        for (const arrive of left) arrive();
      }
    },
    /** The texts that may be seen at the moment. */
    texts: () => rows.flatMap(({ body, by_id }) => (isBlocked && by_id === 'ben' ? [] : body)),
    /** A poll is held only for a while, and the head is announced from time to time. */
    passTime() {
      answerPoll();
      send({ type: 'hint', feed: 's', seq: head }, 'comes');
    },
  };
}

function opened(server: ReturnType<typeof space>, isLive: boolean) {
  const room = openRoom({
    space_id: 's',
    api: server.api,
    ...(isLive && { live: (needs) => liveFeed(server.wire, 's', needs) }),
    outbox: { read: () => [], add: () => true, remove() {}, change() {}, listen: () => () => {} },
    clock: { now: () => 0, after: () => () => {} },
    newId: () => '',
    random: () => 0,
    sendPost: () => Promise.reject(new Error('Not used: sendPost.')),
  });
  return { room, stop: room.begin() };
}

async function finalState(server: ReturnType<typeof space>, { room }: ReturnType<typeof opened>) {
  await server.settle();
  for (let page = 0; page < 20 && room.read().older !== null; page++) {
    room.loadOlder();
    await server.settle();
  }
  const { rows, cursor, view } = room.read();
  return { rows, cursor, view };
}

/** Cases in which earlier versions of the room failed. */
const examples: [Step[]][] = [
  // The socket reopens while changes are fetched: the first connection had announced a block.
  [
    [
      { does: 'block' },
      { does: 'open' },
      { does: 'block' },
      { does: 'post', by: 'ben', fate: 'comes' },
      { does: 'block' },
      { does: 'settle' },
      { does: 'edit', which: 0, fate: 'comes' },
      { does: 'block' },
      { does: 'close' },
      { does: 'open' },
      { does: 'settle' },
    ],
  ],
  // A block that ends before everything is refetched, and meanwhile more posts than fit on a page.
  [
    [
      { does: 'post', by: 'ada', fate: 'comes' },
      { does: 'settle' },
      { does: 'block' },
      { does: 'post', by: 'ada', fate: 'comes' },
      { does: 'block' },
      { does: 'post', by: 'ada', fate: 'comes' },
      { does: 'post', by: 'ada', fate: 'comes' },
      { does: 'post', by: 'ada', fate: 'comes' },
    ],
  ],
];

test('a room ends up the same whether frames are lost, duplicated, late, reordered or replayed, or the socket closes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30, size: 'max' }), async (steps) => {
      const server = space();
      const followed = opened(server, true);
      for (const one of steps) {
        if (one.does === 'settle') await server.settle();
        else server.play(one);
        await new Promise(setImmediate);
      }
      await server.settle();
      server.passTime();
      const anew = opened(server, false);
      const expected = await finalState(server, anew);
      expect(expected.rows.map(({ body }) => body)).toEqual(server.texts());
      expect(await finalState(server, followed)).toEqual(expected);
      followed.stop();
      anew.stop();
    }),
    { examples },
  );
});
