import { fieldValue, type Json, type StampedFields } from '@polylogue/sync';
import { serverNow } from '../../../api/index.ts';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { coalesced } from '../../../lib/schedule/coalesced.ts';
import { whenIdle } from '../../../lib/schedule/idle.ts';
import { markdown } from '../../messages/index.ts';
import {
  type ConversationStore,
  completeConversation,
  type Fetched,
  fetchConversation,
  keptFile,
  longestSilence,
  onChangedElsewhere,
  receivedMessages,
  type ShownMessage,
  sinceHeardOf,
  whenReceived,
} from '../../sync/index.ts';
import { everyMessage, type PlainThread, type Thread } from '../../thread/index.ts';
import type { Opening } from '../opening.ts';
import { storedThread } from './stored-thread.ts';
import type { Thumbnails } from './thumbnails.ts';

interface StoredViewOptions {
  id: string;
  thread: Thread;
  store: Promise<ConversationStore>;
  thumbnails: Thumbnails;
  /** Whether there is something to show; otherwise it begins here. */
  isStored: boolean;
  opened(opening: Opening): void;
  /** Its settings, as they are stored. */
  onSettings(value: Json | undefined): void;
  /** Resolves once all events of the thread so far are stored. */
  saved(): Promise<void>;
  /** Another device has continued in another branch of this conversation; `show` goes there. Null: none has. */
  onOtherBranch(show: (() => void) | null): void;
}

export interface StoredView {
  /** Resolves once the end of the conversation is in the thread: nothing can be added to it before. */
  found: Promise<void>;
  /** Where it was found at the last attempt. */
  where(): Fetched;
  /** Resolves once everything stored that can be loaded is in the thread. */
  loaded(): Promise<void>;
  stop(): void;
}

/** How many of the last messages are read before all others. */
const tailLength = 60;
/** While an answer grows in another tab, a long conversation is read anew for a tenth of the time at most. */
const restOfOthers = 9;
/** Milliseconds in which an answer to a question of another device has begun, or failed: no page waits longer. */
const patience = 180_000;

/** Shows what is stored of one conversation in its thread, also what other tabs and devices change. */
export function showStored(options: StoredViewOptions): StoredView {
  const { id, thread, opened, onOtherBranch } = options;
  const control = new AbortController();
  const { shown, callOff } = watchShown(options, () => update(true));
  let rest: Promise<void> | null = null;
  const found = Promise.withResolvers<void>();
  let where: Fetched = 'here';
  /** Something changed elsewhere while an answer was pending here. */
  let isStale = false;
  /** Nothing has arrived for a while. */
  let isSilent = false;

  /** What cannot be read is out of reach, too: a question would begin the conversation anew. */
  const loadTail = () =>
    showTail().catch(() => (control.signal.aborted ? found.resolve() : absent('offline')));

  async function showTail() {
    const rendering = markdown.fetch().catch(() => {});
    where = await fetchConversation(id, control.signal);
    if (where !== 'here') return opened(where);
    // It was missing before, and is here now.
    rest = null;
    const { end, hasLeaf, rows, ...reading } = await readTail(options);
    await rendering;
    // A message was sent before the store opened, or another branch was written to last.
    if (!hasLeaf || thread.read().messages.length > 0) await loadRest();
    else {
      thread.open(end);
      shown(rows, reading);
    }
    opened('here');
    found.resolve();
    if (thread.read().hasMore) whenIdle(() => void loaded());
  }

  function loaded(): Promise<void> {
    rest ??= tail
      .then(loadRest)
      .catch(() => {})
      .then(() => {
        // Out of reach: the next call tries again.
        if (thread.read().hasMore) rest = null;
      });
    return rest;
  }

  /** Loads everything before the messages here, and the other branches. */
  async function loadRest() {
    if (where !== 'here' || !thread.read().hasMore) return;
    const isWhole = (await completeConversation(id, control.signal)) !== 'offline';
    const { all, rows, ...reading } = await readWhole(options, isWhole);
    thread.loadOlder(all);
    shown(rows, reading);
  }

  /** Shows changes from elsewhere, unless an answer is pending here. */
  async function refresh() {
    await loaded();
    // It may have arrived with a store that opened late, or from the account.
    if (where !== 'here') return loadTail();
    const read = await readAll(options);
    const { leaf: other, store, rows, before } = read;
    // It was deleted for good: nothing of it may be seen, or sent with the next question.
    if (rows.length === 0 && (await isGone(store, id))) {
      thread.open({ messages: [] });
      return absent('missing');
    }
    if (!show(read, before.messages.at(-1)?.id ?? null)) return;
    const isElsewhere = other !== null && thread.read().messages.every((message) => message.id !== other);
    onOtherBranch(isElsewhere ? () => void showOther() : null);
  }

  /** Read anew: more may have been asked here since it was offered. */
  async function showOther() {
    onOtherBranch(null);
    const read = await readAll(options);
    show(read, read.leaf);
  }

  /** Unless an answer is pending here: then once it has ended, what is new is shown. Returns whether it was shown. */
  function show({ before, rows, ...reading }: Awaited<ReturnType<typeof readAll>>, leaf: string | null) {
    isStale = before.pending.type !== 'idle';
    if (isStale || rows.length === 0) return false;
    const isReceived = (row: ShownMessage) => !isSilent || reading.isReceived(row);
    thread.open(known(storedThread(rows, { ...reading, leaf, isReceived }), before.hasMore));
    shown(rows, { ...reading, isReceived });
    return true;
  }

  function absent(now: 'missing' | 'offline') {
    where = now;
    opened(now);
  }

  const refreshAgain = coalesced(refresh, restOfOthers);
  function update(isSilentNow = false) {
    isSilent = isSilentNow;
    refreshAgain();
  }

  const tail = options.isStored ? loadTail() : Promise.resolve(found.resolve());
  const stopWaiting = thread.listen(() => {
    // From here on this device's branch is the one that was continued last.
    if (thread.read().pending.type === 'loading') onOtherBranch(null);
    if (!isStale || thread.read().pending.type !== 'idle') return;
    isStale = false;
    update();
  });
  const stopListening = whenChangedElsewhere(id, update);

  return {
    found: found.promise,
    where: () => where,
    loaded,
    stop() {
      control.abort();
      for (const end of [callOff, stopListening, stopWaiting]) end();
    },
  };
}

/** Calls back when it was changed elsewhere; while the page is hidden, once it is visible. */
function whenChangedElsewhere(id: string, tell: () => void): () => void {
  let isWanted = false;
  function look() {
    if (!isWanted || document.visibilityState === 'hidden') return;
    isWanted = false;
    tell();
  }
  document.addEventListener('visibilitychange', look);
  const stopListening = onChangedElsewhere((ids) => {
    isWanted ||= ids.includes(id);
    look();
  });
  return () => {
    stopListening();
    document.removeEventListener('visibilitychange', look);
  };
}

/** Shows the pictures of what is shown, and calls back when what is pending in it is over. */
function watchShown({ thread, thumbnails }: StoredViewOptions, onOver: () => void) {
  let stopWaiting = () => {};
  return {
    shown(rows: readonly ShownMessage[], reading: Reading) {
      stopWaiting();
      stopWaiting = whenOver(pendingIn(rows, thread, reading), reading, onOver);
      void thumbnails.showStored();
    },
    callOff: () => stopWaiting(),
  };
}

/** While messages are missing, nothing is known of the versions: more of each may be among them. */
const known = (all: PlainThread, hasMore: boolean): PlainThread =>
  hasMore ? { ...all, forks: {}, hasMore } : all;

/** The replies and the question here whose answer is received elsewhere. */
function pendingIn(rows: readonly ShownMessage[], thread: Thread, { isReceived }: Reading): string[] {
  const last = thread.read().messages.at(-1);
  const isPending = ({ message_id, role, ended_at }: ShownMessage) =>
    role === 'user' ? message_id === last?.id && !last.error : ended_at === null;
  return rows.filter((row) => isPending(row) && isReceived(row)).map(({ message_id }) => message_id);
}

/** Calls back when one of these answers may have ended, or been left. Returns how to end that. */
function whenOver(pending: readonly string[], { received }: Reading, look: () => void): () => void {
  const following = new AbortController();
  const { signal } = following;
  const again = () => signal.aborted || look();
  const here = pending.filter((one) => received.has(one));
  for (const one of here) whenReceived(one, signal).then(again, () => {});
  // By another device, or without locks: nothing says when it is closed.
  if (pending.length > here.length)
    signal.addEventListener('abort', browserClock.after(longestSilence, again));
  return () => following.abort();
}

/** Whether there is nothing of it, in the account either. */
const isGone = async (store: ConversationStore, id: string) =>
  ['all', 'none', 'gone'].includes(await store.partOf(id)) && (await store.unreadableIn(id)) === 0;

type Reading = Pick<Awaited<ReturnType<typeof stored>>, 'store' | 'received' | 'isReceived'>;

/** What is stored of the conversation itself. */
async function stored({ id, store, thumbnails, onSettings }: StoredViewOptions) {
  const [opened, received] = await Promise.all([store, receivedMessages()]);
  const fields: StampedFields = (await opened.conversation(id))?.fields ?? {};
  // At once: it may be changed here while the messages are read.
  onSettings(fieldValue(fields, 'settings'));
  return {
    store: opened,
    leaf: idIn(fields, 'leaf'),
    sentFrom: idIn(fields, 'sent_from'),
    received,
    wantThumbnail: thumbnails.want,
    isReceived: (row: ShownMessage) => received.has(row.message_id) || isExpected(row),
    part: async (message_id: string, place: number, of: FileNames) =>
      (await keptFile({ message_id, place }, of)) ??
      (await fileOfVersion(await opened.messages(id), message_id, place, of)),
  };
}

/** Whether its answer may be on its way although no lock says so: to another device, or to a tab where there are none. */
function isExpected({ message_id, role, created_at, changed_at }: ShownMessage): boolean {
  if (changed_at === undefined) return serverNow() - created_at < patience;
  const heard = sinceHeardOf(message_id);
  if (heard === null) return false;
  return role === 'user' ? heard < patience : Math.min(heard, serverNow() - changed_at) < longestSilence;
}

type FileNames = Parameters<typeof keptFile>[1];

/** A file of a question that was edited before it had loaded: it is stored with another version only. */
async function fileOfVersion(rows: readonly ShownMessage[], id: string, place: number, of: FileNames) {
  const own = rows.find(({ message_id }) => message_id === id);
  const size = own?.details?.files?.[place]?.size;
  for (const { message_id, parent_id, details } of rows) {
    if (message_id === id || parent_id !== own?.parent_id) continue;
    const at = details?.files?.findIndex(
      (file) => file.name === of.name && file.media_type === of.mediaType && file.size === size,
    );
    const found = at === undefined || at < 0 ? null : await keptFile({ message_id, place: at }, of);
    if (found) return found;
  }
  return null;
}

/** The end of what is stored, and whether the branch that was continued last ends there. */
async function readTail(options: StoredViewOptions) {
  const { leaf, ...reading } = await stored(options);
  const { messages: rows, more } = await reading.store.tail(options.id, tailLength);
  const hasLeaf = leaf === null || rows.some(({ message_id }) => message_id === leaf);
  return { rows, ...reading, hasLeaf, end: known(storedThread(rows, { leaf, ...reading }), more) };
}

/** Everything stored, along a branch that is in the thread. With 20,000 messages, each step takes a while. */
async function readWhole(options: StoredViewOptions, isWhole: boolean) {
  const { leaf, ...reading } = await stored(options);
  const rows = await reading.store.messages(options.id);
  await nextTask();
  const last = everyMessage(options.thread.read()).findLast(({ id }) =>
    rows.some(({ message_id }) => message_id === id),
  );
  const all = storedThread(rows, { ...reading, leaf: last?.id ?? leaf });
  await nextTask();
  return { rows, ...reading, all: known(all, !isWhole) };
}

/** Everything stored, with the thread it belongs to: reads again if the thread changed meanwhile. */
async function readAll(options: StoredViewOptions) {
  const { id, thread, saved } = options;
  for (;;) {
    await saved();
    const before = thread.read();
    const reading = await stored(options);
    const rows = await reading.store.messages(id);
    if (thread.read() === before || before.pending.type !== 'idle') {
      return { before, rows, ...reading };
    }
  }
}

const nextTask = () => new Promise<void>((resolve) => void browserClock.after(0, resolve));

function idIn(fields: StampedFields, name: string): string | null {
  const value = fieldValue(fields, name);
  return typeof value === 'string' ? value : null;
}
