import type { Queries } from '../../../platform/database/database.ts';
import { readJson } from '../../../platform/database/json.ts';
import type { IndexEntry, Label } from '../../../platform/search/index-entry.ts';
import type { IndexSource } from '../../../platform/search/index-source.ts';
import { Files } from '../core/rows.ts';
import { type MessageTableRow, messageStore } from '../store/message-store.ts';
import { type TurnTableRow, turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';

/** What is searched of a message: what it says, and the names of its files. */
export const searchedPost = (body: string, files: readonly { name: string }[]): string =>
  [body, ...files.map(({ name }) => name)].join('\n');

function labelsOf({ kind, by_id, files }: MessageTableRow, turn: TurnTableRow | undefined): Label[] {
  const asked = turn ? turnRowOf(turn).segments.flatMap(({ started }) => started ?? []) : [];
  return [
    ...(kind === 'turn' ? ['ai' as const] : by_id === null ? [] : [`author ${by_id}` as const]),
    ...asked.flatMap(({ provider, model }) => [`provider ${provider}` as const, `model ${model}` as const]),
    ...(readJson(Files, files).length > 0 ? ['file' as const] : []),
  ];
}

async function turnsOf(on: Queries, rows: readonly MessageTableRow[]): Promise<Map<number, TurnTableRow>> {
  const found = new Map<number, TurnTableRow>();
  const byFeed = Map.groupBy(
    rows.filter(({ kind }) => kind === 'turn'),
    ({ feed }) => feed,
  );
  for (const [feed, own] of byFeed) {
    const ids = own.map(({ message_id }) => message_id);
    const turns = new Map((await turnStore(on).some(feed, ids)).map((turn) => [turn.turn_id, turn]));
    for (const { row_id, message_id } of own) {
      const turn = turns.get(message_id);
      if (turn) found.set(row_id, turn);
    }
  }
  return found;
}

/** The messages of spaces, for the index: posts, and answers that have ended. */
export const spaceSource: IndexSource = {
  table: 'space_messages',
  async entries(on, rowIds) {
    const rows = await messageStore(on).rows(rowIds);
    const turns = await turnsOf(on, rows);
    return rows.flatMap((row): IndexEntry[] => {
      const turn = turns.get(row.row_id);
      if (row.kind === 'notice' || row.deleted_at !== null || turn?.is_open) return [];
      const text = searchedPost(turn?.text ?? row.body, readJson(Files, row.files));
      const { row_id, created_at } = row;
      return [{ row_id, created_at, text, labels: labelsOf(row, turn) }];
    });
  },
};
