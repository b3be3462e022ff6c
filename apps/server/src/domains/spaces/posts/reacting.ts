import { spaceLimits } from '@polylogue/sync';
import { refuse } from '../../../platform/http/refuse.ts';
import type { SpaceContext } from '../core/context.ts';
import { mustBeUnderReactionLimit, mustRespectSlowMode } from '../core/policy.ts';
import { memberStore } from '../store/member-store.ts';
import { reactionStore } from '../store/reaction-store.ts';
import { resultOf, visibleIn } from './message-in.ts';

/** Reacting to messages. */
export function reactingToPosts({ commands, blockedAmong }: Pick<SpaceContext, 'commands' | 'blockedAmong'>) {
  return {
    react: (userId: string, spaceId: string, messageId: string, emoji: string) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        must('react');
        const { row_id } = await visibleIn(command, messageId, blockedAmong);
        const own = await reactionStore(open.trx).kinds(row_id, userId);
        if (own.includes(emoji)) return resultOf(command, messageId);
        mustRespectSlowMode(command, open.now, 'react');
        const kinds = new Set(await reactionStore(open.trx).kinds(row_id));
        if (!kinds.has(emoji) && kinds.size >= spaceLimits.emoji) {
          refuse('quota-used', `A message has at most ${spaceLimits.emoji} different reactions.`);
        }
        mustBeUnderReactionLimit(await reactionStore(open.trx).countBy(userId, spaceLimits.reactions));
        await reactionStore(open.trx).add({ row_id, emoji, user_id: userId, created_at: open.now });
        await memberStore(open.trx).setPostedAt(command.me, open.now);
        await open.changeMessage(row_id, {});
        return resultOf(command, messageId);
      }),

    unreact: (userId: string, spaceId: string, messageId: string, emoji: string) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        must('react');
        const { row_id } = await visibleIn(command, messageId, blockedAmong);
        const wasThere = await reactionStore(open.trx).remove({ row_id, emoji, user_id: userId });
        if (wasThere) await open.changeMessage(row_id, {});
        return resultOf(command, messageId);
      }),
  };
}
