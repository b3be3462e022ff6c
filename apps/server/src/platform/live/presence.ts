import { isDeepStrictEqual } from 'node:util';
import { liveLimits, type ServerFrame, type Torch } from '@polylogue/contract';
import { frameOf } from './frames.ts';
import type { LiveTimes } from './times.ts';
import type { WatchedFeed, Watching } from './watched-feeds.ts';

/** A person present through one socket; `is_visible` is null when they leave. */
export interface Present {
  key: string;
  connection: string;
  user_id: string;
  is_visible: boolean | null;
  /** Of which browser it is. Nobody is sent it. */
  sign_in?: string;
  /** What this browser can answer there. */
  torch?: Torch | undefined;
  /** It let an offer lapse and has said nothing since: its page may be stopped, or its machine asleep. */
  is_silent?: boolean;
  /** Its person may not write there at the moment: what it lends answers nobody. */
  is_silenced?: boolean;
}

interface PresenceDeps {
  feed(key: string): WatchedFeed | undefined;
  /** A torch was added, changed or removed. */
  torchChanged(key: string): void;
  /** Notifies the other nodes. */
  publish(present: Present): void;
  now: () => number;
  times: Pick<LiveTimes, 'presence' | 'renew'>;
}

export interface PresenceEntry extends Present {
  isHere: boolean;
  /** When another node last confirmed it. */
  at: number;
}

/** Who watches which feed, in memory only; what another node does not renew is forgotten. */
export function presence({ feed, torchChanged, publish, now, times }: PresenceDeps) {
  const feeds = new Map<string, Map<string, PresenceEntry>>();
  const shown = new WeakMap<Watching, string>();
  const stale = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const renewing = setInterval(renew, times.renew).unref();

  function note(present: Present, isHere: boolean) {
    const { key, connection } = present;
    const there = feeds.get(key) ?? new Map<string, PresenceEntry>();
    const before = there.get(connection);
    if (present.is_visible === null) there.delete(connection);
    else there.set(connection, { ...present, isHere, at: now() });
    if (there.size > 0) feeds.set(key, there);
    else feeds.delete(key);
    const after = there.get(connection);
    const isHeardAgain = before?.is_silent === true && after?.is_silent !== true;
    if (isHeardAgain || !isDeepStrictEqual(before?.torch, after?.torch)) torchChanged(key);
    show(key);
  }

  function show(key: string) {
    stale.add(key);
    timer ??= setTimeout(showAll, times.presence).unref();
  }

  function showAll() {
    timer = undefined;
    const keys = [...stale];
    stale.clear();
    for (const key of keys) {
      const one = feed(key);
      if (one && !showIn(one)) show(key);
    }
  }

  /** False if some readers were too slow. */
  function showIn(one: WatchedFeed): boolean {
    let hasReachedAll = true;
    const everyone = peopleIn(feeds.get(one.key)?.values() ?? []);
    const namedBy = lendersByNamed(everyone);
    // By what differs between readers: those who see the same share one text.
    const frames = new Map<string, string>();
    for (const watching of one.watchers) {
      const { hidden, socket, userId } = watching;
      const without = hidden.size > 0 ? [...everyone.keys()].filter((id) => hidden.has(id)) : [];
      const own = everyone.get(userId);
      const isConcerned = namedBy.has(userId) || (own && ownTorch(own) !== undefined);
      const view = [isConcerned ? userId : '', ...without].join(' ');
      const frame = frames.get(view) ?? frameFor(one, seenBy(userId, everyone, hidden));
      frames.set(view, frame);
      if (shown.get(watching) === frame) continue;
      if (socket.sendIfIdle(frame)) shown.set(watching, frame);
      else hasReachedAll = false;
    }
    return hasReachedAll;
  }

  function renew() {
    for (const [key, there] of feeds) {
      for (const { isHere, at, ...present } of there.values()) {
        if (isHere) publish(present);
        else if (now() - at > 2.5 * times.renew) note({ ...present, key, is_visible: null }, false);
      }
    }
  }

  /** For a socket on this node. */
  function set(present: Present) {
    note(present, true);
    publish(present);
  }

  function change(key: string, connection: string, changed: Partial<Present>) {
    const known = feeds.get(key)?.get(connection);
    if (!known?.isHere) return;
    const { isHere: _, at: __, ...present } = known;
    set({ ...present, ...changed });
  }

  return {
    show,
    set,
    /** For a socket on another node. */
    setRemote: (present: Present) => note(present, false),
    leave: (key: string, connection: string) => change(key, connection, { is_visible: null }),
    /** A browser of this node does not answer: until it says how it is present, it is offered nothing. */
    passOver: (key: string, connection: string) => change(key, connection, { is_silent: true }),
    /** The person of a browser of this node may write there now, or no longer. */
    setSilenced: (key: string, connection: string, is_silenced: boolean) =>
      change(key, connection, { is_silenced }),
    /** The browsers that can answer there, on all nodes. */
    torches: (key: string) =>
      [...(feeds.get(key)?.values() ?? [])].filter(({ torch, is_silent }) => torch && !is_silent),
    /** How many people are there, without these; counts up to `most`. */
    countPeople(key: string, without: ReadonlySet<string>, most: number): number {
      const people = new Set<string>();
      for (const { user_id } of feeds.get(key)?.values() ?? []) {
        if (!without.has(user_id)) people.add(user_id);
        if (people.size === most) break;
      }
      return people.size;
    },
    /** Whether the person has it in view. */
    isLooking: (key: string, userId: string) =>
      peopleIn(feeds.get(key)?.values() ?? []).get(userId)?.is_visible === true,
    close() {
      clearTimeout(timer);
      clearInterval(renewing);
    },
  };
}

type ShownPerson = Extract<ServerFrame, { type: 'presence' }>['people'][number];

/** A person, what one of their sockets lends, and what answers their own questions, for themselves alone. */
interface PresentPerson {
  is_visible: boolean;
  lending: Torches;
  forSelf: Torches;
}
interface Torches {
  first: Torch | undefined;
  /** Whether any of these sockets is looking. */
  isVisible: boolean;
}

/** Each person, with whether any of their sockets is looking. */
function peopleIn(there: Iterable<PresenceEntry>): Map<string, PresentPerson> {
  const people = new Map<string, PresentPerson>();
  for (const { user_id, is_visible, is_silenced, ...present } of there) {
    const torch = is_silenced ? undefined : present.torch;
    const known = people.get(user_id);
    const isLooking = is_visible === true;
    const withThis = (all: Torches, isOne: boolean): Torches =>
      isOne ? { first: all.first ?? torch, isVisible: all.isVisible || isLooking } : all;
    people.set(user_id, {
      is_visible: known?.is_visible === true || isLooking,
      lending: withThis(known?.lending ?? none, torch?.lend != null),
      forSelf: withThis(known?.forSelf ?? none, torch?.for_self !== undefined),
    });
  }
  return people;
}

const none: Torches = { first: undefined, isVisible: false };

/** To whom something is lent by name. */
function lendersByNamed(people: ReadonlyMap<string, PresentPerson>): Set<string> {
  return new Set([...people.values()].flatMap(({ lending }) => lending.first?.lend?.named ?? []));
}

/** Without the people hidden from the reader. Of what is lent by name, each learns only whether it is to them. */
function seenBy(
  readerId: string,
  people: ReadonlyMap<string, PresentPerson>,
  hidden: ReadonlySet<string>,
): Map<string, ShownPerson> {
  const seen = new Map<string, ShownPerson>();
  for (const [user_id, person] of people) {
    if (hidden.has(user_id)) continue;
    const { is_visible, lending } = person;
    const isOwn = user_id === readerId;
    const torch = isOwn ? ownTorch(person) : lentTorch(lending.first, readerId);
    const isTorchVisible = lending.isVisible || (isOwn && person.forSelf.isVisible);
    const isHidden = torch !== undefined && is_visible && !isTorchVisible;
    seen.set(user_id, {
      user_id,
      is_visible,
      ...(torch && { torch }),
      ...(isHidden && { is_torch_visible: false }),
    });
  }
  return seen;
}

/** What its person sees: also what answers what they ask on this and other devices. */
function ownTorch({ lending, forSelf }: PresentPerson): Torch | undefined {
  const for_self = forSelf.first?.for_self;
  const lent = lending.first ?? (forSelf.first && { ...forSelf.first, lend: null });
  return lent && { ...withoutOwn(lent), ...(for_self && { for_self }) };
}

function lentTorch(torch: Torch | undefined, readerId: string): Torch | undefined {
  if (!torch?.lend) return undefined;
  const named = torch.lend.named.filter((id) => id === readerId);
  if (torch.lend.to === 'named' && named.length === 0) return undefined;
  return { ...withoutOwn(torch), lend: { ...torch.lend, named } };
}

/** What a browser answers of its own person's questions concerns nobody else. */
const withoutOwn = ({ for_self: _, ...torch }: Torch): Torch => torch;

const lendersFirst = (one: ShownPerson, other: ShownPerson) =>
  Number(other.torch !== undefined) - Number(one.torch !== undefined);

function frameFor({ name }: WatchedFeed, people: ReadonlyMap<string, ShownPerson>): string {
  return frameOf({
    type: 'presence',
    feed: name,
    // Whoever asks must see all who lend.
    people: [...people.values()].sort(lendersFirst).slice(0, liveLimits.people),
    count: people.size,
  });
}
