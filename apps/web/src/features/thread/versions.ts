import { type Forks, forkKey, rootForkKey } from '../messages/index.ts';
import type { Message } from './message.ts';

interface Versioned {
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

/** All that is stored, with its end as it is here. Versions of either are versions, the oldest first. */
export function withStored(here: Versioned, stored: Versioned): Versioned {
  // The first message here may be a new version of one that is stored.
  const heads = headsOf(here.forks[rootForkKey] ?? [null], here.messages[0]);
  const first = stored.messages.findIndex(({ id }) => heads.has(id));
  const older = first < 0 ? stored.messages : stored.messages.slice(0, first);
  const messages = [...older, ...here.messages];
  const own = Object.entries(here.forks).map(([before, fork]) => {
    const key = before === rootForkKey ? forkKey(older, older.length) : before;
    const [shown] = followers(key, { messages, forks: here.forks });
    const heads = headsOf(fork, shown);
    const others = (stored.forks[key] ?? [null])
      .map((tail) => tail ?? followers(key, stored))
      .filter(([head]) => head && !heads.has(head.id));
    const age = (tail: (typeof fork)[number]) => (tail?.[0] ?? shown)?.at ?? Number.POSITIVE_INFINITY;
    return [key, [...others, ...fork].sort((one, other) => age(one) - age(other))];
  });
  return { messages, forks: { ...stored.forks, ...Object.fromEntries(own) } };
}

/** The ids of the first messages of all versions. */
const headsOf = (fork: Forks<Message>[string], shown: Message | undefined) =>
  new Set(fork.map((tail) => (tail?.[0] ?? shown)?.id));

/** What follows the message before a fork, even in a hidden version. */
function followers(key: string, { messages, forks }: Versioned): readonly Message[] {
  if (key === rootForkKey) return messages;
  const branch = [messages, ...Object.values(forks).flat()].find((one) => one?.some(({ id }) => id === key));
  return branch?.slice(branch.findIndex(({ id }) => id === key) + 1) ?? [];
}

/** Every message, including those of hidden versions. */
export function everyMessage({ messages, forks }: Versioned): Message[] {
  return [...messages, ...Object.values(forks).flatMap((fork) => fork.flatMap((tail) => tail ?? []))];
}

/** The messages before a message, even one of a hidden version. */
export function messagesBefore(all: Versioned, message: Message): readonly Message[] {
  const { messages, forks } = all;
  const at = messages.indexOf(message);
  if (at >= 0) return messages.slice(0, at);
  for (const [key, fork] of Object.entries(forks)) {
    const tail = fork.find((tail) => tail?.includes(message));
    if (!tail) continue;
    const last = everyMessage(all).find(({ id }) => id === key);
    return [...(last ? [...messagesBefore(all, last), last] : []), ...tail.slice(0, tail.indexOf(message))];
  }
  return [];
}
