import { setImmediate } from 'node:timers/promises';
import type { Segment } from '@polylogue/sync/turns';
import type { Database, Queries } from '../../platform/database/database.ts';
import { feedStore } from '../../platform/feed/feeds.ts';
import { RefusedError } from '../../platform/http/refuse.ts';
import type { Commands } from './core/command.ts';
import { endMembership, passOnOrArchive } from './members/joining.ts';
import { authorStore, forgetNameInMessages } from './store/author-store.ts';
import { invitationStore } from './store/invitation-store.ts';
import { type MemberRow, memberStore } from './store/member-store.ts';
import { membershipStore } from './store/membership-store.ts';
import { notificationStore } from './store/notification-store.ts';
import { answersTo, forgetNameInTurn, turnsConcerning } from './store/person-in-turns.ts';
import { reactionStore } from './store/reaction-store.ts';
import { sessionStore } from './store/session-store.ts';
import { spaceStore } from './store/space-store.ts';
import { turnStore } from './store/turn-store.ts';
import { usedText } from './store/used-text.ts';

/** How many rows are changed per transaction, or read per query. */
const slice = 200;
/** How many messages one transaction searches for a name. */
const messagesSearched = 5_000;
/** An answer may be long. */
const answersAtOnce = 10;
/** The segments of a turn may hold what each of its holders read. */
const turnsAtOnce = 50;
const mostSpaces = 1_000;
const mostReactions = 10_000;

const at = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

/** A person's data in spaces, for their copy and for when they leave. */
export function personalData({ database, commands }: { database: Database; commands: Commands }) {
  const { reading } = database;

  async function collect(userId: string): Promise<Record<string, unknown>> {
    const invitations = invitationStore(reading);
    const mine = await membershipStore(reading).every(userId, mostSpaces);
    const sessions = await sessionStore(reading).by(userId);
    const [sent, received] = [await invitations.by(userId), await invitations.to(userId)];
    const ids = [...mine, ...sessions, ...sent, ...received].map(({ space_id }) => space_id);
    const names = new Map(
      (await spaceStore(reading).some([...new Set(ids)])).map(({ space_id, name }) => [space_id, name]),
    );
    const reactions = await reactionStore(reading).by(userId, mostReactions);
    const feed = await feedStore(reading).of(userId);
    const notifications = feed ? await notificationStore(reading).newest(feed.feed, mostSpaces) : [];
    const where = ({ space_id, created_at }: { space_id: string; created_at: number }) => ({
      space: names.get(space_id) ?? null,
      created_at: at(created_at),
    });
    return {
      spaces: mine.map(({ space_id, role, joined_at, left_at, muted_until, seen_at, notify }) => ({
        space: names.get(space_id) ?? null,
        role,
        joined_at: at(joined_at),
        left_at: at(left_at),
        muted_until: at(muted_until),
        seen_at: at(seen_at),
        notify,
      })),
      'space-reactions': reactions.map(({ space_name, emoji, created_at }) => ({
        space: space_name,
        emoji,
        created_at: at(created_at),
      })),
      'space-invitations': {
        sent: sent.map((row) => ({
          ...where(row),
          is_link: row.to_user === null,
          expires_at: at(row.expires_at),
        })),
        received: received.map((row) => ({ ...where(row), expires_at: at(row.expires_at) })),
      },
      'space-sessions': sessions.map((row) => ({
        ...where(row),
        title: row.title,
        starts_at: at(row.starts_at),
        minutes: row.minutes,
      })),
      notifications: notifications.map((row) => ({ ...where(row), kind: row.kind })),
    };
  }

  /** All of the person's posts, their turns, and the answers to their questions. */
  async function* texts(userId: string) {
    const postsBy = paged((last?: PostRow) => authorStore(reading).posts(userId, last?.row_id ?? 0, slice));
    const answers = paged((last?: AnswerRow) => answersTo(reading, userId, last?.row_id ?? 0, answersAtOnce));
    yield* jsonFile('space-posts.json', postsBy, postOf);
    yield* jsonFile('space-answers.json', answers, answerOf);
    yield* jsonFile('space-turns.json', turnsOf(userId), (turn) => turn);
  }

  /** What the person asked or answered, one space after the other: only there, turns can be read in order. */
  async function* turnsOf(userId: string) {
    const mine = paged((last?: MemberRow) => membershipStore(reading).every(userId, slice, last?.space_id));
    for await (const { space_id } of mine) {
      const space = await spaceStore(reading).find(space_id);
      if (!space) continue;
      for await (const { asked_at, asked_by, state, segments } of turnsWith(userId, space.feed)) {
        if (segments === null) continue;
        yield {
          space: space.name,
          asked_at: at(asked_at),
          is_own_question: asked_by === userId,
          state,
          // What this person's browsers answered, and what that cost.
          answered: (JSON.parse(segments) as Segment[])
            .filter(({ holder_id }) => holder_id === userId)
            .map(({ started, spent, because }) => ({ started, spent, because })),
        };
      }
    }
  }

  const turnsWith = (userId: string, feed: number) =>
    paged((last?: { turn_id: string }) =>
      turnsConcerning(reading, userId, feed, last?.turn_id ?? '', turnsAtOnce),
    );

  /** Leaves a space; an owned one goes to the host who joined first, or is archived if there is none. */
  const leave = ({ space_id, user_id }: MemberRow) =>
    commands.ofSpace(space_id, async (open) => {
      const member = await memberStore(open.trx).find(space_id, user_id);
      if (!member || member.left_at !== null) return;
      const { space } = open;
      const isOwner = space.owner_id === user_id;
      await endMembership({ open, space }, member, {});
      await open.addNotice('left', null);
      if (isOwner) await passOnOrArchive(open, null);
    });

  /** What they wrote stays, without its author's name. */
  async function forgetIn({ space_id, user_id }: MemberRow) {
    const space = await spaceStore(database.db).find(space_id);
    if (!space) return memberStore(database.db).remove(space_id, user_id);
    const some = () =>
      database.transaction(
        async (trx) => (await authorStore(trx).forget(user_id, space.feed, slice)) === slice,
      );
    while (await some()) await setImmediate();
    const { rows = 0 } = (await feedStore(database.db).of(space_id)) ?? {};
    for (let from = 0; from < rows; from += messagesSearched) {
      const to = Math.min(from + messagesSearched, rows);
      await database.transaction((trx) => forgetNameInMessages(trx, user_id, space.feed, from, to));
      await setImmediate();
    }
    const openTurns = await turnStore(database.db).open(space_id);
    for await (const { turn_id, segments } of turnsWith(user_id, space.feed)) {
      if (segments !== null) await forgetNameInTurn(database.db, user_id, space.feed, turn_id);
    }
    await commands.ofSpace(space_id, async (open) => {
      // Those posted meanwhile, and turns that may have been saved again with the name.
      await forgetNameInMessages(open.trx, user_id, space.feed, rows);
      for (const { turn_id } of openTurns) {
        await forgetNameInTurn(open.trx, user_id, space.feed, turn_id);
      }
      await memberStore(open.trx).remove(space_id, user_id);
      // Rows have changed without a number in the feed.
      await open.change({ generation: open.space.generation + 1 });
    });
  }

  return {
    name: 'spaces',
    collect,
    texts,
    textBytes: async (userId: string) => 2 * (await usedText(reading, userId)),

    /** Safe to repeat after an interruption: memberships are deleted last. */
    async forget(userId: string): Promise<void> {
      const { db } = database;
      const mine = await membershipStore(db).every(userId, mostSpaces);
      for (const member of mine) await leave(member).catch(ifNoSpace);
      while ((await reactionStore(db).forget(userId, slice)) === slice) await setImmediate();
      await invitationStore(db).forget(userId);
      await sessionStore(db).forgetAuthor(userId);
      await spaceStore(db).forgetCreator(userId);
      while ((await notificationStore(db).forgetAuthor(userId, slice)) === slice) await setImmediate();
      const feed = await feedStore(db).of(userId);
      if (feed) await notificationStore(db).forgetOf(feed.feed);
      for (const member of mine) await forgetIn(member);
      if (mine.length === mostSpaces) await this.forget(userId);
    },

    holds: async (userId: string, on: Queries): Promise<boolean> =>
      (await membershipStore(on).every(userId, 1)).length > 0,
  };
}

/** The rows of all pages, of which only one is in memory. */
async function* paged<Row>(pageAfter: (last?: Row) => Promise<Row[]>) {
  for (let page = await pageAfter(); page.length > 0; page = await pageAfter(page.at(-1))) yield* page;
}

/** The items as one array, in pieces. */
async function* jsonFile<Row>(name: string, rows: AsyncIterable<Row>, itemOf: (row: Row) => object) {
  yield { name, text: '[' };
  let separator = '\n';
  for await (const row of rows) {
    yield { more: `${separator}  ${JSON.stringify(itemOf(row))}` };
    separator = ',\n';
  }
  yield { more: separator === '\n' ? ']\n' : '\n]\n' };
}

type PostRow = Awaited<ReturnType<ReturnType<typeof authorStore>['posts']>>[number];
type AnswerRow = Awaited<ReturnType<typeof answersTo>>[number];

function postOf(row: PostRow) {
  const { space_name: space, body, first_body, is_off_record } = row;
  return {
    ...{ space, body, first_body, is_off_record, files: JSON.parse(row.files) as object[] },
    created_at: at(row.created_at),
    edited_at: at(row.edited_at),
    deleted_at: at(row.deleted_at),
  };
}

function answerOf(row: AnswerRow) {
  return { space: row.space, asked_at: at(row.asked_at), answer: row.text };
}

/** There is nothing to leave. */
function ifNoSpace(error: unknown) {
  if (!(error instanceof RefusedError && error.refusal === 'not-found')) throw error;
}
