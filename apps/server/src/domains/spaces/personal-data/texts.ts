import type { Segment } from '@polylogue/sync/turns';
import type { Queries } from '../../../platform/database/database.ts';
import { authorStore } from '../store/author-store.ts';
import type { MemberRow } from '../store/member-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { answersTo } from '../store/person-in-turns.ts';
import { spaceStore } from '../store/space-store.ts';
import { paged, turnsWith } from './pages.ts';
import { isoTime } from './stored.ts';

/** How many rows are read per query. */
const slice = 200;
/** An answer may be long. */
const answersAtOnce = 10;

/** All of the person's posts, their turns, and the answers to their questions. */
export async function* textsInSpaces(reading: Queries, userId: string) {
  const postsBy = paged((last?: PostRow) => authorStore(reading).posts(userId, last?.row_id ?? 0, slice));
  const answers = paged((last?: AnswerRow) => answersTo(reading, userId, last?.row_id ?? 0, answersAtOnce));
  yield* jsonFile('space-posts.json', postsBy, postOf);
  yield* jsonFile('space-answers.json', answers, answerOf);
  yield* jsonFile('space-turns.json', turnsOf(reading, userId), (turn) => turn);
}

/** What the person asked or answered, one space after the other: only there, turns can be read in order. */
async function* turnsOf(reading: Queries, userId: string) {
  const mine = paged((last?: MemberRow) => membershipStore(reading).every(userId, slice, last?.space_id));
  for await (const { space_id } of mine) {
    const space = await spaceStore(reading).find(space_id);
    if (!space) continue;
    for await (const { asked_at, asked_by, state, left_out, segments } of turnsWith(
      reading,
      userId,
      space.feed,
    )) {
      if (segments === null) continue;
      yield {
        space: space.name,
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

type PostRow = Awaited<ReturnType<ReturnType<typeof authorStore>['posts']>>[number];
type AnswerRow = Awaited<ReturnType<typeof answersTo>>[number];

function postOf(row: PostRow) {
  const { space_name: space, body, first_body, is_off_record } = row;
  const is_pinned = (JSON.parse(row.pins) as string[]).includes(row.message_id);
  return {
    ...{ space, body, first_body, is_off_record, is_pinned, files: JSON.parse(row.files) as object[] },
    created_at: isoTime(row.created_at),
    edited_at: isoTime(row.edited_at),
    deleted_at: isoTime(row.deleted_at),
  };
}

function answerOf(row: AnswerRow) {
  return { space: row.space, asked_at: isoTime(row.asked_at), answer: row.text };
}
