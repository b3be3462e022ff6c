import { isBlank, storable } from '@polylogue/sync';
import { outranks } from '@polylogue/sync/spaces';
import { readJson } from '../../../platform/database/json.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Command } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { bytesOf, noMessage } from '../core/policy.ts';
import { Files } from '../core/rows.ts';
import { memberStore } from '../store/member-store.ts';
import type { MessageTableRow } from '../store/message-store.ts';
import { turnStore } from '../store/turn-store.ts';
import type { StoppingTurns } from '../turns/stopping.ts';
import { messageIn, resultOf, undeletedIn } from './message-in.ts';
import { mustFitIfPinned } from './pins.ts';
import { leaveTraces } from './traces.ts';

/** Editing and deleting messages. */
export function editingPosts({
  commands,
  stopping,
  charge,
  mustHaveRoom,
}: Pick<SpaceContext, 'commands' | 'charge' | 'mustHaveRoom'> & {
  stopping: Pick<StoppingTurns, 'stopTurnsOf'>;
}) {
  async function postIn(command: Command, messageId: string): Promise<MessageTableRow> {
    const row = await undeletedIn(command, messageId);
    return row.kind === 'post' ? row : noMessage();
  }

  return {
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
        if (!isSame) await mustFitIfPinned(command, row, body);
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
  };
}
