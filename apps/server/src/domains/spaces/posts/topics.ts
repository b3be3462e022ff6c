import { spaceLimits } from '@polylogue/sync';
import { refuse } from '../../../platform/http/refuse.ts';
import type { SpaceContext } from '../core/context.ts';
import { clockTolerance, idTaken, noMessage } from '../core/policy.ts';
import { type MessageTableRow, messageStore, topicStart } from '../store/message-store.ts';
import { messageIn, resultOf } from './message-in.ts';

/** Lines at which a new topic begins: what is before them is no longer sent to the AI. */
export function topicsInSpaces({ commands }: Pick<SpaceContext, 'commands'>) {
  return {
    begin: (userId: string, spaceId: string, messageId: string) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, space, must } = command;
        const messages = messageStore(open.trx);
        const existing = await messages.find(space.feed, messageId);
        if (existing && !(isTopic(existing) && existing.by_id === userId)) idTaken();
        if (existing) return resultOf(command, messageId);
        must('post');
        // A second line below the first would begin nothing.
        const last = await messages.lastSpoken(space.feed);
        if (last?.kind === 'notice') return resultOf(command, last.message_id);
        await open.addNotice('topic', userId, { message_id: messageId });
        return resultOf(command, messageId);
      }),

    undo: (userId: string, spaceId: string, messageId: string) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        const row = await messageIn(command, messageId);
        if (!isTopic(row)) noMessage();
        must('post');
        if (row.by_id !== userId) refuse('not-allowed', 'Only who has begun a topic can take it back.');
        if (row.deleted_at !== null) return resultOf(command, messageId);
        if (row.created_at + spaceLimits.topicUndo + clockTolerance < open.now) {
          refuse('not-allowed', 'A new topic can be taken back for a minute.');
        }
        await open.changeMessage(row.row_id, { deleted_at: open.now, deleted_by: userId });
        return resultOf(command, messageId);
      }),
  };
}

const isTopic = ({ notice }: MessageTableRow) => notice?.startsWith(topicStart) === true;
