import type { ContextRow } from '@polylogue/sync/turns';
import { contextRows } from './context-rows.ts';
import type { SpaceReading } from './space-reader.ts';

/**
 * What a summary is made of: what was written after this number or, where only somebody has joined since, everything.
 * `isCut`: not all of that was read.
 */
export function missedRows(
  { rows, texts, older }: Pick<SpaceReading, 'rows' | 'texts' | 'older'>,
  after: number,
  until: number,
): { rows: ContextRow[]; isCut: boolean } {
  // What was missed may be of several topics.
  const said = contextRows(rows, until, texts).filter((row) => row.is_withheld || row.kind !== 'topic');
  const missed = said.filter((row) => row.is_withheld || row.number > after);
  const isNew = missed.some((row) => !row.is_withheld && row.kind !== 'notice');
  return {
    rows: isNew ? missed : said,
    isCut: older !== null && older > (isNew ? after : 0) + 1,
  };
}
