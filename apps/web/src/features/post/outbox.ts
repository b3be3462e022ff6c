import type { PostRow, Turn } from '@polylogue/contract';
import { jsonIn } from '../../lib/state/json-in.ts';
import type { ListableStorage } from '../../lib/state/storage.ts';
import { counted } from '../../lib/text/counts.ts';

/** The model that a question is to be answered with. */
export type WantedModel = NonNullable<Turn['wants']>;

/** A post before it is sent. */
export interface NewPost {
  body: string;
  reply_to: string | null;
  files: PostRow['files'];
  /** Not for the AI. */
  is_off_record: boolean;
  /** It asks the AI: the id of the turn. */
  turn_id: string | null;
  /** Null: any model may answer. */
  wants: WantedModel | null;
  /** Ids of messages that the question is not sent with; missing: none. */
  left_out?: readonly string[];
}

/** A post that our server has not accepted yet. */
export interface WaitingPost extends NewPost {
  message_id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Why the server refuses it, as a sentence; null: it is on its way, or waiting for a connection. */
  failed: string | null;
}

/** The posts of one space that wait in this browser, in the order they were written. */
export interface Outbox {
  read(): readonly WaitingPost[];
  /** Returns whether it survives closing the tab. */
  add(post: WaitingPost): boolean;
  remove(message_id: string): void;
  change(message_id: string, change: Partial<WaitingPost>): void;
  /** Calls back when another tab has changed it. */
  listen(listener: () => void): () => void;
}

const prefix = 'polylogue.posts.';

/** What the storage entries begin with of posts that one person has written in one space and that wait. */
export const outboxEntry = (user_id: string, space_id: string): string => `${prefix}${user_id}.${space_id}`;

type Readable = Pick<ListableStorage, 'names' | 'read'>;
type OutboxStorage = Pick<ListableStorage, 'names' | 'read' | 'write' | 'remove' | 'listen'>;

/** Entries that did not fit into storage: they are in the memory of this tab. */
const notStored = new Set<string>();

/** Earlier versions of the app stored all posts of a space in the entry itself. */
const isOf = (entry: string) => (name: string) => name === entry || name.startsWith(`${entry}.`);

export function openOutbox(storage: OutboxStorage, entry: string): Outbox {
  // One for each post: of a list, a tab would write back what it knew before another one has added to it.
  const entryOf = (message_id: string) => `${entry}.${message_id}`;

  /** From storage every time, to see what another tab has added or sent. */
  function read(): readonly WaitingPost[] {
    const names = storage.names().filter(isOf(entry)).sort();
    const posts = names.flatMap((name) => postsIn(storage.read(name)));
    const unique = new Map(posts.map((post) => [post.message_id, post]));
    return [...unique.values()].sort((a, b) => (a.message_id < b.message_id ? -1 : 1));
  }

  function write(name: string, text: string): boolean {
    const isStored = storage.write(name, text);
    if (isStored) notStored.delete(name);
    else notStored.add(name);
    return isStored;
  }

  const put = (post: WaitingPost) => write(entryOf(post.message_id), JSON.stringify(post));

  /** Removes a post from the list of an earlier version. */
  function unlist(message_id: string) {
    const posts = postsIn(storage.read(entry));
    const left = posts.filter((post) => post.message_id !== message_id);
    if (left.length === posts.length) return;
    if (left.length > 0) storage.write(entry, JSON.stringify(left));
    else storage.remove(entry);
  }

  return {
    read,
    add: put,
    remove(message_id) {
      notStored.delete(entryOf(message_id));
      storage.remove(entryOf(message_id));
      unlist(message_id);
      // There may be room for these now.
      for (const name of notStored) {
        const text = storage.read(name);
        if (text === null) notStored.delete(name);
        else write(name, text);
      }
    },
    change(message_id, change) {
      const post = read().find((one) => one.message_id === message_id);
      if (!post) return;
      put({ ...post, ...change });
      unlist(message_id);
    },
    listen: (listener) =>
      storage.listen((name) => {
        if (name === null || isOf(entry)(name)) listener();
      }),
  };
}

/** The first that can be sent; undefined: nothing waits, or only what was refused. */
export const nextToSend = (outbox: Pick<Outbox, 'read'>): WaitingPost | undefined =>
  outbox.read().find(({ failed }) => failed === null);

/** How many posts of one person have not been sent yet, by space. */
export function unsentBySpace(storage: Readable, user_id: string): Record<string, number> {
  const start = outboxEntry(user_id, '');
  const counts: Record<string, number> = {};
  for (const name of storage.names()) {
    if (!name.startsWith(start)) continue;
    const [space_id = ''] = name.slice(start.length).split('.');
    counts[space_id] = (counts[space_id] ?? 0) + postsIn(storage.read(name)).length;
  }
  return counts;
}

/** Waiting posts as work that signing out would lose; closing the tab loses those that did not fit into storage. */
export const unsentPosts = (storage: Readable) => ({
  words(): string | null {
    const entries = storage.names().filter((name) => name.startsWith(prefix));
    const { length } = entries.flatMap((name) => postsIn(storage.read(name)));
    if (length === 0) return null;
    return length === 1 ? 'an unsent message in a space' : `${counted(length)} unsent messages in spaces`;
  },
  isLostWithTab: (): boolean => [...notStored].some((name) => storage.read(name) !== null),
});

/** The post of an entry, or those of a list. */
function postsIn(text: string | null): readonly WaitingPost[] {
  const stored: unknown = jsonIn(text);
  return [stored].flat().filter(isPost);
}

function isPost(stored: unknown): stored is WaitingPost {
  const { message_id, body, files, at } = Object(stored) as Partial<WaitingPost>;
  const isWritten = [message_id, body].every((text) => typeof text === 'string');
  return isWritten && Array.isArray(files) && typeof at === 'number';
}
