import type { OwnSpace, PostRow, Withheld } from '@polylogue/contract';
import { FetchError } from '@polylogue/contract/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FeedFrame, FeedWatcher } from '../../api/live-frames.ts';
import { openRoom } from './engine/open-room.ts';
import { apiWith } from './testing/api-with.ts';

const authors = ['ada', 'ben'] as const;
type Author = (typeof authors)[number];

/** What becomes of a frame on its way. */
const fate = fc.constantFrom('comes', 'comes', 'comes', 'lost', 'twice', 'late');
type Fate = 'comes' | 'lost' | 'twice' | 'late';

type Step =
  | { does: 'post'; by: Author; fate: Fate }
  | { does: 'edit' | 'react' | 'delete'; which: number; fate: Fate }
  /** The reader: loses the right to post or gets it back, leaves the space by another's hand or joins again. */
  | { does: 'mute' | 'remove' | 'join'; fate: Fate }
  /** A frame from any time before, even from an earlier socket, comes again. */
  | { does: 'replay'; which: number }
  | { does: 'block' | 'open' | 'close' | 'deliver' | 'settle' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('post'), by: fc.constantFrom(...authors), fate }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('edit', 'edit', 'react', 'delete'),
      which: fc.nat(5),
      fate,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('mute', 'remove', 'join', 'join'), fate }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('replay'), which: fc.nat(20) }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constantFrom('block', 'open', 'close', 'deliver', 'settle', 'settle') }),
  },
) as fc.Arbitrary<Step>;

const notFound = new FetchError(404, '', { message: 'Space not found', error: 'not-found' });

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
  let isMember = true;
  let isMuted = false;
  /** When the reader's own row changed last. */
  let memberSeq = 0;
  let watcher: FeedWatcher | undefined;
  let answerPoll = () => {};
  /** Answers that are on their way. */
  let answers: (() => void)[] = [];
  /** The last change sent over the socket. */
  let sent = 0;

  const can = () => ({ post: !isMuted });
  const own = () => ({ space: {}, role: 'member', read_number: 0, head, can: can() }) as unknown as OwnSpace;
  const view = () => (isBlocked ? 'without Ben' : 'everyone');
  const seen = (row: PostRow): PostRow | Withheld =>
    isBlocked && row.by_id === 'ben' ? { seq: row.seq, is_withheld: true } : { ...row };
  const changedAfter = (after: number) => rows.filter(({ seq }) => seq > after).map(seen);
  const people = authors.map((user_id) => ({ user_id, username: user_id })) as never;

  /** An answer reflects the moment of the question, and arrives later; people who are not members get none. */
  function respond<Answer>(answer: Answer, signal?: AbortSignal): Promise<Answer> {
    const isAllowed = isMember;
    return new Promise((resolve, reject) => {
      answers.push(() => (isAllowed ? resolve(answer) : reject(notFound)));
      signal?.addEventListener('abort', () => reject(new Error('Called off.')));
    });
  }

  const api = apiWith({
    space: () => respond(own()),
    async messages(before = Number.POSITIVE_INFINITY) {
      const older = rows.filter(({ number }) => number < before);
      const page = older.slice(-pageLength);
      const next = older.length > page.length ? (page[0]?.number ?? null) : null;
      return respond({ messages: page.map(seen), people, next, view: view(), head });
    },
    async changes(after, wait, signal) {
      if (wait > 0 && isMember && head <= after) {
        await new Promise<void>((resolve, reject) => {
          answerPoll = resolve;
          signal.addEventListener('abort', () => reject(new Error('Called off.')));
        });
      }
      const messages = changedAfter(after);
      const members = memberSeq > after ? [{ user_id: 'me', seq: memberSeq }] : [];
      const rest = { space: null, members, sessions: [], role: 'member', can: can(), more: false };
      return respond({ ...rest, messages, people, view: view(), head } as never, signal);
    },
  });

  function send(frame: FeedFrame, fate: Fate) {
    past.push(frame);
    if (!isOpen || !isMember || !watcher || fate === 'lost') return;
    if (fate === 'late') return void late.push(frame);
    watcher.onFrame(frame);
    if (fate === 'twice') watcher.onFrame(frame);
  }

  function changed(fate: Fate) {
    answerPoll();
    const messages = changedAfter(sent);
    // Whose own rights may have changed fetches them.
    if (memberSeq > sent) send({ type: 'hint', feed: 's', seq: head }, fate);
    else send({ type: 'feed', feed: 's', before: sent, seq: head, rows: { messages } }, fate);
    sent = head;
  }

  /** The server tells over the open socket what may be seen from now on; a closed one says so itself. */
  function resync() {
    answerPoll();
    send({ type: 'resync', feed: 's' }, 'comes');
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
          rows.push({ ...row, body: `${head}`, reactions: [], deleted_at: null } as never);
          return changed(one.fate);
        }
        case 'edit':
        case 'react':
        case 'delete': {
          const row = rows.at(-1 - one.which);
          if (!row || row.deleted_at !== null) return;
          head += 1;
          Object.assign(row, { seq: head, ...changeOf(one.does, row) });
          return changed(one.fate);
        }
        case 'mute':
          isMuted = !isMuted;
          head += 1;
          memberSeq = head;
          return changed(one.fate);
        case 'remove':
        case 'join': {
          if (isMember === (one.does === 'join')) return;
          head += 1;
          memberSeq = head;
          // The last frame of one who is removed.
          if (isMember) resync();
          isMember = !isMember;
          return answerPoll();
        }
        case 'replay': {
          const frame = past.at(-1 - one.which);
          return frame && send(frame, 'comes');
        }
        case 'block':
          isBlocked = !isBlocked;
          return resync();
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
    texts: () => rows.flatMap(({ body, by_id }) => (!isMember || (isBlocked && by_id === 'ben') ? [] : body)),
    can: () => (isMember ? can() : undefined),
    /** A poll is held only for a while, and the head is announced from time to time. */
    passTime() {
      answerPoll();
      send({ type: 'hint', feed: 's', seq: head }, 'comes');
    },
  };
}

function changeOf(does: 'edit' | 'react' | 'delete', { seq, reactions }: PostRow): Partial<PostRow> {
  if (does === 'edit') return { body: `${seq} edited` };
  if (does === 'react') return { reactions: reactions.length > 0 ? [] : ([{ emoji: '👍' }] as never) };
  return { body: '', deleted_at: 1, reactions: [] } as never;
}

/** The room on a page; `reopen`: the reader comes back to it. */
function opened(server: ReturnType<typeof space>, isLive: boolean) {
  const room = openRoom({
    space_id: 's',
    me: 'me',
    api: server.api,
    ...(isLive && { socket: () => server.wire }),
    outbox: { read: () => [], add: () => true, remove() {}, change() {}, listen: () => () => {} },
    sendPost: () => Promise.reject(new Error('Not used: sendPost.')),
    clock: { now: () => 0, after: () => () => {} },
    serverNow: Date.now,
    newId: () => '',
    random: () => 0,
  });
  let stop = room.begin();
  return {
    room,
    stop: () => stop(),
    reopen() {
      stop();
      stop = room.begin();
    },
  };
}

async function finalState(server: ReturnType<typeof space>, { room }: ReturnType<typeof opened>) {
  await server.settle();
  for (let page = 0; page < 20 && room.read().older !== null; page++) {
    room.loadOlder();
    await server.settle();
  }
  const { rows, cursor, view, own, isUnavailable } = room.read();
  return isUnavailable ? { isUnavailable, rows, can: undefined } : { rows, cursor, view, can: own?.can };
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
  // A page of older messages arrives after the room was reopened with fewer of them.
  [
    [
      { does: 'post', by: 'ada', fate: 'comes' },
      { does: 'post', by: 'ada', fate: 'comes' },
      { does: 'post', by: 'ada', fate: 'comes' },
      { does: 'post', by: 'ada', fate: 'comes' },
      { does: 'join', fate: 'comes' },
      { does: 'post', by: 'ada', fate: 'comes' },
      { does: 'mute', fate: 'comes' },
      { does: 'join', fate: 'comes' },
      { does: 'edit', which: 0, fate: 'comes' },
    ],
  ],
];

const { numRuns: runs = 100 } = fc.readConfigureGlobal();

test('a room ends up the same whether frames are lost, duplicated, late, reordered or replayed, the socket closes, or the reader is muted, removed or back [FAULT-10 FAULT-25 FAULT-26]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30, size: 'max' }), async (steps) => {
      const server = space();
      const followed = opened(server, true);
      for (const one of steps) {
        if (one.does === 'settle') await server.settle();
        else server.play(one);
        if (one.does === 'join') followed.reopen();
        await new Promise(setImmediate);
      }
      await server.settle();
      server.passTime();
      const anew = opened(server, false);
      const expected = await finalState(server, anew);
      expect(expected.can).toEqual(server.can());
      expect(expected.rows.map(({ body }) => body)).toEqual(server.texts());
      expect(await finalState(server, followed)).toEqual(expected);
      followed.stop();
      anew.stop();
    }),
    // Thousands take seconds: nothing is stored or sent.
    { examples, numRuns: runs * 20 },
  );
}, 300_000);
