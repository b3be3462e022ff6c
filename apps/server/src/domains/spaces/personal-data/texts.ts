import type { Segment } from '@polylogue/sync/turns';
import type { Queries } from '../../../platform/database/database.ts';
import { authorStore } from '../store/author-store.ts';
import type { MemberRow } from '../store/member-store.ts';
import { answersTo } from '../store/person-in-turns.ts';
import { reactionStore } from '../store/reaction-store.ts';
import { spaceStore } from '../store/space-store.ts';
import { type SpaceNameDeps, spaceNames } from './names.ts';
import { membershipsOf, paged, turnsWith } from './pages.ts';
import { isoTime } from './stored.ts';

/** How many rows are read per query. */
const slice = 200;
/** An answer may be long. */
const answersAtOnce = 10;
/** Reactions are small, and each query sorts all of them. */
const reactionsAtOnce = 2_000;

/** All of the person's posts, their turns, the answers to their questions, their spaces and their reactions. */
export async function* textsInSpaces(deps: SpaceNameDeps, userId: string) {
  const { reading } = deps.database;
  const names = await spaceNames(deps, userId);
  const postsBy = paged((last?: PostRow) => authorStore(reading).posts(userId, last?.row_id ?? 0, slice));
  const answers = paged((last?: AnswerRow) => answersTo(reading, userId, last?.row_id ?? 0, answersAtOnce));
  yield* jsonFile('space-posts.json', postsBy, (row) => postOf(row, names));
  yield* jsonFile('space-answers.json', answers, (row) => answerOf(row, names));
  yield* jsonFile('space-turns.json', turnsOf(reading, userId, names), (turn) => turn);
  const reactions = paged((last?: ReactionRow) => reactionStore(reading).by(userId, last, reactionsAtOnce));
  yield* jsonFile('spaces.json', membershipsOf(reading, userId), (row) => membershipOf(row, names));
  yield* jsonFile('space-reactions.json', reactions, (row) => reactionOf(row, names));
}

/** What the person asked or answered, one space after the other: only there, turns can be read in order. */
async function* turnsOf(reading: Queries, userId: string, names: SpaceNames) {
  for await (const { space_id } of membershipsOf(reading, userId)) {
    const space = await spaceStore(reading).find(space_id);
    if (!space) continue;
    for await (const { asked_at, asked_by, state, left_out, segments } of turnsWith(
      reading,
      userId,
      space.feed,
    )) {
      if (segments === null) continue;
      yield {
        space: names.get(space_id) ?? null,
        asked_at: isoTime(asked_at),
        is_own_question: asked_by === userId,
        state,
        ...(asked_by === userId && { left_out: JSON.parse(left_out) as string[] }),
        // What this person's browsers answered, and what that cost.
        answered: (JSON.parse(segments) as Segment[])
          .filter(({ holder_id }) => holder_id === userId)
          .map(({ started, spent, because }) => ({ started, spent, because })),
      };
    }
  }
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

type SpaceNames = Awaited<ReturnType<typeof spaceNames>>;
type PostRow = Awaited<ReturnType<ReturnType<typeof authorStore>['posts']>>[number];
type AnswerRow = Awaited<ReturnType<typeof answersTo>>[number];
type ReactionRow = Awaited<ReturnType<ReturnType<typeof reactionStore>['by']>>[number];

function postOf(row: PostRow, names: SpaceNames) {
  const { body, first_body, is_off_record } = row;
  const space = names.get(row.space_id) ?? null;
  const is_pinned = space === null ? null : (JSON.parse(row.pins) as string[]).includes(row.message_id);
  return {
    ...{ space, body, first_body, is_off_record, is_pinned, files: JSON.parse(row.files) as object[] },
    created_at: isoTime(row.created_at),
    edited_at: isoTime(row.edited_at),
    deleted_at: isoTime(row.deleted_at),
  };
}

function answerOf(row: AnswerRow, names: SpaceNames) {
  return { space: names.get(row.space_id) ?? null, asked_at: isoTime(row.asked_at), answer: row.text };
}

function membershipOf(row: MemberRow, names: SpaceNames) {
  const { space_id, role, notify, tells_waiting } = row;
  return {
    space: names.get(space_id) ?? null,
    role,
    joined_at: isoTime(row.joined_at),
    left_at: isoTime(row.left_at),
    muted_until: isoTime(row.muted_until),
    seen_at: isoTime(row.seen_at),
    ...{ notify, tells_waiting },
  };
}

function reactionOf({ space_id, emoji, created_at }: ReactionRow, names: SpaceNames) {
  return { space: names.get(space_id) ?? null, emoji, created_at: isoTime(created_at) };
}
