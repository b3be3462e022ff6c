import type { Queries } from '../../../platform/database/database.ts';
import type { IndexEntry, Label } from '../../../platform/search/index-entry.ts';
import type { IndexSource } from '../../../platform/search/index-source.ts';
import type { MessageRecord } from '../message-store.ts';
import { messageTextStore } from '../message-texts.ts';
import { parsedFields, storedDetails } from '../rows.ts';

/** Messages by their rows, with their whole texts. */
export async function messagesByRow(on: Queries, rowIds: readonly number[]): Promise<MessageRecord[]> {
  if (rowIds.length === 0) return [];
  return messageTextStore(on).whole(
    await on.selectFrom('messages').selectAll().where('row_id', 'in', rowIds).execute(),
  );
}

/** What is searched of a message: what it says, and the names of its files. */
export function searchedText(row: MessageRecord): string {
  const names = (storedDetails(row)?.files ?? []).map(({ name }) => name);
  return [row.body, ...names].join('\n');
}

/** Whether its owner has neither deleted it nor is it still growing. */
export const isSearchable = ({ ended_at, fields }: Pick<MessageRecord, 'ended_at' | 'fields'>): boolean =>
  ended_at !== null && parsedFields(fields).deleted?.[0] !== true;

function labelsOf(row: MessageRecord): Label[] {
  const details = storedDetails(row);
  const { provider, model } = details?.asked ?? {};
  return [
    row.role === 'user' ? 'me' : 'ai',
    ...(provider ? [`provider ${provider}` as const] : []),
    ...(model ? [`model ${model}` as const] : []),
    ...(details?.files?.length ? ['file' as const] : []),
  ];
}

/** The messages of conversations, for the index. */
export const conversationSource: IndexSource = {
  table: 'messages',
  async entries(on, rowIds) {
    const rows = await messagesByRow(on, rowIds);
    return rows.filter(isSearchable).map(
      (row): IndexEntry => ({
        row_id: row.row_id,
        created_at: row.created_at,
        text: searchedText(row),
        labels: labelsOf(row),
      }),
    );
  },
};
