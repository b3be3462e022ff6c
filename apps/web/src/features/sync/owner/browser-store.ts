import { endedEntry, serverNow } from '../../../api/index.ts';
import { eraseDrafts, eraseDraftsOf, storeDraftsOf } from '../../../lib/drafts/entries.ts';
import { pastedTexts } from '../../../lib/drafts/text-database.ts';
import { registerUnsavedWork, registerWorkFlush } from '../../../lib/drafts/unsaved-work.ts';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { whenIdle } from '../../../lib/schedule/idle.ts';
import { listenersOf } from '../../../lib/state/listeners.ts';
import { live } from '../../../lib/state/live.ts';
import { storage } from '../../../lib/state/storage.ts';
import { conversations, streamingConversations } from '../../conversation/list/index.ts';
import { hasRecordsEntry, isRecordListWhole, records } from '../../record/list/index.ts';
import type { Fetched, Fetching } from '../exchange/fetching.ts';
import type { News } from '../exchange/loop.ts';
import type { SavingStatus } from '../exchange/saving-status.ts';
import type { NamedRecord } from '../rows/record-names.ts';
import { carryOver } from '../storage/carry-over.ts';
import { databaseName, eraseDatabase, indexedDbStorage } from '../storage/indexed-db.ts';
import { putSnapshot, readSnapshot, removeSnapshots } from '../storage/snapshots.ts';
import { joinTitles } from '../store/join-titles.ts';
import type { ConversationStore } from '../store/store.ts';
import type { ShownConversation } from '../store/store-reads.ts';
import { nothingPending, pendingWork } from '../store/unpushed.ts';
import { unsavedOfOthers } from './beside.ts';
import { type OwnedStore, ownedStore } from './owned-store.ts';
import { watchOwner } from './owner.ts';

// The one place in this folder with real dependencies.

const status = live<SavingStatus, SavingStatus>('none', (_, next) => next);
/** Why messages are not saved where they should be, for a quiet line. */
export const savingStatus: Pick<typeof status, 'read' | 'start' | 'listen'> = status;

const changes = listenersOf<[conversationIds: readonly string[]]>();
/** Calls back with the ids of conversations changed in another tab or on another device. */
export const onChangedElsewhere = changes.add;

const elsewhere = listenersOf<[News]>();
/** Calls back with what is new outside the conversations, in every tab. */
export const onNews = elsewhere.add;

const owners = listenersOf<[]>();
/** Calls back when the user of this page changes: nothing of the previous one may stay on it. */
export const onOwnerChanged = owners.add;

/** Conversations that signing out would delete: those not in the account yet. */
let unsent = nothingPending;
/** How much of other accounts is not in them yet: its titles are somebody else's. */
let othersUnsent: string | null = null;

let shown: OwnedStore | null = null;

const owner = watchOwner(storage, reopen, () => {
  storeDraftsOf(owner.read() ?? '');
  // It was erased with the previous sign-in.
  if (shown?.isInMemory()) returnFrom(shown).catch(() => shown?.wake());
  else shown?.wake();
});

/** Stores what was written in memory in the meantime; if the browser stores nothing, it stays there. */
async function returnFrom(memory: OwnedStore) {
  const { storage: held } = await memory.opened;
  const stored = await indexedDbStorage(databaseName(memory.owner));
  await carryOver(held, stored).finally(stored.close);
  if (shown === memory) reopen();
}

function reopen() {
  // This browser was cleared. First: whoever hears of it stores what is on the page.
  if (owner.read() === null && shown?.owner) eraseDraftsOf(shown.owner);
  storeDraftsOf(owner.read() ?? '');
  shown?.close();
  shown = null;
  conversations.dispatch({ type: 'left' });
  records.dispatch(null);
  isRecordListWhole.dispatch(false);
  status.dispatch('none');
  streamingConversations.dispatch(new Set());
  owners.dispatch();
  current();
}

function current(): OwnedStore {
  shown ??= show(owner.read());
  return shown;
}

async function readUnsavedOfOthers(account: string) {
  const found = await unsavedOfOthers(account, serverNow);
  if (owner.read() === account) othersUnsent = found;
}

function show(account: string | null): OwnedStore {
  unsent = nothingPending;
  othersUnsent = null;
  if (account !== null) whenIdle(() => void readUnsavedOfOthers(account));
  const isShown = () => shown === one;
  const one: OwnedStore = ownedStore({
    owner: account,
    now: serverNow,
    mayOpen: () => owner.mayOpen(account),
    onChangedElsewhere: (ids) => isShown() && changes.dispatch(ids),
    onNews: (news) => isShown() && elsewhere.dispatch(news),
    onSavingStatus: (next) => isShown() && status.dispatch(next),
    onPending(pending) {
      if (isShown()) unsent = pending;
    },
  });
  return one;
}

/** When a sign-in is ended by its owner or the operator, the account's stored data is erased. */
function eraseEnded() {
  const ended = storage.read(endedEntry);
  if (ended === null) return eraseEndedElsewhere();
  storage.remove(endedEntry);
  owner.release(ended);
  eraseDraftsOf(ended);
  pastedTexts.removeUnlisted();
  // Anyone who reopens a database of that name has to wait until this is done.
  eraseDatabase(databaseName(ended)).catch(() => {});
}

/** Another tab has erased what this browser stores of the account, but not what this tab does. */
function eraseEndedElsewhere() {
  const mine = owner.read();
  if (mine === null || owner.mayOpen(mine)) return;
  eraseDraftsOf(mine);
  pastedTexts.removeUnlisted();
}

// Before this file is there, a question needs to know whether it has to wait for instructions.
function noteRecords() {
  // What is left on a page whose stored data was erased leaves no trace.
  if (!owner.mayOpen(owner.read())) return;
  const all = records.read();
  if (!isRecordListWhole.read() || all?.length) storage.write(hasRecordsEntry, '1');
  else if (all) storage.remove(hasRecordsEntry);
}
for (const list of [records, isRecordListWhole]) list.listen(noteRecords);

eraseEnded();
storage.listen((entry) => {
  // Only after the tokens have been removed, too.
  if (entry === endedEntry) queueMicrotask(eraseEnded);
});
// At once: code that uses this module waits for the list.
current();

/** The conversations of this browser's user. Never rejects: if the browser stores nothing, they stay in memory. */
export const openedStore = (): Promise<ConversationStore> => current().opened;

/** Whose conversations are on this page, even after the sign-in has expired; null: no account's. */
export const storeOwner = (): string | null => current().owner;

/** Reads and moves what is stored without an account: for members, whose chats do without it. */
const guest = lazy(() => import('./guest.ts'));

/**
 * What this browser stores without an account, for a user who now has one; pushed only if they agree. Null: there is
 * something, and it cannot be read.
 */
export const guestConversations = async (): Promise<ShownConversation[] | null> =>
  owner.read() === null ? [] : (await guest.fetch()).conversationsOfGuest(serverNow);

/** The same of folders, prompts and whatever else they have made besides conversations. */
export const guestRecords = async (): Promise<NamedRecord[] | null> =>
  owner.read() === null ? [] : (await guest.fetch()).recordsOfGuest(serverNow);

/** Moves the guest's conversations into the account; rejects if they are not there, and leaves them where they are. */
export async function adoptGuestConversations(): Promise<void> {
  const account = current();
  await (await guest.fetch()).adoptInTurn(account, () => shown === account, serverNow);
}

/** Deletes the guest's conversations for good, for a user who has an account. */
export async function eraseGuestConversations(): Promise<void> {
  await (await guest.fetch()).eraseInTurn(() => owner.read() !== null);
}

/** Erases what this browser stores for a guest, while they use it. */
export async function clearBrowserStore(): Promise<void> {
  if (owner.read() !== null) return;
  shown?.close();
  try {
    await eraseDatabase(databaseName(null));
    eraseDrafts();
    pastedTexts.removeUnlisted();
  } finally {
    reopen();
  }
}

/** Marks this page as receiving the answer of a reply, so that no other calls it cut off. Returns how to end that. */
export const markReceiving = (conversationId: string, messageId: string): (() => void) =>
  current().streaming.receive({ conversationId, messageId });

/** Pushes what is pending without delay; writes are pushed automatically. */
export const wakeSync = (): void => current().wake();

/** While the conversation is on screen, its changes are fetched at once, until the returned function is called. */
export const keepOpen = (id: string): (() => void) => current().keepOpen(id);

/** See `Fetching`. */
export const fetchConversation = (id: string, signal: AbortSignal): Promise<Fetched> =>
  current().fetching.tail(id, signal);

/** See `Fetching`. */
export const keptFile: Fetching['part'] = (...args) => current().fetching.part(...args);

/** Makes sure that every message of a conversation can be read from the store. */
export const completeConversation = (id: string, signal: AbortSignal): Promise<Fetched> =>
  current().fetching.complete(id, signal);

/** The account's snapshot of this name; undefined: there is none, or another account uses this page. */
export async function readOwnSnapshot(account: string, name: string): Promise<unknown> {
  if (current().owner !== account) return undefined;
  return readSnapshot((await openedStore()).storage, name);
}

/** Stores a snapshot; null removes it. */
export async function putOwnSnapshot(account: string, name: string, value: object | null): Promise<void> {
  if (current().owner !== account) return;
  const { storage: own } = await openedStore();
  await (value ? putSnapshot(own, name, value, serverNow()) : removeSnapshots(own, (one) => one === name));
}

/** Removes snapshots with such a name; without a condition, all. */
export const removeOwnSnapshots = async (isMeant?: (name: string) => boolean): Promise<void> =>
  removeSnapshots((await openedStore()).storage, isMeant);

const isLostWithTab = () => false;
registerUnsavedWork({
  // Without a promise that it still will be saved: the account itself may be about to go.
  words: () =>
    unsent.conversations.length + unsent.records.length === 0
      ? null
      : `what is new in ${joinTitles(unsent.conversations, unsent.records)} and not in your account yet`,
  isLostWithTab,
});
registerUnsavedWork({
  words: () => othersUnsent && `what another account has not saved yet (${othersUnsent})`,
  isLostWithTab,
});
registerUnsavedWork({
  words: () => null,
  // What a guest writes is nowhere else.
  isLostWithTab: () =>
    shown?.isWrittenInMemory() === true &&
    (shown.owner === null || unsent.conversations.length + unsent.records.length > 0),
});
registerWorkFlush(async () => {
  const store = current();
  await store.pushed();
  if (shown === store) unsent = await pendingWork(await store.opened);
});
