import type { PostRow, Withheld } from '@polylogue/contract';
import { type ContextFile, type ContextRow, wordsOf } from '@polylogue/sync/turns';

/** The messages of a space as a context is made of them. @param texts of text files, by their id */
export function contextRows(
  rows: readonly (PostRow | Withheld)[],
  until: number,
  texts: ReadonlyMap<string, string>,
): ContextRow[] {
  return rows.flatMap((row): ContextRow[] => {
    if ('is_withheld' in row) return [{ is_withheld: true }];
    if (row.number > until) return [];
    // An answer that is still being written, or never came, is left out.
    if (row.kind === 'turn' && row.turn?.ended_at === null) return [];
    return [
      {
        message_id: row.message_id,
        number: row.number,
        kind: row.notice?.kind === 'topic' ? 'topic' : row.kind,
        by_id: row.by_id,
        body: wordsOf(row),
        reply_to: row.reply_to,
        is_off_record: row.is_off_record,
        deleted_at: row.deleted_at,
        files: row.files.map((file): ContextFile => {
          const { file_id, name, media_type, size } = file;
          const text = texts.get(file_id);
          return { file_id, name, media_type, size, ...(text !== undefined && { text }) };
        }),
        ...(row.turn && {
          holders: row.turn.segments.filter(({ from, to }) => from < to).map(({ holder_id }) => holder_id),
        }),
      },
    ];
  });
}
