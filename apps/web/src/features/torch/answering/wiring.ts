import type { Amount } from '@polylogue/sync/turns';
import { call, serverNow } from '../../../api/index.ts';
import { tabSocket } from '../../../api/tab-socket.ts';
import { stays } from '../../../lib/drafts/unsaved-work.ts';
import { connectRequested } from '../../../lib/state/connect-requested.ts';
import { storage } from '../../../lib/state/storage.ts';
import { toast } from '../../../ui/index.ts';
import {
  answer,
  knownModels,
  listedBy,
  listModels,
  onConnectionsChanged,
  savedProviders,
} from '../../keys/index.ts';
import { nameOf } from '../../person/index.ts';
import { askedTurns } from '../../post/asked-turns.ts';
import { onLeft, refetchSpaces } from '../../space/index.ts';
import { noteUsage, storeNoted } from '../../usage/noted/index.ts';
import { usedUpEntry, usedUpFor } from '../../usage/used-up/index.ts';
import { advertising, type UsedBySpace } from '../lends/advertising.ts';
import type { LendChoice, LendChoices } from '../lends/lend-choices.ts';
import type { LendNotices } from '../lends/lend-notices.ts';
import type { LendTroubles } from '../lends/lend-troubles.ts';
import type { Lends, LentAs, OwnLend } from '../lends/lends.ts';
import { connectionFor } from '../lends/own-connections.ts';
import { openOwnLends } from '../lends/own-lends.ts';
import { failureToast, type KeyFailure } from '../models/failure-toast.ts';
import { tokenCounterFor } from '../models/model-terms.ts';
import { watchBudgetStop } from './budget-stop.ts';
import { type HeldTurn, type HolderNeeds, holder } from './holder.ts';
import { recordOrNote, recordSpent } from './record-spent.ts';
import { isKeyRefused } from './refused-key.ts';
import { watchSleep } from './sleeping-page.ts';
import { readSpace } from './space-reader.ts';
import { base64Files, fetchFile } from './turn-files.ts';

// With own-connections.ts the only file in this folder that uses real dependencies.

/** What this browser answers in spaces for one account: its own questions, and those of members it lends to. */
export interface OwnTorch {
  lends: Pick<Lends, 'read' | 'listen' | 'start'>;
  /** What it answers of what its person asks on other devices. */
  forSelf: Pick<Lends, 'read' | 'listen' | 'start' | 'end'>;
  /** What is being answered right now. */
  held: { read(): readonly HeldTurn[]; start: readonly HeldTurn[]; listen(listener: () => void): () => void };
  /** What was used today, by the spaces that something is lent to. */
  used: { read(): UsedBySpace; start: UsedBySpace; listen(listener: () => void): () => void };
  /** What is used of a day's limit in a space. Rejects if the browser cannot store what is spent. */
  spentToday(space_id: string, as: LentAs): Promise<Amount>;
  /** What was chosen the last time. */
  choices: Pick<LendChoices, 'read'>;
  /** Begins to lend, or changes what is lent, and remembers how. Rejects if the browser cannot store what is spent. */
  lend(lend: OwnLend, as: LentAs, choice?: LendChoice): Promise<void>;
  troubles: Pick<LendTroubles, 'read' | 'listen' | 'start' | 'clear'>;
  /** What its person is told until they answer it. */
  notices: Pick<LendNotices, 'read' | 'listen' | 'start' | 'dismiss'>;
  /** Whether its person asked this turn in this browser. */
  wasAskedHere(turn: { feed: string; turn_id: string }): boolean;
  end(spaceId: string): void;
  /** Advertises in a space that is open on the page, until the returned function is called. */
  open(spaceId: string): () => void;
  read: HolderNeeds['read'];
}

/** How often to check for expired lends and a new day (milliseconds). */
const checkEvery = 15_000;

let current: { account: string; torch: OwnTorch; close(): void } | undefined;

/** The torch of this tab, for this account only: that of any earlier account is closed. */
export function torchOf(account: string): OwnTorch {
  if (current?.account === account) return current.torch;
  current?.close();
  current = { account, ...openTorch(account) };
  void storeNoted(storage, account, (record) => recordSpent(account, record));
  return current.torch;
}

/** How long our own server may take before another browser is asked (milliseconds): an offer stands for eight seconds. */
const patience = 6_000;

const read: HolderNeeds['read'] = async (spaceId, until, questionId) => {
  const { isTextType: isText } = await knownModels();
  const signal = AbortSignal.timeout(patience);
  return readSpace({ call, fetchFile, isText }, spaceId, until, signal, questionId);
};

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
}

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

const stopsFor = () => usedUpFor(storage.read(usedUpEntry), Date.now());
const isUsedUp = () => stopsFor() > 0;

const watchBudget = (onLifted: () => void, onChanged: () => void): (() => void) =>
  watchBudgetStop({
    isUsedUp,
    listen: (work) => storage.listen((name) => (name === null || name === usedUpEntry) && work()),
    async addUp() {
      const part = await import('../../usage/index.ts').catch(() => null);
      part?.watchBudget();
    },
    onLifted,
    onChanged,
  });

const isRefused: HolderNeeds['isKeyRefused'] = (choice) =>
  isKeyRefused(
    { listModels, isElsewhere: (one) => listedBy(one).isElsewhere, fetch: (...ask) => fetch(...ask) },
    choice,
  );

function tellKeyFailure(troubles: Pick<LendTroubles, 'set'>, failed: KeyFailure) {
  if (failed.lent_to === null)
    toast(failureToast(failed, () => connectRequested.dispatch(failed.connection)));
  else troubles.set(failed.lent_to, { kind: 'failed', failed });
}

function openTorch(account: string): { torch: OwnTorch; close(): void } {
  const socket = tabSocket(account);
  const own = openOwnLends(account);
  const { ledger, lends, forSelf, troubles } = own;
  const asked = askedTurns(storage, account);
  let keySince = 0;
  const advertiser = advertising({
    socket,
    me: account,
    lends,
    forSelf,
    ledger,
    hasKey: () => connectionFor() !== null,
    isUsedUp,
    now: Date.now,
    serverNow,
    keySince: () => keySince,
    spaceChanged: () => void refetchSpaces(),
  });
  const turnHolder = holder({
    me: account,
    socket,
    lends,
    forSelf,
    ledger,
    read,
    tokenCounterFor,
    connectionFor,
    savedProviders,
    answer,
    isKeyRefused: isRefused,
    stays,
    nameOf,
    usedUpFor: stopsFor,
    asked,
    dataOf: async ({ context }) => base64Files(context.messages.flatMap(({ parts }) => parts)),
    now: Date.now,
    monotonicNow: () => performance.now(),
    serverNow,
    after,
    onSettled: advertiser.spent,
    onSpent: (record) => void recordOrNote(account, record),
    noteSpent: (record) => noteUsage(storage, account, record),
    onKeyFailure: (failed) => tellKeyFailure(troubles, failed),
    onAnswered: troubles.clear,
  });

  /** Turns that could not be answered before may be offered again. */
  function mayAnswerAgain() {
    keySince = serverNow();
  }

  function keysChanged() {
    own.endWithoutKey(savedProviders());
    advertiser.check();
  }

  const stopListening = onConnectionsChanged(() => {
    mayAnswerAgain();
    troubles.clearAll();
    keysChanged();
  });
  const stopBudget = watchBudget(mayAnswerAgain, advertiser.check);
  // A person who comes back to a space lends only what they lend anew there.
  const stopWatchingSpaces = onLeft((hasLeft) => {
    for (const all of [lends, forSelf]) all.endWhere(({ space_id, lent_at }) => hasLeft(space_id, lent_at));
  });
  const stopChecking = every(checkEvery, () => {
    checkLends();
    troubles.check(lends.read());
    advertiser.checkDay();
  });
  const stopWatchingSleep = watchSleep({
    page: document,
    now: Date.now,
    every,
    onSlept: own.slept,
  });
  function checkLends() {
    for (const all of [lends, forSelf]) all.check();
  }
  function leave() {
    turnHolder.leave();
    // A reload soon after it is not a closed page.
    checkLends();
  }
  const stopLeaving = socket.onLeaving(leave);
  keysChanged();

  return {
    torch: {
      lends,
      forSelf,
      wasAskedHere: asked.has,
      held: turnHolder.held,
      used: advertiser.used,
      spentToday: own.spentToday,
      choices: own.choices,
      troubles,
      notices: own.notices,
      lend: own.lend,
      end: own.stop,
      open: advertiser.open,
      read,
    },
    close() {
      stopListening();
      stopBudget();
      stopWatchingSpaces();
      stopChecking();
      stopWatchingSleep();
      stopLeaving();
      turnHolder.close();
      advertiser.close();
    },
  };
}
