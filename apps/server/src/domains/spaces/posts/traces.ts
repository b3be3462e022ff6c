import type { OpenSpace } from '../core/command.ts';
import { bytesOf } from '../core/policy.ts';
import type { MessageTableRow } from '../store/message-store.ts';
import { reactionStore } from '../store/reaction-store.ts';
import { addUsedText } from '../store/used-text.ts';
import type { StoppingTurns } from '../turns/stopping.ts';

type Deleted = Pick<MessageTableRow, 'row_id' | 'message_id' | 'by_id' | 'bytes'>;

/** Deletes what one author's messages say; a trace of each stays, with who deleted it. */
export async function leaveTraces(
  open: OpenSpace,
  rows: readonly Deleted[],
  deletedBy: string,
  stopping: Pick<StoppingTurns, 'stopTurnsOf'>,
): Promise<void> {
  const rowIds = rows.map(({ row_id }) => row_id);
  const bytes = bytesOf();
  const authorId = rows[0]?.by_id ?? null;
  const freed = rows.reduce((sum, row) => sum + row.bytes - bytes, 0);
  if (authorId !== null) await addUsedText(open.trx, authorId, -freed);
  await reactionStore(open.trx).removeAll(rowIds);
  await stopping.stopTurnsOf(
    open,
    rows.map(({ message_id }) => message_id),
  );
  await open.changeMessages(rowIds, {
    body: '',
    first_body: null,
    first_edited_at: null,
    reply_to: null,
    mentions: '[]',
    files: '[]',
    bytes,
    deleted_at: open.now,
    deleted_by: deletedBy,
  });
}
