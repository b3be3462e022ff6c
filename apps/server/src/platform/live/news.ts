import { doEach } from '../batches/do-each.ts';
import { inPieces } from '../process/in-pieces.ts';

/** What a domain knows of spaces that sockets do not watch. */
export interface NewsSource {
  /** A page of the members of a space, by id; those after this one. */
  members(spaceId: string, after: string): Promise<readonly string[]>;
  /** How many messages of a space each of these people has not read. */
  unread(spaceId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** What one person is told. */
export interface PersonNews {
  /** By space. */
  unread: Record<string, number>;
  /** Whether their friend requests have changed. */
  requests: boolean;
}

interface NewsDeps {
  /** Whether a person has a page open that does not watch this space. */
  isListening(userId: string, spaceId: string): boolean;
  send(userId: string, news: PersonNews): void;
  log: (message: string, error: unknown) => void;
}

/** What happens outside the feeds that are watched, joined into at most one frame a round for each person. */
export function newsRounds({ isListening, send, log }: NewsDeps) {
  let source: NewsSource | undefined;
  /** Spaces with another number of unread messages, for all members or for these alone. */
  let spaces = new Map<string, Set<string> | 'everyone'>();
  /** People with other friend requests. */
  let requests = new Set<string>();

  async function readersOf(spaceId: string, from: NewsSource, pause: () => Promise<void>): Promise<string[]> {
    const found: string[] = [];
    for (let after = ''; ; ) {
      const page = await from.members(spaceId, after);
      found.push(...page.filter((userId) => isListening(userId, spaceId)));
      const last = page.at(-1);
      if (last === undefined) return found;
      after = last;
      await pause();
    }
  }

  return {
    register(from: NewsSource) {
      source = from;
    },

    /** Members have something new to read there. */
    spaceChanged: (spaceId: string) => void spaces.set(spaceId, 'everyone'),

    /** A person has read something there. */
    hasRead(userId: string, spaceId: string) {
      const readers = spaces.get(spaceId) ?? new Set();
      if (readers !== 'everyone' && isListening(userId, spaceId)) spaces.set(spaceId, readers.add(userId));
    },

    requestsChanged: (userId: string) => void requests.add(userId),

    /** Tells everyone of what has happened since the last round. A failure is made good by what browsers ask by themselves. */
    async round() {
      if (!source) return;
      const from = source;
      const changed = spaces;
      const found = new Map(
        [...requests].map((userId): [string, PersonNews] => [userId, { unread: {}, requests: true }]),
      );
      spaces = new Map();
      requests = new Set();
      const pause = inPieces();
      await doEach(changed, async ([spaceId, concerned]) => {
        const readers = concerned === 'everyone' ? await readersOf(spaceId, from, pause) : [...concerned];
        if (readers.length === 0) return;
        for (const [userId, unread] of await from.unread(spaceId, readers)) {
          const news = found.get(userId) ?? { unread: {}, requests: false };
          news.unread[spaceId] = unread;
          found.set(userId, news);
        }
        await pause();
      }).catch((error) => log('live news', error));
      for (const [userId, news] of found) {
        send(userId, news);
        await pause();
      }
    },
  };
}
