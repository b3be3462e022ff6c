import { memory } from '../memory/memory.ts';

/** Rows that are remembered by their id; with a person's rows go what is theirs alone, as their waivers. */
export type Topic = 'users' | 'sign_ins';

/** How a database tells that rows have changed, whoever changed them. */
export interface Changes {
  /** The same as before as long as every change since then would have been told; undefined: nothing is told now. */
  era(): string | number | undefined;
  /** Calls `forget` with the id of each row that has changed, and without one when many have. */
  hear(topic: Topic, forget: (id?: string) => void): void;
}

/** What was read of rows and is still so. */
export interface Remembered<Value> {
  /** What `load` gave for this id last, if no row of it has changed since, here or elsewhere; else what it gives now. */
  read(id: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>;
}

/** Remembers so many; the oldest goes first. While changes are not told, nothing. */
export function remembered<Value>(changes: Changes, topic: Topic, capacity: number): Remembered<Value> {
  const empty = () => memory<Value>(() => 0, capacity);
  let kept = empty();
  let keptSince: ReturnType<Changes['era']>;
  // What is being read, by whom: a change meanwhile makes it unfit to be kept.
  const readers = new Map<string, object>();

  changes.hear(topic, (id) => {
    if (id === undefined) {
      kept = empty();
      readers.clear();
    } else {
      kept.forget(id);
      readers.delete(id);
    }
  });

  async function ask(id: string, load: () => Promise<Value | undefined>, era: string | number) {
    const me = {};
    readers.set(id, me);
    try {
      const value = await load();
      const isStillSo = readers.get(id) === me && changes.era() === era && keptSince === era;
      if (isStillSo && value !== undefined) kept.keep(id, value, Number.POSITIVE_INFINITY);
      return value;
    } finally {
      if (readers.get(id) === me) readers.delete(id);
    }
  }

  return {
    async read(id, load) {
      const era = changes.era();
      if (era !== keptSince) {
        kept = empty();
        keptSince = era;
      }
      if (era === undefined) return load();
      return kept.recall(id) ?? ask(id, load, era);
    },
  };
}
