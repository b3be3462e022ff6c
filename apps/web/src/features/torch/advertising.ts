import type { Torch } from '@polylogue/contract';
import { type Amount, dayOf, spentToday } from '@polylogue/sync/turns';
import type { LiveSocket } from '../../api/socket.ts';
import { live } from '../../lib/state/live.ts';
import { keepWatching } from './keep-watching.ts';
import type { LedgerStore } from './ledger.ts';
import type { Lends } from './lends.ts';

export interface AdvertisingNeeds {
  socket: Pick<LiveSocket, 'watch' | 'setPresence'>;
  lends: Lends;
  ledger: LedgerStore;
  /** Whether this browser has a key that it can use right now. */
  hasKey(): boolean;
  now(): number;
  /** When that key was set (milliseconds since 1970). */
  keySince(): number;
}

const nothing = { usd: 0, tokens: 0 };

/** Advertises in spaces what this browser can answer there: for its own account, and what it lends. */
export function advertising({ socket, lends, ledger, hasKey, now, keySince }: AdvertisingNeeds) {
  /** Spaces watched because of a lend, with what stops watching. */
  const watched = new Map<string, () => void>();
  /** Spaces that are open on this page. */
  const open = new Set<string>();
  const spent = live<Readonly<Record<string, Amount>>, Readonly<Record<string, Amount>>>({}, (_, all) => all);
  let day = dayOf(now());

  async function publish(spaceId: string) {
    const own = lends.read()[spaceId];
    const all = own && (await ledger.read().catch(() => null));
    if (own && !all) return lends.endAll();
    const spent_today = all ? spentToday(all, { space_id: spaceId }, now()) : nothing;
    if (own) spent.dispatch({ ...spent.read(), [spaceId]: spent_today });
    // Another key may answer what the one before it could not.
    const torch: Torch | undefined = own
      ? { lend: own.lend, lent_at: Math.max(own.lent_at, keySince()), spent_today }
      : hasKey()
        ? { lend: null, lent_at: keySince(), spent_today: nothing }
        : undefined;
    if (lends.read()[spaceId] === own) socket.setPresence(spaceId, { torch });
  }

  function check() {
    day = dayOf(now());
    const lent = lends.read();
    for (const spaceId of Object.keys(lent)) {
      if (!watched.has(spaceId)) watched.set(spaceId, keepWatching(socket, spaceId));
    }
    for (const [spaceId, stop] of watched) {
      if (spaceId in lent) continue;
      watched.delete(spaceId);
      stop();
      if (!open.has(spaceId)) socket.setPresence(spaceId, { torch: undefined });
    }
    for (const spaceId of new Set([...open, ...watched.keys()])) void publish(spaceId);
  }

  const stopListening = lends.listen(check);
  check();

  return {
    /** What was spent today in the spaces that something is lent to, as far as it is known. */
    spent: { read: spent.read, listen: spent.listen, start: spent.start },
    /** Days begin at 0:00 UTC, and nothing else happens then. */
    checkDay() {
      if (dayOf(now()) !== day) check();
    },
    /** What was spent, or which key there is, has changed. */
    check,
    /** Whether this browser offers to answer in a space: it is open on the page, or something is lent to it. */
    isAdvertised: (spaceId: string) => open.has(spaceId) || watched.has(spaceId),
    /** Advertises in a space that is open on the page, until the returned function is called. */
    open(spaceId: string) {
      open.add(spaceId);
      void publish(spaceId);
      return () => {
        open.delete(spaceId);
        if (!(spaceId in lends.read())) socket.setPresence(spaceId, { torch: undefined });
      };
    },
    close() {
      stopListening();
      for (const stop of watched.values()) stop();
    },
  };
}
