import { isBlank, spaceLimits, storable } from '@polylogue/sync';
import { outranks } from '@polylogue/sync/spaces';
import type { Queries } from '../../../platform/database/database.ts';
import { readJson } from '../../../platform/database/json.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Command, Commands } from '../core/command.ts';
import { bytesOf, mustBeUnderReactionLimit, mustRespectSlowMode, noMessage } from '../core/policy.ts';
import { Files, reactionOf } from '../core/rows.ts';
import type { ChargeText } from '../core/text-quota.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { memberStore } from '../store/member-store.ts';
import { type MessageTableRow, messageStore } from '../store/message-store.ts';
import { reactionStore } from '../store/reaction-store.ts';
import { readingStore } from '../store/reading-store.ts';
import { turnStore } from '../store/turn-store.ts';
import type { Asking } from '../turns/asking.ts';
import type { StoppingTurns } from '../turns/stopping.ts';
import { mentionedMembers } from './mentions.ts';
import { leaveTraces } from './traces.ts';

export interface PostDeps {
  commands: Commands;
  notifications: Pick<Notifications, 'enqueue'>;
  asking: Pick<Asking, 'ask'>;
  stopping: Pick<StoppingTurns, 'stopTurnsOf'>;
  charge: ChargeText;
  /** The records of these files, without those of other people. */
  ownFiles(userId: string, ids: readonly string[], on: Queries): Promise<Files>;
  blockedAmong(userId: string, others: readonly string[], on: Queries): Promise<Set<string>>;
  /** Throws a refusal if the disk is full. */
  mustHaveRoom(): Promise<void>;
}

export interface PostInput {
  message_id: string;
  body: string;
  reply_to: string | null;
  mentions: readonly string[];
  is_off_record: boolean;
  files: readonly string[];
  /** Asks the AI, with this id. */
  turn_id: string | null;
  wants: { provider: string; model: string } | null;
  /** In which browser, by its sign-in. */
  asked_on?: string | null;
}

/** Posting, editing, deleting and reacting. Each returns the id of the message, and the head of the feed. */
export function postingInSpaces(deps: PostDeps) {
  const { commands, notifications, asking, stopping, charge, ownFiles, blockedAmong, mustHaveRoom } = deps;

  async function filesOf(userId: string, ids: readonly string[], on: Queries): Promise<Files> {
    const wanted = [...new Set(ids)];
    const found = await ownFiles(userId, wanted, on);
    if (found.length < wanted.length) refuse('not-found', 'One of these files is no longer in your account.');
    return wanted.flatMap((id) => found.find(({ file_id }) => file_id === id) ?? []);
  }

  async function messageIn({ open, space }: Command, messageId: string): Promise<MessageTableRow> {
    return (await messageStore(open.trx).find(space.feed, messageId)) ?? noMessage();
  }

  /** A post or an answer of the AI that has not been deleted. */
  async function undeletedIn(command: Command, messageId: string): Promise<MessageTableRow> {
    const row = await messageIn(command, messageId);
    if (row.kind === 'notice') noMessage();
    if (row.deleted_at !== null) refuse('not-found', 'This message was deleted.');
    return row;
  }

  async function postIn(command: Command, messageId: string): Promise<MessageTableRow> {
    const row = await undeletedIn(command, messageId);
    return row.kind === 'post' ? row : noMessage();
  }

  /** An undeleted message, unless there is a block between its author and the caller. */
  async function visibleIn(command: Command, messageId: string): Promise<MessageTableRow> {
    const row = await undeletedIn(command, messageId);
    const { open, me } = command;
    if (row.by_id && (await blockedAmong(me.user_id, [row.by_id], open.trx)).size > 0) noMessage();
    return row;
  }

  const resultOf = ({ open }: Command, message_id: string) => ({ message_id, head: open.head });

  async function post(command: Command, given: PostInput): Promise<void> {
    const { open, space, me, must } = command;
    const { trx } = open;
    must('post');
    mustRespectSlowMode(command, open.now);
    const body = storable(given.body);
    if (given.turn_id !== null && given.is_off_record) {
      refuse(
        'bad-input',
        'A message that is off the record is not sent to the AI. Put it on the record to ask.',
      );
    }
    if (isBlank(body) && given.files.length === 0) refuse('bad-input', 'Write something, or add a file.');
    const { reply_to } = given;
    if (reply_to !== null) await visibleIn(command, reply_to);
    const mentioned = await mentionedMembers(command, body, given.mentions);
    const mentions = JSON.stringify(mentioned);
    const files = JSON.stringify(await filesOf(me.user_id, given.files, trx));
    const bytes = bytesOf(body, files, mentions);
    await charge(me.user_id, bytes, trx);
    const number = await open.addMessage({
      message_id: given.message_id,
      by_id: me.user_id,
      body,
      bytes,
      reply_to,
      mentions,
      files,
      is_off_record: given.is_off_record,
    });
    const { turn_id, wants, asked_on = null } = given;
    if (turn_id !== null) {
      const question = { question_id: given.message_id, reads_until: number };
      await asking.ask(command, { turn_id, ...question, wants, asked_on });
    }
    await open.updateStats({ last_post_at: open.now });
    // Others see no change of the author's row.
    await readingStore(trx).posted(command, open.now, number);
    if (mentioned.length > 0) {
      const { message_id } = given;
      await notifications.enqueue(trx, { kind: 'mention', space_id: space.space_id, message_id });
    }
  }

  return {
    async post(userId: string, spaceId: string, wanted: PostInput) {
      await mustHaveRoom();
      return commands.inSpace(userId, spaceId, async (command) => {
        const { open, space } = command;
        const existing = await messageStore(open.trx).find(space.feed, wanted.message_id);
        if (existing && existing.by_id !== userId) refuse('taken', 'This id is already taken. Try again.');
        if (!existing) await post(command, wanted);
        return resultOf(command, wanted.message_id);
      });
    },

    async edit(
      userId: string,
      spaceId: string,
      messageId: string,
      change: { body?: string | undefined; is_off_record?: boolean | undefined },
    ) {
      if (change.body !== undefined) await mustHaveRoom();
      return commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        const row = await postIn(command, messageId);
        if (row.by_id !== userId) refuse('not-allowed', 'You can only edit your own messages.');
        const body = storable(change.body ?? row.body);
        const { is_off_record = row.is_off_record } = change;
        const isSame = body === row.body;
        if (isSame && is_off_record === row.is_off_record) return resultOf(command, messageId);
        must('post');
        if (isBlank(body) && readJson(Files, row.files).length === 0) {
          refuse('bad-input', 'Write something, or delete the message.');
        }
        const first = isSame ? row.first_body : (row.first_body ?? row.body);
        const bytes = bytesOf(body, row.files, row.mentions, first);
        await charge(userId, bytes - row.bytes, open.trx);
        if (is_off_record) await stopping.stopTurnsOf(open, [messageId]);
        await open.changeMessage(row.row_id, {
          body,
          is_off_record,
          bytes,
          ...(!isSame && {
            edited_at: open.now,
            first_body: first,
            first_edited_at: row.first_edited_at ?? open.now,
          }),
        });
        return resultOf(command, messageId);
      });
    },

    remove: (userId: string, spaceId: string, messageId: string) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, space, me, must } = command;
        const { trx } = open;
        const row = await messageIn(command, messageId);
        if (row.kind === 'notice') noMessage();
        const turn = row.kind === 'turn' ? await turnStore(trx).find(space.feed, messageId) : undefined;
        if (turn?.is_open) refuse('not-allowed', 'Stop the answer first.');
        if (row.by_id !== userId) {
          must('delete_posts');
          const author = row.by_id ? await memberStore(trx).find(space.space_id, row.by_id) : undefined;
          // A post whose author has left may be deleted by everyone who may delete a member's posts.
          const role = author?.left_at === null ? author.role : 'member';
          if (!outranks(me.role, role)) refuse('not-allowed', 'Only the owner of this space can do that.');
        }
        if (row.deleted_at !== null) return resultOf(command, messageId);
        await leaveTraces(open, [row], userId, stopping);
        if (turn) await turnStore(trx).clearText(space.feed, messageId);
        return resultOf(command, messageId);
      }),

    react: (userId: string, spaceId: string, messageId: string, emoji: string) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        must('react');
        const { row_id } = await visibleIn(command, messageId);
        const canonical = reactionOf(emoji);
        const own = await reactionStore(open.trx).kinds(row_id, userId);
        if (own.some((one) => reactionOf(one) === canonical)) return resultOf(command, messageId);
        mustRespectSlowMode(command, open.now, 'react');
        const kinds = new Set((await reactionStore(open.trx).kinds(row_id)).map(reactionOf));
        if (!kinds.has(canonical) && kinds.size >= spaceLimits.emoji) {
          refuse('quota-used', `A message has at most ${spaceLimits.emoji} different reactions.`);
        }
        mustBeUnderReactionLimit(await reactionStore(open.trx).countBy(userId, spaceLimits.reactions));
        await reactionStore(open.trx).add({
          row_id,
          emoji: canonical,
          user_id: userId,
          created_at: open.now,
        });
        await memberStore(open.trx).setPostedAt(command.me, open.now);
        await open.changeMessage(row_id, {});
        return resultOf(command, messageId);
      }),

    unreact: (userId: string, spaceId: string, messageId: string, emoji: string) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        must('react');
        const { row_id } = await visibleIn(command, messageId);
        // Earlier versions stored several forms of one emoji.
        const forms = (await reactionStore(open.trx).kinds(row_id, userId)).filter(
          (one) => reactionOf(one) === reactionOf(emoji),
        );
        for (const form of forms)
          await reactionStore(open.trx).remove({ row_id, emoji: form, user_id: userId });
        if (forms.length > 0) await open.changeMessage(row_id, {});
        return resultOf(command, messageId);
      }),
  };
}
