import { type Amount, defaultLend } from '@polylogue/sync/turns';
import { callWithTimeout, serverNow } from '../../api/index.ts';
import { tabSocket } from '../../api/tab-socket.ts';
import { stays } from '../../lib/drafts/unsaved-work.ts';
import type { Live } from '../../lib/state/live.ts';
import { storage, tabStorage } from '../../lib/state/storage.ts';
import { type Toast, toast } from '../../ui/index.ts';
import { connectRequested } from '../account/index.ts';
import {
  answer,
  beforeSending,
  knownModels,
  onSettingChanged,
  readSetting,
  type SavedProvider,
  savedProviders,
} from '../keys/index.ts';
import { nameOf } from '../person/index.ts';
import { askedTurns } from '../post/asked-turns.ts';
import { onLeft } from '../space/index.ts';
import { usedUp, usedUpEntry } from '../usage/used-up/index.ts';
import { advertising } from './advertising.ts';
import { failureToast } from './failure-toast.ts';
import { type HeldTurn, type HolderNeeds, holder } from './holder.ts';
import { openLedger } from './ledger.ts';
import { type Lends, type LentAs, type OwnLend, openLends } from './lends.ts';
import { type ModelEndpoint, tokenCounterFor } from './model-terms.ts';
import { readSpace } from './space-reader.ts';
import { base64Files, fetchFile } from './turn-files.ts';

// The only file in this folder that uses real dependencies.

/** What this browser answers in spaces for one account: its own questions, and those of members it lends to. */
export interface OwnTorch {
  lends: Pick<Lends, 'read' | 'listen' | 'start'>;
  /** What it answers of what its person asks on other devices. */
  forSelf: Pick<Lends, 'read' | 'listen' | 'start' | 'end'>;
  /** What is being answered right now. */
  held: { read(): readonly HeldTurn[]; start: readonly HeldTurn[]; listen(listener: () => void): () => void };
  /** What was spent today, by the spaces that something is lent to. */
  spent: Pick<Live<Readonly<Record<string, Amount>>>, 'read' | 'listen' | 'start'>;
  /** Rejects if the browser cannot store what is spent. */
  lend(lend: OwnLend, as?: LentAs): Promise<void>;
  /** Whether its person asked this turn in this browser. */
  wasAskedHere(turn: { feed: string; turn_id: string }): boolean;
  end(spaceId: string): void;
  /** Advertises in a space that is open on the page, until the returned function is called. */
  open(spaceId: string): () => void;
  read: HolderNeeds['read'];
}

const ledgerLost: Toast = {
  title: 'Your key is no longer lent',
  text: 'This browser lost its record of what was spent, so it could no longer keep your limits.',
  tone: 'destructive',
};

/** How often to check for expired lends and a new day (milliseconds). */
const checkEvery = 15_000;

let current: { account: string; torch: OwnTorch; close(): void } | undefined;

/** The torch of this tab, for this account only: that of any earlier account is closed. */
export function torchOf(account: string): OwnTorch {
  if (current?.account === account) return current.torch;
  current?.close();
  current = { account, ...openTorch(account) };
  return current.torch;
}

export function connectionFor(choice?: Parameters<typeof readSetting>[0]): ModelEndpoint | null {
  const setting = beforeSending(choice) === null ? readSetting(choice) : null;
  if (!setting) return null;
  const { type, config } = setting;
  return { provider: type, model: config.model, endpoint: config.endpoint };
}

/** How long our own server may take before another browser is asked (milliseconds): an offer stands for eight seconds. */
const patience = 6_000;

const read: HolderNeeds['read'] = async (spaceId, until, questionId) => {
  const { isTextType: isText } = await knownModels();
  const signal = AbortSignal.timeout(patience);
  return readSpace({ call: callWithTimeout, fetchFile, isText }, spaceId, until, signal, questionId);
};

function openTorch(account: string): { torch: OwnTorch; close(): void } {
  const socket = tabSocket(account);
  const ledger = openLedger(account);
  const stores = { tab: tabStorage, browser: storage };
  const opened = openLends(account, stores, Date.now);
  const forSelf = openLends(account, stores, Date.now, 'lent_to_self');
  function endAll() {
    if ([opened, forSelf].every((lends) => Object.keys(lends.read()).length === 0)) return;
    for (const lends of [opened, forSelf]) lends.endAll();
    toast(ledgerLost);
  }
  const lends: Lends = { ...opened, endAll };
  const asked = askedTurns(storage, account);
  let keySince = 0;
  const advertiser = advertising({
    socket,
    me: account,
    lends,
    forSelf,
    ledger,
    hasKey: () => connectionFor() !== null,
    now: Date.now,
    keySince: () => keySince,
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
    stays,
    nameOf,
    isUsedUp: () => usedUp(storage.read(usedUpEntry), Date.now()) !== null,
    asked,
    dataOf: async ({ context }) => base64Files(context.messages.flatMap(({ parts }) => parts)),
    now: Date.now,
    monotonicNow: () => performance.now(),
    after(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    onSettled: advertiser.check,
    async onSpent(record) {
      const { recordUsage, refreshBudget } = await import('../usage/index.ts');
      await recordUsage(account, record);
      await refreshBudget();
    },
    onKeyFailure: (failure) => toast(failureToast(failure, () => connectRequested.dispatch(true))),
  });

  function keysChanged() {
    const saved = savedProviders();
    const isWithoutKey = ({ lend, origins }: OwnLend) =>
      !lend.models.some(({ provider }, at) =>
        saved.some((one) => one.provider === provider && one.origin === origins[at]),
      );
    for (const all of [lends, forSelf]) all.endWhere(isWithoutKey);
    advertiser.check();
  }

  const stopListening = onSettingChanged(() => {
    // Turns that the previous key could not answer may be offered again.
    keySince = serverNow();
    keysChanged();
  });
  // A person who comes back to a space lends only what they lend anew there.
  const stopWatchingSpaces = onLeft((hasLeft) => {
    for (const all of [lends, forSelf]) all.endWhere(({ space_id, lent_at }) => hasLeft(space_id, lent_at));
  });
  const checking = setInterval(() => {
    checkLends();
    advertiser.checkDay();
  }, checkEvery);
  function checkLends() {
    for (const all of [lends, forSelf]) all.check();
  }
  function leave() {
    turnHolder.leave();
    // A reload soon after it is not a closed page.
    checkLends();
  }
  // In the capture phase, before the socket closes on the same event.
  addEventListener('pagehide', leave, { capture: true });
  keysChanged();

  return {
    torch: {
      lends,
      forSelf,
      wasAskedHere: asked.has,
      held: turnHolder.held,
      spent: advertiser.spent,
      async lend(lend, as = 'lent') {
        // Existing lends must not continue with a new, empty ledger.
        if (!(await ledger.read())) endAll();
        await ledger.ensure();
        (as === 'lent' ? lends : forSelf).add(lend);
      },
      end: lends.end,
      open: advertiser.open,
      read,
    },
    close() {
      stopListening();
      stopWatchingSpaces();
      clearInterval(checking);
      removeEventListener('pagehide', leave, { capture: true });
      turnHolder.close();
      advertiser.close();
    },
  };
}

/**
 * What a saved connection costs right now, null where no price is known, whether its limits are guaranteed, and how long
 * its answers may be by default.
 */
export async function termsOf({ provider, origin, model }: SavedProvider) {
  const connection = connectionFor({ provider, origin, model });
  const counter = connection && (await tokenCounterFor(connection, true));
  const least = (await knownModels()).modelInfo(provider, model)?.leastMaxTokens ?? 0;
  return {
    price: counter?.priceAt(0) ?? null,
    isBounded: counter?.isBounded ?? true,
    // A model that thinks would otherwise end before its first word.
    longest: Math.max(defaultLend.longest, least),
  };
}
