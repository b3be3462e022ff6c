import { setImmediate as others } from 'node:timers/promises';
import { doEach } from '../batches/do-each.ts';

/** What a domain knows of spaces that sockets do not watch. */
export interface NewsSource {
  /** A page of the members of a space, by id; those after this one. */
  members(spaceId: string, after: string): Promise<readonly string[]>;
  /** How many messages of a space each of these people has not read. */
  unread(spaceId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** What one person is told. */
export interface News {
  /** By space. */
  unread: Record<string, number>;
  /** Whether their friend requests have changed. */
  requests: boolean;
}

interface NewsDeps {
  /** Whether a person is to be told of a space, or, without one, of anything. */
  isListening(userId: string, spaceId?: string): boolean;
  send(userId: string, news: News): void;
  log: (message: string, error: unknown) => void;
}

/** What happens outside the feeds that are watched, joined into at most one frame a round for each person. */
export function newsRounds({ isListening, send, log }: NewsDeps) {
  let source: NewsSource | undefined;
  /** Spaces with something new for their members. */
  let spaces = new Set<string>();
  /** People who are told of these spaces alone; null: of friend requests. */
  let people = new Map<string, Set<string | null>>();

  async function readersOf(spaceId: string, from: NewsSource): Promise<string[]> {
    const found: string[] = [];
    for (let after = ''; ; ) {
      const page = await from.members(spaceId, after);
      found.push(...page.filter((userId) => isListening(userId, spaceId)));
      const last = page.at(-1);
      if (last === undefined) return found;
      after = last;
      await others();
    }
  }

  return {
    register(from: NewsSource) {
      source = from;
    },

    /** Members have something new to read there. */
    spaceChanged: (spaceId: string) => void spaces.add(spaceId),

    /** A person has read something of a space, or, without one, has other friend requests. */
    personChanged(userId: string, spaceId: string | null) {
      if (isListening(userId)) people.set(userId, (people.get(userId) ?? new Set()).add(spaceId));
    },

    /** Tells everyone of what has happened since the last round. A failure is made good by what browsers ask by themselves. */
    async round() {
      if (!source) return;
      const from = source;
      const [changed, named] = [spaces, people];
      spaces = new Set();
      people = new Map();
      const found = new Map<string, News>();
      const newsOf = (userId: string) => {
        const news = found.get(userId) ?? { unread: {}, requests: false };
        found.set(userId, news);
        return news;
      };
      async function count(spaceId: string, userIds: readonly string[]) {
        for (const [userId, unread] of await from.unread(spaceId, userIds))
          newsOf(userId).unread[spaceId] = unread;
        await others();
      }
      await doEach(changed, async (spaceId) => {
        const readers = await readersOf(spaceId, from);
        if (readers.length > 0) await count(spaceId, readers);
      }).catch((error) => log('live news', error));
      await doEach(named, async ([userId, about]) => {
        if (about.has(null)) newsOf(userId).requests = true;
        for (const spaceId of about)
          if (spaceId !== null && !changed.has(spaceId)) await count(spaceId, [userId]);
      }).catch((error) => log('live news', error));
      for (const [userId, news] of found) send(userId, news);
    },
  };
}
