/** Whose feed it is, which is how a browser names it: its own account, or a space by its id. */
export type FeedKind = 'account' | 'space';

/** What changed after a number: whole rows, by their kind. */
interface FeedPage {
  /** Null: they differ from one person to the next, so that everyone fetches their own. */
  rows: Record<string, unknown[]> | null;
  /** All changes up to this number are in the rows. */
  head: number;
  /** There is more than fits on a page. */
  more: boolean;
}

/** Feeds of one kind, as a domain has them: registered at boot, it is all that sockets know of the domain. */
export interface FeedSource {
  kind: FeedKind;
  /**
   * Of these people those who may watch the feed of `id` now, each with the people who are hidden from them there, and
   * they from those. Asked when they begin to watch, and every few seconds. People from whom nobody is hidden get the
   * same rows.
   */
  watchers(id: string, userIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** As this person may see it; no rows where other people are `hidden` from them by now than these. */
  rowsAfter(userId: string, id: string, after: number, hidden: ReadonlySet<string>): Promise<FeedPage>;
}
