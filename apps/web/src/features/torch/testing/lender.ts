import type { HolderFrame, OwnSpace, PostRow, SpacePerson, UsageRecord } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import { defaultLend, emptyLedger, type Ledger, type Lend } from '@polylogue/sync/turns';
import type { SentFrame } from '../../../api/live-frames.ts';
import type { SafeStorage } from '../../../lib/state/storage.ts';
import { fakeStorage } from '../../../lib/testing/stored.ts';
import type { AnswerEvent, ChatQuestion } from '../../keys/index.ts';
import { type Asked, askedTurns } from '../../post/asked-turns.ts';
import { holder } from '../answering/holder.ts';
import type { Offer } from '../answering/plan.ts';
import type { SpaceReading } from '../answering/space-reader.ts';
import type { LedgerStore } from '../lends/ledger.ts';
import { openLends } from '../lends/lends.ts';
import type { KeyFailure } from '../models/failure-toast.ts';

export const space_id = 'space';

export const post = (number: number, by_id: string, body: string, more: Partial<PostRow> = {}): PostRow => ({
  message_id: `m${number}`,
  seq: number,
  number,
  kind: 'post',
  by_id,
  created_at: number,
  body,
  reply_to: null,
  is_reply_withheld: false,
  mentions: [],
  is_off_record: false,
  files: [],
  reactions: [],
  edited_at: null,
  deleted_at: null,
  deleted_by: null,
  notice: null,
  turn: null,
  ...more,
});

export const offer = (more: Partial<Offer> = {}): Offer => ({
  type: 'offer',
  feed: space_id,
  turn_id: 't1',
  epoch: 1,
  until: 8_000,
  asked_by: 'ada',
  role: 'member',
  question_id: 'm1',
  reads_until: 1,
  wants: null,
  text: '',
  ...more,
});

export const person = (user_id: string, more: Partial<SpacePerson> = {}): [string, SpacePerson] => [
  user_id,
  {
    user_id,
    username: user_id,
    first_name: user_id,
    last_name: '',
    profile_picture_url: null,
    is_named: true,
    ...more,
  },
];

/** The storage of one tab, or that all tabs of a browser share. */
export function memory(): SafeStorage {
  const entries = new Map<string, string>();
  const listeners = new Set<(name: string | null) => void>();
  const changed = (name: string) => {
    for (const listener of [...listeners]) listener(name);
  };
  return {
    read: (name) => entries.get(name) ?? null,
    write(name, value) {
      entries.set(name, value);
      changed(name);
      return true;
    },
    remove(name) {
      entries.delete(name);
      changed(name);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** How far the server's clock is ahead of this device's (milliseconds). */
export const aheadOfDevice = 40 * 86_400_000;

/** A browser that lends to a space, a server that sends it frames, and a provider that a test controls. */
export function lender({
  rows = [post(1, 'ada', 'What is a torch?')],
  lend = {},
  friends = ['ada'],
  blocked = [] as string[],
  isBounded = true,
  askedHere = [] as {
    turn_id: string;
    feed?: string;
    wants?: Offer['wants'];
    how?: Asked;
    left_out?: string[];
  }[],
  price = { input: 1, output: 10 } as { input: number; output: number } | null,
  usedUpFor = 0,
  isKeyRefused = false,
  pins = [] as string[],
  people = null as SpaceReading['people'] | null,
  saved = [{ origin: 'https://api.example', model: 'gpt' }],
} = {}) {
  let now = 1_000;
  const lends = openLends('me', { tab: memory(), browser: memory() }, () => now);
  const forSelf = openLends('me', { tab: memory(), browser: memory() }, () => now, 'lent_to_self');
  const model = { provider: 'openai', model: 'gpt', price };
  const lent: Lend = { ...defaultLend, models: [model], ...lend };
  const lentTo = {
    space_id,
    space_name: 'Physics',
    visibility: 'invited' as const,
    origins: ['https://api.example'],
    lent_at: 0,
  };
  lends.add({ ...lentTo, lend: lent });

  let ledger: Ledger | null = emptyLedger;
  let isBroken = false;
  let isUnreachable = false;
  let changed = () => {};
  let counting = () => {};
  let files: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());
  const store: LedgerStore = {
    async read() {
      if (isBroken) throw new Error('The store is broken.');
      return ledger;
    },
    ensure: async () => {},
    async change(change) {
      if (isBroken) throw new Error('The store is broken.');
      const next = ledger && change(ledger);
      if (next) ledger = next;
      changed();
      return next !== null;
    },
  };

  const asked = askedTurns(fakeStorage(), 'me');
  for (const { how, ...turn } of askedHere) asked.add({ feed: space_id, wants: null, ...turn }, how);
  const sent: SentFrame[] = [];
  const watched: string[] = [];
  /** Spaces in which this browser said anew that it is there. */
  const heard: string[] = [];
  const recorded: UsageRecord[] = [];
  const noted: UsageRecord[] = [];
  const failures: KeyFailure[] = [];
  const answered: string[] = [];
  const questions: ChatQuestion[] = [];
  const timers: (() => void)[] = [];
  let isOpen = true;
  let deliver = (_: HolderFrame) => {};
  let switched = (_: boolean) => {};
  let pieces: Promise<AnswerEvent[]> | AnswerEvent[] = [];
  let staying = Promise.resolve();
  let feed: ((event: AnswerEvent | null) => void) | undefined;

  const own = {
    space: { name: 'Physics', ai_name: null, ai_instructions: null, pins },
  } as unknown as OwnSpace;
  const holding = holder({
    me: 'me',
    lends,
    forSelf,
    ledger: store,
    socket: {
      isOpen: () => isOpen,
      watch(feed) {
        watched.push(feed);
        return () => void watched.splice(watched.indexOf(feed), 1);
      },
      setPresence: (feed) => void heard.push(feed),
      send: (frame) => isOpen && sent.push(structuredClone(frame)) > 0,
      onHolderFrame(listener) {
        deliver = listener;
        return () => {};
      },
      onSwitch(listener) {
        switched = listener;
        return () => {};
      },
    },
    async read(): Promise<SpaceReading> {
      if (isUnreachable) throw new TypeError('Failed to fetch');
      return {
        own,
        rows,
        older: null,
        people: people ?? new Map(rows.map(({ by_id }) => person(by_id ?? ''))),
        friends: new Set(friends),
        blocked: new Set(blocked),
        texts: new Map(),
      };
    },
    tokenCounterFor: async () => {
      counting();
      return {
        priceAt: () => price,
        isBounded,
        window: 100_000,
        longest: null,
        tokensOf: (text) => text.length,
        fileTokensOf: () => 0,
        accepts: (mediaType) => mediaType === 'image/png',
        usdOf: ({ input, output }) => price && (input * price.input + output * price.output) / 1_000_000,
        listUsdOf: ({ input, output }) => price && (input * price.input + output * price.output) / 1_000_000,
      };
    },
    connectionFor: ({ model = 'gpt', origin = 'https://api.example' } = { provider: 'openai' }) => ({
      ...{ provider: 'openai', model },
      endpoint: `${origin}/v1`,
    }),
    savedProviders: () =>
      saved.map((one) => ({ ...one, provider: 'openai', name: 'OpenAI', label: `OpenAI · ${one.model}` })),
    answer(question, signal) {
      questions.push(question);
      const queue: (AnswerEvent | null)[] = [];
      let wake = () => {};
      const own = (event: AnswerEvent | null) => {
        queue.push(event);
        wake();
      };
      feed = own;
      signal.addEventListener('abort', () => own(null));
      async function* events() {
        for (const event of await pieces) yield event;
        if ((await pieces).length > 0) return;
        for (;;) {
          const event = queue.shift();
          if (event === null) return;
          if (event) yield event;
          else {
            const { promise, resolve } = Promise.withResolvers<void>();
            wake = resolve;
            await promise;
          }
        }
      }
      return Object.assign(events(), { heldBack: () => [], wasSent: () => true });
    },
    stays: (signal) =>
      Promise.race([
        staying,
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
      ]),
    nameOf,
    asked,
    dataOf: () => files,
    now: () => now,
    monotonicNow: () => now,
    serverNow: () => now + aheadOfDevice,
    after(_, work) {
      timers.push(work);
      return () => void (timers.includes(work) && timers.splice(timers.indexOf(work), 1));
    },
    isKeyRefused: async () => isKeyRefused,
    usedUpFor: () => usedUpFor,
    onSettled: () => {},
    onSpent: (record) => void recorded.push(record),
    noteSpent: (record) => void noted.push(record),
    onKeyFailure: (failure) => void failures.push(failure),
    onAnswered: (space_id) => void answered.push(space_id),
  });

  /** Resolves once everything under way has run. */
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  return {
    lends,
    forSelf,
    sent,
    watched,
    heard,
    failures,
    answered,
    recorded,
    noted,
    questions,
    holding,
    timers,
    ledger: () => ledger,
    settled,
    async receive(frame: HolderFrame) {
      deliver(frame);
      await settled();
    },
    async emit(event: AnswerEvent) {
      feed?.(event);
      await settled();
    },
    /** The answer has no more events. */
    async close() {
      feed?.(null);
      await settled();
    },
    async end() {
      feed?.({ type: 'ended', because: 'done', raw: null });
      feed?.(null);
      await settled();
    },
    /** Answers what its person asks on other devices. */
    lendToSelf(more: Partial<Lend> = {}) {
      forSelf.add({ ...lentTo, lend: { ...lent, to: 'named', named: ['me'], ...more } });
    },
    lendAgain(more: Partial<Lend>) {
      lends.add({ ...lentTo, lend: { ...lent, ...more } });
    },
    answers(events: AnswerEvent[]) {
      pieces = events;
    },
    passTime(ms: number) {
      now += ms;
    },
    disconnect() {
      isOpen = false;
      switched(false);
    },
    reconnect() {
      isOpen = true;
      switched(true);
    },
    /** The content of files, by their id, once it resolves. */
    loads(content: typeof files) {
      files = content;
    },
    /** The page is being left, and does not stay. */
    beginLeaving() {
      staying = new Promise(() => {});
    },
    whenReserved(work: () => void) {
      changed = work;
    },
    /** While a question is prepared, before its cost is reserved. */
    whileCounting(work: () => void) {
      counting = work;
    },
    forgetLedger() {
      ledger = null;
    },
    /** Our own server does not answer. */
    loseServer() {
      isUnreachable = true;
    },
    breakStore() {
      isBroken = true;
    },
    framesOf: <Type extends SentFrame['type']>(type: Type) =>
      sent.filter((frame): frame is Extract<SentFrame, { type: Type }> => frame.type === type),
  };
}
