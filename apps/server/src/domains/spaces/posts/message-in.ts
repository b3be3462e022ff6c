import { refuse } from '../../../platform/http/refuse.ts';
import type { Command } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { noMessage } from '../core/policy.ts';
import { type MessageTableRow, messageStore } from '../store/message-store.ts';

export async function messageIn({ open, space }: Command, messageId: string): Promise<MessageTableRow> {
  return (await messageStore(open.trx).find(space.feed, messageId)) ?? noMessage();
}

/** A post or an answer of the AI that has not been deleted. */
export async function undeletedIn(command: Command, messageId: string): Promise<MessageTableRow> {
  const row = await messageIn(command, messageId);
  if (row.kind === 'notice') noMessage();
  if (row.deleted_at !== null) refuse('not-found', 'This message was deleted.');
  return row;
}

/** An undeleted message, unless there is a block between its author and the caller. */
export async function visibleIn(
  command: Command,
  messageId: string,
  blockedAmong: SpaceContext['blockedAmong'],
): Promise<MessageTableRow> {
  const row = await undeletedIn(command, messageId);
  const { open, me } = command;
  if (row.by_id && (await blockedAmong(me.user_id, [row.by_id], open.trx)).size > 0) noMessage();
  return row;
}

/** What a command about a message answers: its id, and the head of the feed. */
export const resultOf = ({ open }: Command, message_id: string) => ({ message_id, head: open.head });
