import type { Torch } from '@polylogue/contract';
import { type Amount, isBoundToday, type Ledger, type Lend, spentToday, utcDay } from '@polylogue/sync/turns';
import type { LiveSocket } from '../../../api/socket.ts';
import { openChannel } from '../../../lib/page/channel.ts';
import { live } from '../../../lib/state/live.ts';
import { keepWatching } from './keep-watching.ts';
import type { LedgerStore } from './ledger.ts';
import type { Lends, LentAs } from './lends.ts';

export interface AdvertisingNeeds {
  socket: Pick<LiveSocket, 'watch' | 'setPresence'>;
  me: string;
  lends: Lends;
  /** What it answers of what its person asks on other devices. */
  forSelf: Lends;
  ledger: LedgerStore;
  /** Whether this browser has a key that it can use right now. */
  hasKey(): boolean;
  /** Its person has set a budget, and nothing more may be asked with their keys. */
  isUsedUp(): boolean;
  now(): number;
  /** By the server's clock, which this browser's may differ from by hours. */
  serverNow(): number;
  /** When that key was set (milliseconds since 1970). */
  keySince(): number;
  /** A space that something is lent to may have been archived, or this person muted there. */
  spaceChanged(): void;
}

const nothing = { usd: 0, tokens: 0 };

/** What was used today, or, as long as not all of it is settled, the most that it can be. */
export type UsedToday = Amount & { isBound: boolean };

/** By space: of what others may use, and of what its own person may on other devices. */
export type UsedBySpace = Readonly<Record<string, Partial<Record<LentAs, UsedToday>>>>;

/** Advertises in spaces what this browser can answer there: for its own account, and what it lends. */
export function advertising(needs: AdvertisingNeeds) {
  const { socket, me, lends, forSelf, ledger, hasKey, isUsedUp, now, serverNow, keySince, spaceChanged } =
    needs;
  /** Spaces watched because of a lend, with what stops watching. */
  const watched = new Map<string, () => void>();
  /** Spaces that are open on this page. */
  const open = new Set<string>();
  const used = live<UsedBySpace, UsedBySpace>({}, (_, all) => all);
  let day = utcDay(now());

  async function publish(spaceId: string) {
    const own = lends.read()[spaceId];
    const self = forSelf.read()[spaceId];
    const isLimited = own !== undefined || self !== undefined;
    const all = isLimited ? await ledger.read().catch(() => null) : null;
    if (isLimited && !all) return lends.endAll();
    const spent_today = all ? spentToday(all, { space_id: spaceId }, now()) : nothing;
    if (all) {
      const lent = own && usedIn(all, { space_id: spaceId });
      const lent_to_self = self && usedIn(all, { space_id: spaceId, asked_by: me });
      used.dispatch({
        ...used.read(),
        [spaceId]: { ...(lent && { lent }), ...(lent_to_self && { lent_to_self }) },
      });
    }
    const isResting = isUsedUp();
    // Another key may answer what the one before it could not.
    const torch: Torch | undefined =
      isLimited || hasKey()
        ? {
            lend: own && !isResting ? forOthers(own.lend) : null,
            lent_at: Math.max(own?.lent_at ?? 0, self?.lent_at ?? 0, keySince()),
            spent_today: own ? spent_today : nothing,
            ...(self &&
              all &&
              !isResting && {
                for_self: {
                  lend: forOthers(self.lend),
                  spent_today: spentToday(all, { space_id: spaceId, asked_by: me }, now()),
                },
              }),
          }
        : undefined;
    if (lends.read()[spaceId] === own && forSelf.read()[spaceId] === self)
      socket.setPresence(spaceId, { torch });
  }

  /** Our server and others learn its end by the clock that they go by. Here it ends by this browser's own. */
  const forOthers = (lend: Lend): Lend => ({
    ...lend,
    until: lend.until && lend.until + Math.round((serverNow() - now()) / 1_000) * 1_000,
  });

  const usedIn = (all: Ledger, scope: Parameters<typeof spentToday>[1]): UsedToday => ({
    ...spentToday(all, scope, now()),
    isBound: isBoundToday(all, scope, now()),
  });

  function check() {
    day = utcDay(now());
    const lent = { ...lends.read(), ...forSelf.read() };
    for (const spaceId of Object.keys(lent)) {
      if (!watched.has(spaceId)) watched.set(spaceId, keepWatching(socket, spaceId, spaceChanged));
    }
    for (const [spaceId, stop] of watched) {
      if (spaceId in lent) continue;
      watched.delete(spaceId);
      stop();
      if (!open.has(spaceId)) socket.setPresence(spaceId, { torch: undefined });
    }
    for (const spaceId of new Set([...open, ...watched.keys()])) void publish(spaceId);
  }

  const stops = [lends.listen(check), forSelf.listen(check)];
  /** Tabs share the ledger, and each shows and advertises what is used of it. */
  const tabs = openChannel(`polylogue.spent.${me}`, check);
  check();

  return {
    /** What was used today in the spaces that something is lent to, as far as it is known. */
    used: { read: used.read, listen: used.listen, start: used.start },
    /** Days begin at 0:00 UTC, and nothing else happens then. */
    checkDay() {
      if (utcDay(now()) !== day) check();
    },
    /** Which key there is, or its person's budget, has changed. */
    check,
    /** The ledger has. */
    spent() {
      check();
      tabs.postMessage(null);
    },
    /** Advertises in a space that is open on the page, until the returned function is called. */
    open(spaceId: string) {
      open.add(spaceId);
      void publish(spaceId);
      return () => {
        open.delete(spaceId);
        if (!watched.has(spaceId)) socket.setPresence(spaceId, { torch: undefined });
      };
    },
    close() {
      for (const stop of stops) stop();
      tabs.close();
      for (const stop of watched.values()) stop();
    },
  };
}
