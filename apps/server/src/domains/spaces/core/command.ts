import type { NoticeKind } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import type { SpaceRight } from '@polylogue/sync/spaces';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { type Feed, feedStore, rowIdOf } from '../../../platform/feed/feeds.ts';
import { searchQueue } from '../../../platform/search/search-queue.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';
import { type Membership, membershipStore } from '../store/membership-store.ts';
import { type MessageTableRow, messageStore } from '../store/message-store.ts';
import { type SessionTableRow, sessionStore } from '../store/session-store.ts';
import { type SpaceRow, spaceStore } from '../store/space-store.ts';
import { mustBeAllowed, mustBeOpen, noSpace } from './policy.ts';

export interface CommandDeps {
  database: Database;
  /** There is something new in a space's feed. */
  changed(spaceId: string, head: number): void;
  /** A person's rights have changed. */
  rightsChanged(userId: string): void;
  /** The turns of a space may no longer be answered; with a person, only those that they asked. */
  stopTurns(spaceId: string, askedBy?: string): void;
  /** Milliseconds since 1970. */
  now: () => number;
}

type NewMessage = Pick<MessageTableRow, 'message_id' | 'by_id' | 'body' | 'bytes'> & Partial<MessageTableRow>;

/** A space during a command: no one else writes to its feed until the transaction ends. */
export class OpenSpace {
  readonly trx: Queries;
  readonly space: SpaceRow;
  readonly now: number;
  /** The number that this command takes if it changes anything. */
  readonly seq: number;
  readonly #feed: Feed;
  #rows: number;
  #isChanged = false;
  /** People who may post here now, or no longer. */
  readonly postRightsChanged: string[] = [];
  /** People who left the space. */
  readonly leftUserIds: string[] = [];
  /** People who may not post here any more: like those who left, they have no questions answered. */
  readonly silencedUserIds: string[] = [];
  /** The AI was switched off, or the space archived. */
  wasAiEnded = false;

  constructor(trx: Queries, space: SpaceRow, feed: Feed, now: number) {
    this.trx = trx;
    this.space = space;
    this.now = now;
    this.#feed = feed;
    this.#rows = feed.rows;
    this.seq = feed.head + 1;
  }

  /** The head of the feed after this command. */
  get head() {
    return this.#isChanged ? this.seq : this.#feed.head;
  }

  /** For changes that no row of the feed shows. */
  markChanged() {
    this.#isChanged = true;
  }

  async change(change: Partial<SpaceRow>): Promise<void> {
    this.markChanged();
    Object.assign(this.space, change, { seq: this.seq });
    if (change.ai_mode === 'off' || change.archived_at) this.wasAiEnded = true;
    await spaceStore(this.trx).change(this.space.space_id, { ...change, seq: this.seq });
  }

  /** Takes away what the people in a space have read of it, once nobody is in it: its name, and all that repeats it. */
  async empty(): Promise<void> {
    const none = { name: '', name_folded: '', about: null, picture_file_id: null, ai_name: null };
    const archived_at = this.space.archived_at ?? this.now;
    await this.change({ ...none, ai_instructions: null, visibility: 'invited', archived_at });
    await messageStore(this.trx).clearNotices(this.space.feed);
  }

  /** Sets columns that browsers do not read from the space's row, so it takes no number in the feed. */
  async updateStats(change: Partial<Pick<SpaceRow, 'people' | 'speakers' | 'last_post_at'>>): Promise<void> {
    Object.assign(this.space, change);
    await spaceStore(this.trx).change(this.space.space_id, change);
  }

  async putMember(row: MemberRow): Promise<void> {
    this.markChanged();
    if (row.left_at !== null) this.leftUserIds.push(row.user_id);
    await memberStore(this.trx).put({ ...row, seq: this.seq });
  }

  async putSession(row: SessionTableRow): Promise<SessionTableRow> {
    this.markChanged();
    const session = { ...row, seq: this.seq };
    await sessionStore(this.trx).put(session);
    return session;
  }

  /** Returns the number of the message. */
  async addMessage(message: NewMessage): Promise<number> {
    this.markChanged();
    this.#rows += 1;
    const row_id = rowIdOf(this.space.feed, this.#rows);
    await messageStore(this.trx).add({
      feed: this.space.feed,
      row_id,
      seq: this.seq,
      kind: 'post',
      created_at: this.now,
      first_body: null,
      first_edited_at: null,
      reply_to: null,
      mentions: '[]',
      is_off_record: false,
      files: '[]',
      notice: null,
      edited_at: null,
      deleted_at: null,
      deleted_by: null,
      ...message,
    });
    if (message.kind !== 'notice') await searchQueue(this.trx).add([{ row_id, created_at: this.now }]);
    return this.#rows;
  }

  changeMessage(rowId: number, change: Partial<MessageTableRow>): Promise<void> {
    return this.changeMessages([rowId], change);
  }

  async changeMessages(rowIds: readonly number[], change: Partial<MessageTableRow>): Promise<void> {
    this.markChanged();
    await messageStore(this.trx).change(rowIds, { ...change, seq: this.seq });
    await searchQueue(this.trx).addStored('space_messages', rowIds);
  }

  /** Adds a notice, for example that a member joined. */
  async addNotice(
    kind: NoticeKind,
    byId: string | null,
    about: { message_id?: string; user_id?: string | null; name?: string | null; starts_at?: number } = {},
  ): Promise<void> {
    const { message_id = newId(), user_id = null, name = null, starts_at } = about;
    const notice = JSON.stringify({ kind, user_id, name, starts_at });
    await this.addMessage({ message_id, kind: 'notice', by_id: byId, body: '', bytes: 0, notice });
  }

  /** The number of the last message. */
  get lastNumber() {
    return this.#rows;
  }

  async write(): Promise<void> {
    if (!this.#isChanged) return;
    const { messages, bytes } = this.#feed;
    await feedStore(this.trx).advance(this.space.feed, { head: this.seq, rows: this.#rows, messages, bytes });
  }
}

/** A space during a command by one of its people. */
export interface Command extends Membership {
  open: OpenSpace;
  /** Refuses people who do not have this right; it cannot change until the transaction ends. */
  must(right: SpaceRight): void;
}

/** Commands in a space: one transaction, one number in its feed. Without a change, no number is used. */
export function commands({ database, changed, rightsChanged, stopTurns, now }: CommandDeps) {
  /** Locks the feed of a space; read the space again, since it may have changed before the lock. */
  const claimFeed = async (trx: Queries, { feed }: Pick<SpaceRow, 'feed'>): Promise<Feed> =>
    (await feedStore(trx).claim(feed)) ?? noSpace();

  async function finish<Result>(open: OpenSpace, result: Result): Promise<Result> {
    await open.write();
    const { space, seq, head, postRightsChanged, leftUserIds, silencedUserIds, wasAiEnded } = open;
    for (const userId of postRightsChanged) database.afterCommit(() => rightsChanged(userId));
    for (const userId of leftUserIds) database.afterCommit(() => rightsChanged(userId));
    for (const userId of [...leftUserIds, ...silencedUserIds])
      database.afterCommit(() => stopTurns(space.space_id, userId));
    if (wasAiEnded) database.afterCommit(() => stopTurns(space.space_id));
    if (head === seq) database.afterCommit(() => changed(space.space_id, head));
    return result;
  }

  return {
    /** For people in the space; outsiders learn nothing, and are refused before the lock. */
    inSpace: <Result>(
      userId: string,
      spaceId: string,
      work: (command: Command) => Promise<Result>,
      { evenClosed = false } = {},
    ): Promise<Result> =>
      database.transaction(async (trx) => {
        const feed = await claimFeed(trx, (await membershipStore(trx).feed(spaceId, userId)) ?? noSpace());
        const { space, me } = (await membershipStore(trx).find(spaceId, userId)) ?? noSpace();
        const open = new OpenSpace(trx, space, feed, now());
        if (!evenClosed) mustBeOpen(space);
        const must = (right: SpaceRight) => mustBeAllowed({ space, me }, right, open.now);
        return finish(open, await work({ open, space, me, must }));
      }),

    /** For people who join, and for what the server does itself. */
    ofSpace: <Result>(spaceId: string, work: (open: OpenSpace) => Promise<Result>): Promise<Result> =>
      database.transaction(async (trx) => {
        const feed = await claimFeed(trx, (await spaceStore(trx).find(spaceId)) ?? noSpace());
        const open = new OpenSpace(trx, (await spaceStore(trx).find(spaceId)) ?? noSpace(), feed, now());
        return finish(open, await work(open));
      }),
  };
}
export type Commands = ReturnType<typeof commands>;
