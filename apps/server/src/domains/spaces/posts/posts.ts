import { isBlank, storable } from '@polylogue/sync';
import { asksByMode } from '@polylogue/sync/spaces';
import type { Queries } from '../../../platform/database/database.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Command } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { bytesOf, mustRespectSlowMode } from '../core/policy.ts';
import type { Files } from '../core/rows.ts';
import type { EnqueueingNotifications } from '../notifications/enqueueing.ts';
import { messageStore } from '../store/message-store.ts';
import { readingStore } from '../store/reading-store.ts';
import type { Asking } from '../turns/asking.ts';
import { mentionedMembers } from './mentions.ts';
import { resultOf, visibleIn } from './message-in.ts';

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
  /** Messages that the question is not sent with. */
  left_out?: readonly string[];
  /** In which browser, by its sign-in. */
  asked_on?: string | null;
}

/** Posting in spaces. */
export function postingInSpaces(
  deps: Pick<SpaceContext, 'commands' | 'charge' | 'ownFiles' | 'blockedAmong' | 'mustHaveRoom'> & {
    notifications: Pick<EnqueueingNotifications, 'enqueue'>;
    asking: Pick<Asking, 'ask'>;
  },
) {
  const { commands, notifications, asking, charge, ownFiles, blockedAmong, mustHaveRoom } = deps;

  async function filesOf(userId: string, ids: readonly string[], on: Queries): Promise<Files> {
    const wanted = [...new Set(ids)];
    const found = await ownFiles(userId, wanted, on);
    if (found.length < wanted.length) refuse('not-found', 'One of these files is no longer in your account.');
    return wanted.flatMap((id) => found.find(({ file_id }) => file_id === id) ?? []);
  }

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
    if (reply_to !== null) await visibleIn(command, reply_to, blockedAmong);
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
    const { turn_id, wants, left_out = [], asked_on = null } = given;
    if (turn_id !== null) {
      const question = {
        question_id: given.message_id,
        reads_until: number,
        is_automatic: asksByMode(body, space),
      };
      await asking.ask(command, { turn_id, ...question, wants, left_out, asked_on });
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
  };
}
