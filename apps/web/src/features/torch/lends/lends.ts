import type { SpaceVisibility } from '@polylogue/contract';
import type { Amount, Lend } from '@polylogue/sync/turns';
import { type Live, live } from '../../../lib/state/live.ts';
import type { SafeStorage } from '../../../lib/state/storage.ts';

/** What this browser lends to one space. */
export interface OwnLend {
  space_id: string;
  space_name: string;
  visibility: SpaceVisibility;
  /** By id the names of those whose questions it is lent on. */
  askers?: Readonly<Record<string, string>>;
  lend: Lend;
  /** By model of the lend: the origin of the key that pays. */
  origins: readonly string[];
  /** Milliseconds since 1970. */
  lent_at: number;
  /** Since when it is lent for this time, where it was changed since (milliseconds since 1970). */
  begun_at?: number;
}

type OwnLends = Readonly<Record<string, OwnLend>>;

type LendEvent = { type: 'changed'; lends: OwnLends };

export interface Lends extends Pick<Live<OwnLends>, 'read' | 'listen' | 'start'> {
  add(lend: OwnLend): void;
  end(spaceId: string): void;
  /** Ends those that this is true of. */
  endWhere(isOver: (lend: OwnLend) => boolean): void;
  /** The ledger is lost. */
  endAll(): void;
  /** Ends lends whose time is over. */
  check(): void;
}

/** What a browser answers: others, or what its own person asks on other devices. */
export type LentAs = 'lent' | 'lent_to_self';

/** Whether there is a key that pays for it; which model the chat asks with that is another matter. */
export const hasKeyFor = (
  { lend, origins }: Pick<OwnLend, 'lend' | 'origins'>,
  saved: readonly { provider: string; origin: string }[],
): boolean =>
  lend.models.some(({ provider }, at) =>
    saved.some((one) => one.provider === provider && one.origin === origins[at]),
  );

/** What signing out loses of it, in a few words. */
export const lendLost = (space_name: string, as: LentAs): string =>
  as === 'lent'
    ? `what you lend to ${space_name}: questions there will wait for another key`
    : `answers by this browser to what you ask in ${space_name} on other devices`;

/** The entry of one account, in the storage of the tab and in that of the browser. */
const lendsEntry = (account: string, as: LentAs) => `polylogue.${as}.${account}`;

/** When a tab that lends until its page is closed was last there: browsers bring back the storage of closed tabs. */
const aliveEntry = (account: string, as: LentAs) => `polylogue.${as}_alive.${account}`;
/** How long a page may take to be reloaded (milliseconds). */
const reloadTime = 60_000;

/** Why a lend is over that nobody ended: its page was closed or discarded, or its time has come. */
export type LendOver = 'closed' | 'time';

interface LendStores {
  tab: SafeStorage;
  browser: SafeStorage;
  /** Told once of each. */
  onOver?(lend: OwnLend, because: LendOver): void;
}

/**
 * What is lent until the page is closed lives in the storage of the tab, what is lent until a time in that of the browser.
 * @param now milliseconds since 1970
 */
export function openLends(
  account: string,
  stores: LendStores,
  now: () => number,
  as: LentAs = 'lent',
): Lends {
  const entry = lendsEntry(account, as);
  const state = live<OwnLends, LendEvent>({}, (_, { lends }) => lends);
  const current = () => ({ ...lendsIn(stores.browser.read(entry)), ...lendsIn(stores.tab.read(entry)) });
  let last = '';

  function forgetClosedPage() {
    const alive = Number(stores.tab.read(aliveEntry(account, as)) ?? 0);
    if (Math.abs(now() - alive) <= reloadTime) return;
    for (const lend of Object.values(lendsIn(stores.tab.read(entry)))) stores.onOver?.(lend, 'closed');
    stores.tab.remove(entry);
  }

  const isOver = ({ lend: { until } }: OwnLend) => until !== null && now() >= until;

  function check() {
    if (stores.tab.read(entry) !== null) stores.tab.write(aliveEntry(account, as), String(now()));
    const stored = current();
    const lends = Object.fromEntries(Object.entries(stored).filter(([, lend]) => !isOver(lend)));
    const text = JSON.stringify(lends);
    if (text === last) return;
    last = text;
    const over = Object.values({ ...state.read(), ...stored }).filter(isOver);
    state.dispatch({ type: 'changed', lends });
    // Pages that open later do not tell of them.
    if (over.some(({ space_id }) => space_id in stored)) {
      write(stores.browser, (kept) => {
        for (const { space_id } of over) delete kept[space_id];
      });
    }
    for (const lend of over) stores.onOver?.(lend, 'time');
  }

  function write(store: SafeStorage, change: (lends: Record<string, OwnLend>) => void) {
    const lends = lendsIn(store.read(entry));
    change(lends);
    if (Object.keys(lends).length === 0) store.remove(entry);
    else store.write(entry, JSON.stringify(lends));
  }

  function end(spaceId: string) {
    for (const store of [stores.tab, stores.browser]) write(store, (lends) => void delete lends[spaceId]);
    check();
  }

  forgetClosedPage();
  stores.browser.listen((name) => (name === null || name === entry) && check());
  check();

  return {
    read: state.read,
    listen: state.listen,
    start: state.start,
    add(one) {
      const [store, other] =
        one.lend.until === null ? [stores.tab, stores.browser] : [stores.browser, stores.tab];
      write(store, (lends) => {
        lends[one.space_id] = one;
      });
      // Last, or running turns that it pays for would be stopped.
      write(other, (lends) => void delete lends[one.space_id]);
      check();
    },
    end,
    endWhere(isOver) {
      for (const one of Object.values(state.read())) if (isOver(one)) end(one.space_id);
    },
    endAll() {
      for (const store of [stores.tab, stores.browser]) store.remove(entry);
      check();
    },
    check,
  };
}

/** Garbage counts as nothing lent. */
function lendsIn(text: string | null): Record<string, OwnLend> {
  try {
    const lends: unknown = JSON.parse(text ?? '{}');
    if (typeof lends !== 'object' || lends === null) return {};
    return Object.fromEntries(
      Object.entries(lends).flatMap(([id, one]) => (isLend(one) ? [[id, inWholeTokens(one)]] : [])),
    );
  } catch {
    return {};
  }
}

/** An earlier version took parts of a token, with which no server takes what is shown of a lend. */
function inWholeTokens({ lend, ...own }: OwnLend): OwnLend {
  const whole = ({ usd, tokens }: Amount): Amount => ({ usd, tokens: Math.round(tokens) });
  return { ...own, lend: { ...lend, per_turn: whole(lend.per_turn), per_day: whole(lend.per_day) } };
}

export function isLend(value: unknown): value is OwnLend {
  const { lend, origins, space_name, visibility } = (value ?? {}) as Partial<OwnLend>;
  const numbers = [lend?.per_turn?.usd, lend?.per_turn?.tokens, lend?.per_day?.usd, lend?.per_day?.tokens];
  const areLimits = [...numbers, lend?.longest, lend?.per_person_per_hour].every(Number.isFinite);
  const areLists = [lend?.models, lend?.named, origins].every(Array.isArray);
  const areTexts = [space_name, visibility].every((text) => typeof text === 'string');
  return areLimits && areLists && areTexts;
}
