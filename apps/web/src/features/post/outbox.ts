import type { PostRow, Turn } from '@polylogue/contract';
import type { ListableStorage, SafeStorage } from '../../lib/state/storage.ts';

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

/** The storage entry of posts that one person has written in one space and that have not been sent yet. */
export const outboxEntry = (user_id: string, space_id: string): string => `${prefix}${user_id}.${space_id}`;

/** By entry, the posts that did not fit into storage: another tab that writes there does not know them. */
const notStored = new Map<string, readonly WaitingPost[]>();

const keptAt = (entry: string) => notStored.get(entry) ?? [];

const idsOf = (posts: readonly WaitingPost[]) => new Set(posts.map(({ message_id }) => message_id));

/** From storage every time, to see what another tab has added or sent. */
function waitingAt(storage: Pick<SafeStorage, 'read'>, entry: string): readonly WaitingPost[] {
  const posts = postsIn(storage.read(entry));
  const ids = idsOf(posts);
  return [...posts, ...keptAt(entry).filter(({ message_id }) => !ids.has(message_id))];
}

export function openOutbox(storage: SafeStorage, entry: string): Outbox {
  const read = () => waitingAt(storage, entry);

  function write(posts: readonly WaitingPost[], added?: WaitingPost): boolean {
    const ids = idsOf(keptAt(entry));
    // Before storage tells those who listen.
    notStored.set(
      entry,
      posts.filter((post) => post === added || ids.has(post.message_id)),
    );
    if (posts.length === 0) storage.remove(entry);
    else if (!storage.write(entry, JSON.stringify(posts))) return false;
    notStored.delete(entry);
    return true;
  }

  return {
    read,
    add: (post) => write([...read(), post], post),
    remove: (message_id) => void write(read().filter((post) => post.message_id !== message_id)),
    change(message_id, change) {
      write(read().map((post) => (post.message_id === message_id ? { ...post, ...change } : post)));
    },
    listen: (listener) =>
      storage.listen((name) => {
        if (name === null || name === entry) listener();
      }),
  };
}

/** The first that can be sent; undefined: nothing waits, or only what was refused. */
export const nextToSend = (outbox: Pick<Outbox, 'read'>): WaitingPost | undefined =>
  outbox.read().find(({ failed }) => failed === null);

type Readable = Pick<ListableStorage, 'names' | 'read'>;

/** How many posts wait in this browser, by entry: those that did not fit into storage, too. */
function countByEntry(storage: Readable, start: string): Map<string, number> {
  const entries = new Set([...storage.names(), ...notStored.keys()]);
  const wanted = [...entries].filter((entry) => entry.startsWith(start));
  return new Map(wanted.map((entry) => [entry, waitingAt(storage, entry).length]));
}

/** How many posts of one person have not been sent yet, by space. */
export function unsentBySpace(storage: Readable, user_id: string): Record<string, number> {
  const start = outboxEntry(user_id, '');
  return Object.fromEntries(
    [...countByEntry(storage, start)].map(([entry, count]) => [entry.slice(start.length), count]),
  );
}

/** Waiting posts as work that signing out would lose; closing the tab loses those that did not fit into storage. */
export const unsentPosts = (storage: Readable) => ({
  words(): string | null {
    const count = [...countByEntry(storage, prefix).values()].reduce((sum, one) => sum + one, 0);
    if (count === 0) return null;
    return count === 1 ? 'an unsent message in a space' : `${count} unsent messages in spaces`;
  },
  isLostWithTab: (): boolean => [...notStored.values()].some(({ length }) => length > 0),
});

function postsIn(text: string | null): readonly WaitingPost[] {
  if (text === null) return [];
  try {
    const posts: unknown = JSON.parse(text);
    // Those stored by earlier versions may have only a text.
    return Array.isArray(posts) ? posts.filter(isPost).map((post) => ({ ...plain, ...post })) : [];
  } catch {
    return [];
  }
}

const plain = { files: [], is_off_record: false, turn_id: null, wants: null };

const isPost = (post: WaitingPost | null) =>
  typeof post?.message_id === 'string' && typeof post.body === 'string' && typeof post.at === 'number';
