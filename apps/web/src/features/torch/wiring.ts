import { patientCall, serverNow } from '../../api/index.ts';
import { tabSocket } from '../../api/tab-socket.ts';
import { storage, tabStorage } from '../../lib/state/storage.ts';
import { type Toast, toast } from '../../ui/index.ts';
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
import { askedTurns } from '../space/index.ts';
import { advertising } from './advertising.ts';
import { type HeldTurn, holder } from './holder.ts';
import { openLedger } from './ledger.ts';
import { type Lends, type OwnLend, openLends } from './lends.ts';
import { type Connection, countedFor } from './model-terms.ts';
import { readSpace, type SpaceReading } from './space-reader.ts';

// The only file in this folder that uses real dependencies.

/** What this browser answers in spaces for one account: its own person's questions, and those of others it lends to. */
export interface OwnTorch {
  lends: Pick<Lends, 'read' | 'listen' | 'start'>;
  /** What is being answered right now. */
  held: { read(): readonly HeldTurn[]; start: readonly HeldTurn[]; listen(listener: () => void): () => void };
  /** Rejects where the browser cannot store what is spent. */
  lend(lend: OwnLend): Promise<void>;
  end(spaceId: string): void;
  /** A space is open on the page. Returns a function that says that it no longer is. */
  open(spaceId: string): () => void;
  read(spaceId: string, until: number): Promise<SpaceReading>;
}

const ledgerLost: Toast = {
  title: 'You lend nothing any more',
  text: 'This browser no longer knows what was spent, so it could not keep your limits.',
  tone: 'destructive',
};

/** How often lends are looked at whose time may be over (milliseconds). */
const lookEvery = 15_000;

let current: { account: string; torch: OwnTorch; close(): void } | undefined;

/** The torch of this tab, for this account only: that of any earlier account is put out. */
export function torchOf(account: string): OwnTorch {
  if (current?.account === account) return current.torch;
  current?.close();
  current = { account, ...openTorch(account) };
  return current.torch;
}

export function connectionFor(choice?: Parameters<typeof readSetting>[0]): Connection | null {
  const setting = beforeSending(choice) === null ? readSetting(choice) : null;
  if (!setting) return null;
  const { type, config } = setting;
  return { provider: type, model: config.model, endpoint: config.endpoint };
}

function openTorch(account: string): { torch: OwnTorch; close(): void } {
  const socket = tabSocket(account);
  const ledger = openLedger(account);
  const opened = openLends(account, { tab: tabStorage, browser: storage }, Date.now);
  const lends: Lends = {
    ...opened,
    endAll() {
      if (Object.keys(opened.read()).length === 0) return;
      opened.endAll();
      toast(ledgerLost);
    },
  };
  const read = async (spaceId: string, until: number) => {
    const { isText } = await knownModels();
    return readSpace({ call: patientCall, fileAt, isText }, spaceId, until, AbortSignal.timeout(patience));
  };
  let keySince = 0;
  const shown = advertising({
    socket,
    lends,
    ledger,
    hasKey: () => connectionFor() !== null,
    now: Date.now,
    keySince: () => keySince,
  });
  const answering = holder({
    me: account,
    socket,
    lends,
    ledger,
    read,
    countedFor,
    connectionFor,
    savedProviders,
    answer,
    nameOf,
    isAskedHere: askedTurns(storage, account).has,
    dataOf: async ({ context }) => dataIn(context.messages.flatMap(({ parts }) => parts)),
    now: Date.now,
    steady: () => performance.now(),
    after(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    settled: shown.check,
  });

  function keysChanged() {
    const saved = savedProviders();
    for (const { space_id, lend, origins } of Object.values(lends.read())) {
      const isThere = lend.models.some(({ provider }, at) =>
        saved.some((one) => one.provider === provider && one.origin === origins[at]),
      );
      if (!isThere) lends.end(space_id);
    }
    shown.check();
  }

  const stopListening = onSettingChanged(() => {
    // What could not be answered with the one before may be offered again.
    keySince = serverNow();
    keysChanged();
  });
  const looking = setInterval(lends.check, lookEvery);
  const leave = () => answering.leave();
  // Before the socket closes, which happens at the same event.
  addEventListener('pagehide', leave, { capture: true });
  keysChanged();

  return {
    torch: {
      lends,
      held: answering.held,
      async lend(lend) {
        // What is lent already does not go on with a ledger that knows nothing of it.
        if (!(await ledger.read())) lends.endAll();
        await ledger.begin();
        lends.add(lend);
      },
      end: lends.end,
      open: shown.open,
      read,
    },
    close() {
      stopListening();
      clearInterval(looking);
      removeEventListener('pagehide', leave, { capture: true });
      answering.close();
      shown.close();
    },
  };
}

/** How long our own server may take before another browser is asked (milliseconds): an offer stands for eight seconds. */
const patience = 7_000;

async function fileAt(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`A file is not there: ${response.status}`);
  return response.blob();
}

async function dataIn(parts: readonly ({ type: 'text' } | { type: 'file'; file: { file_id: string } })[]) {
  const ids = parts.flatMap((part) => (part.type === 'file' ? part.file.file_id : []));
  const all = await Promise.all(
    ids.map(async (id) => {
      const blob = await fileAt(`/files/${id}`, AbortSignal.timeout(patience));
      return [id, await base64Of(blob)] as const;
    }),
  );
  return new Map(all);
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** What a saved connection costs right now, null where no price is known, and whether its limits are sure to hold. */
export async function termsOf({ provider, origin, model }: SavedProvider) {
  const connection = connectionFor({ provider, origin, model });
  const counted = connection && (await countedFor(connection, true));
  return { price: counted?.priceAt(0) ?? null, isBounded: counted?.isBounded ?? true };
}
