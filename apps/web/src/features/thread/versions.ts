import { type Forks, forkKey, rootForkKey } from '../messages/index.ts';
import type { Message } from './message.ts';

export interface Versioned {
  messages: readonly Message[];
  forks: Forks<Message>;
}

/** Sets the message at `index` and everything after it aside, so that something else can follow. */
export function branched({ messages, forks }: Versioned, index: number): Versioned {
  const key = forkKey(messages, index);
  const tails = (forks[key] ?? [null]).map((tail) => tail ?? messages.slice(index));
  return { messages: messages.slice(0, index), forks: { ...forks, [key]: [...tails, null] } };
}

/** Shows another version from `index` on; the one shown before takes its place in the fork. */
export function switched({ messages, forks }: Versioned, index: number, version: number): Versioned {
  const key = forkKey(messages, index);
  const next = forks[key]?.[version];
  if (!next) return { messages, forks };
  const fork = forks[key]?.map((tail, at) => (at === version ? null : (tail ?? messages.slice(index))));
  return { messages: [...messages.slice(0, index), ...next], forks: { ...forks, [key]: fork ?? [null] } };
}

/** Drops a version that is not shown; if only one is left, there is no fork. */
export function withoutVersion(forks: Forks<Message>, key: string, version: number): Forks<Message> {
  const { [key]: fork = [null], ...others } = forks;
  const left = fork.filter((_, at) => at !== version);
  return left.length < 2 ? others : { ...others, [key]: left };
}

/** All that is stored, with its end as it is here. Versions that are only stored come before those known here. */
export function withStored(here: Versioned, stored: Versioned): Versioned {
  // The first message here may be a new version of one that is stored.
  const heads = headsOf(tailsAt(rootForkKey, here));
  const first = stored.messages.findIndex(({ id }) => heads.includes(id));
  const older = first < 0 ? stored.messages : stored.messages.slice(0, first);
  const forks = { ...stored.forks };
  for (const [before, fork] of Object.entries(here.forks)) {
    const key = before === rootForkKey ? forkKey(older, older.length) : before;
    const known = headsOf(tailsAt(before, here));
    forks[key] = [...tailsAt(key, stored).filter(([head]) => head && !known.includes(head.id)), ...fork];
  }
  return { messages: [...older, ...here.messages], forks };
}

const headsOf = (tails: readonly (readonly Message[])[]) => tails.map(([head]) => head?.id);

/** What follows the message before a fork, in all versions; of one in a hidden version, those that are known. */
function tailsAt(key: string, { messages, forks }: Versioned): (readonly Message[])[] {
  const at = messages.findIndex(({ id }) => id === key);
  const shown = at < 0 && key !== rootForkKey ? [] : messages.slice(at + 1);
  return (forks[key] ?? [null]).map((tail) => tail ?? shown);
}

/** Every message, including those of hidden versions. */
export function everyMessage({ messages, forks }: Versioned): Message[] {
  return [...messages, ...Object.values(forks).flatMap((fork) => fork.flatMap((tail) => tail ?? []))];
}
