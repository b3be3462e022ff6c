import type { OwnMarks, PostRow, SessionRow, Space, SpaceMember, Turn } from '@polylogue/contract';
import type { Segment } from '@polylogue/sync/turns';
import { z } from 'zod';
import { readJson } from '../../../platform/database/json.ts';
import { feedNumberOf } from '../../../platform/feed/feeds.ts';
import type { MemberRow } from '../store/member-store.ts';
import type { MessageTableRow } from '../store/message-store.ts';
import type { ReactionRow } from '../store/reaction-store.ts';
import type { SessionTableRow } from '../store/session-store.ts';
import type { SpaceRow } from '../store/space-store.ts';
import { type TurnTableRow, turnRowOf } from '../store/turn-row.ts';

export const Ids = z.array(z.string());
const Notice = z.object({
  kind: z.string(),
  user_id: z.string().nullable(),
  name: z.string().nullable(),
  starts_at: z.number().optional(),
});
/** What a post stores about a file. */
export const Files = z.array(
  z.object({
    file_id: z.string(),
    name: z.string(),
    media_type: z.string(),
    size: z.number(),
    has_thumbnail: z.boolean(),
  }),
);
export type Files = z.infer<typeof Files>;

/** How many people are named per reaction. */
const mostNamed = 20;

/** People with a block between them and the reader. */
export type Blocked = Pick<ReadonlySet<string>, 'has'>;

/** What a person has read of a space, as their other devices hear of it. */
export const ownMarksOf = ({ read_number, notify, seen_at }: MemberRow): OwnMarks => ({
  read_number,
  notify,
  ...(seen_at !== null && { seen_at }),
});

const withheld = (seq: number) => ({ seq, is_withheld: true as const });
export type WithheldRow = ReturnType<typeof withheld>;

/** Rows in the format sent to one person. */
export function rowsFor(viewerId: string, blocked: Blocked, origin: string) {
  const urlOf = (fileId: string) => `${origin}/files/${fileId}`;

  return {
    space(row: SpaceRow): Space {
      const { picture_file_id: picture } = row;
      const { space_id, seq, name, about, visibility, joins_as, members_invite, slow_seconds } = row;
      const { ai_mode, ai_name, ai_instructions, created_at, archived_at } = row;
      return {
        space_id,
        seq,
        name,
        about,
        picture_url: picture === null ? null : `${urlOf(picture)}/thumbnail`,
        visibility,
        joins_as,
        members_invite,
        slow_seconds,
        ai_mode,
        ai_name,
        ai_instructions,
        pins: readJson(Ids, row.pins),
        owner_id: row.owner_id !== null && blocked.has(row.owner_id) ? null : row.owner_id,
        created_at,
        archived_at,
      };
    },

    /** `isHost`: only hosts see who is banned. */
    member(row: MemberRow, isHost: boolean): SpaceMember | WithheldRow {
      const { user_id, seq, role, joined_at, left_at, is_removed, is_banned, muted_until } = row;
      if (blocked.has(user_id)) return withheld(seq);
      const banned = is_banned && isHost;
      return { user_id, seq, role, joined_at, left_at, is_removed, is_banned: banned, muted_until };
    },

    session(row: SessionTableRow): SessionRow | WithheldRow {
      const { space_id: _, ...session } = row;
      return row.by_id !== null && blocked.has(row.by_id) ? withheld(row.seq) : session;
    },

    /** `authors`: who wrote the messages that these reply to. */
    message(
      row: MessageTableRow,
      reactions: readonly ReactionRow[],
      authors: ReadonlyMap<string, string | null>,
      turn: TurnTableRow | undefined,
    ): PostRow | WithheldRow {
      const notice = row.notice === null ? null : readJson(Notice, row.notice);
      // A topic holds for everyone, whoever has begun it.
      const isTopic = notice?.kind === 'topic';
      const concerned = [isTopic ? null : row.by_id, notice?.user_id];
      if (concerned.some((id) => typeof id === 'string' && blocked.has(id))) return withheld(row.seq);
      const repliedTo = row.reply_to === null ? null : (authors.get(row.reply_to) ?? null);
      const isReplyWithheld = repliedTo !== null && blocked.has(repliedTo);
      const deleter = row.deleted_by !== null && blocked.has(row.deleted_by) ? null : row.deleted_by;
      return {
        message_id: row.message_id,
        seq: row.seq,
        number: feedNumberOf(row.row_id),
        kind: row.kind,
        by_id: isTopic && row.by_id !== null && blocked.has(row.by_id) ? null : row.by_id,
        created_at: row.created_at,
        body: turn?.text ?? row.body,
        reply_to: isReplyWithheld ? null : row.reply_to,
        is_reply_withheld: isReplyWithheld,
        // An empty id stands for a deleted account.
        mentions: readJson(Ids, row.mentions).filter((id) => id !== '' && !blocked.has(id)),
        is_off_record: row.is_off_record,
        files: readJson(Files, row.files).map(({ has_thumbnail, ...file }) => ({
          ...file,
          url: urlOf(file.file_id),
          thumbnail_url: has_thumbnail ? `${urlOf(file.file_id)}/thumbnail` : null,
        })),
        reactions: groupedByEmoji(reactions.filter(({ user_id }) => !blocked.has(user_id))),
        edited_at: row.edited_at,
        deleted_at: row.deleted_at,
        deleted_by: deleter,
        notice,
        turn: turn ? turnFor(turn, viewerId, blocked) : null,
      };
    },
  };

  function groupedByEmoji(reactions: readonly ReactionRow[]): PostRow['reactions'] {
    return [...Map.groupBy(reactions, ({ emoji }) => emoji)].map(([emoji, rows]) => ({
      emoji,
      count: rows.length,
      user_ids: rows.slice(0, mostNamed).map(({ user_id }) => user_id),
      is_own: rows.some(({ user_id }) => user_id === viewerId),
    }));
  }
}

/** An empty id stands for a deleted account. */
const visibleTo = (blocked: Blocked, id: string | null) =>
  id === null || id === '' || blocked.has(id) ? null : id;

/** Why it was not answered, who asked learns, and whose browser it was; of a lender behind a block it is as if nothing were lent. */
const segmentsFor = (
  segments: readonly Segment[],
  viewerId: string,
  isAsker: boolean,
  blocked: Blocked,
): Turn['segments'] =>
  segments
    .filter(({ because, holder_id }) => because !== 'declined' || !blocked.has(holder_id))
    .map(({ connection: _, browser: __, declined, until, ...segment }) => {
      const isTold = isAsker || segment.holder_id === viewerId;
      return {
        ...segment,
        holder_id: visibleTo(blocked, segment.holder_id),
        ...(isTold && declined !== undefined && { declined }),
        ...(until !== undefined && (isTold || segment.is_retried) && { until }),
      };
    });

function turnFor(row: TurnTableRow, viewerId: string, blocked: Blocked): Turn {
  const { state, epoch, segments, because, ended_at, holder_id } = turnRowOf(row);
  return {
    state,
    question_id: row.question_id,
    reads_until: row.reads_until,
    wants: row.wants === null ? null : (JSON.parse(row.wants) as Turn['wants']),
    left_out: readJson(Ids, row.left_out),
    ...(row.is_automatic && { is_automatic: true }),
    epoch,
    holder_id: visibleTo(blocked, holder_id),
    segments: segmentsFor(segments, viewerId, row.asked_by === viewerId, blocked),
    ended_at,
    because,
  };
}

/** Everyone named in these rows. */
export function namedIn({
  members = [],
  messages = [],
  sessions = [],
}: {
  members?: readonly (SpaceMember | WithheldRow)[];
  messages?: readonly (PostRow | WithheldRow)[];
  sessions?: readonly (SessionRow | WithheldRow)[];
}): string[] {
  const ids = new Set<string | null | undefined>();
  for (const row of members) if ('user_id' in row) ids.add(row.user_id);
  for (const row of sessions) if ('by_id' in row) ids.add(row.by_id);
  for (const row of messages) {
    if (!('message_id' in row)) continue;
    for (const id of [row.by_id, row.deleted_by, row.notice?.user_id, ...row.mentions]) ids.add(id);
    for (const { user_ids } of row.reactions) for (const id of user_ids) ids.add(id);
    for (const { holder_id } of row.turn?.segments ?? []) ids.add(holder_id);
  }
  return [...ids].filter((id) => typeof id === 'string');
}
