/** The owner of a feed, as a browser names it: its own account, or a space by its id. */
export type FeedKind = 'account' | 'space';

/** What changed after a number. */
export interface FeedPage {
  /**
   * Whole rows, by kind, as this person may see them: the same object for everyone who sees the same. Null: each browser
   * fetches its own.
   */
  rowsFor(userId: string): Record<string, unknown[]> | null;
  /** All changes up to this number are in the rows. */
  head: number;
  /** Whether there is more than fits on a page. */
  more: boolean;
}

/** A person who may watch a feed. */
export interface Watcher {
  /** The people hidden from them there by blocks in either direction. */
  hidden: ReadonlySet<string>;
  /** Whether they may write there: others are shown that they type, and they answer for the AI. */
  mayWrite: boolean;
}

/** A domain's feeds of one kind, registered at boot: all that sockets know about the domain. */
export interface FeedSource {
  kind: FeedKind;
  /**
   * Those of these people who may watch the feed of `id` now. Called when they begin to watch, when their rights
   * change, and every few seconds.
   */
  watchers(id: string, userIds: readonly string[]): Promise<ReadonlyMap<string, Watcher>>;
  /** Read once for everyone who watches. */
  rowsAfter(id: string, after: number): Promise<FeedPage>;
}
