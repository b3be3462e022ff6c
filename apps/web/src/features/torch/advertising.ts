import type { Torch } from '@polylogue/contract';
import { spentToday } from '@polylogue/sync/turns';
import type { LiveSocket } from '../../api/socket.ts';
import type { LedgerStore } from './ledger.ts';
import type { Lends } from './lends.ts';

export interface AdvertisingNeeds {
  socket: Pick<LiveSocket, 'watch' | 'present'>;
  lends: Lends;
  ledger: LedgerStore;
  /** Whether this browser has a key that it can use right now. */
  hasKey(): boolean;
  now(): number;
  /** Since when it is that key (milliseconds since 1970). */
  keySince(): number;
}

const nothing = { usd: 0, tokens: 0 };

/** Says in spaces what this browser can answer there: for its own person, and what it lends. */
export function advertising({ socket, lends, ledger, hasKey, now, keySince }: AdvertisingNeeds) {
  /** Spaces that are watched for the sake of a lend, with what stops that. */
  const watched = new Map<string, () => void>();
  /** Spaces that are open on this page. */
  const open = new Set<string>();

  async function tell(spaceId: string) {
    const own = lends.read()[spaceId];
    const all = own && (await ledger.read().catch(() => null));
    if (own && !all) return lends.endAll();
    const torch: Torch | undefined = own
      ? { lend: own.lend, lent_at: own.lent_at, spent_today: all ? spentToday(all, spaceId, now()) : nothing }
      : hasKey()
        ? { lend: null, lent_at: keySince(), spent_today: nothing }
        : undefined;
    if (lends.read()[spaceId] === own) socket.present(spaceId, { torch });
  }

  function check() {
    const lent = lends.read();
    for (const spaceId of Object.keys(lent)) {
      if (watched.has(spaceId)) continue;
      // The space itself is of no interest here, only what is offered from it.
      const ignore = { after: () => 0, heard() {}, changed() {} };
      watched.set(spaceId, socket.watch(spaceId, ignore));
    }
    for (const [spaceId, stop] of watched) {
      if (spaceId in lent) continue;
      watched.delete(spaceId);
      stop();
      if (!open.has(spaceId)) socket.present(spaceId, { torch: undefined });
    }
    for (const spaceId of new Set([...open, ...watched.keys()])) void tell(spaceId);
  }

  const stopListening = lends.listen(check);
  check();

  return {
    /** What was spent, or which key there is, has changed. */
    check,
    /** A space is open on the page. Returns a function that says that it no longer is. */
    open(spaceId: string) {
      open.add(spaceId);
      void tell(spaceId);
      return () => {
        open.delete(spaceId);
        if (!(spaceId in lends.read())) socket.present(spaceId, { torch: undefined });
      };
    },
    close() {
      stopListening();
      for (const stop of watched.values()) stop();
    },
  };
}
