import { pages } from '../batches/pages.ts';
import { inPieces } from '../process/in-pieces.ts';

/** How many values one query lists: a database accepts a limited number, the embedded one 32,766. */
const most = 500;

/** What a query finds for all of these values, however many there are. */
export async function inBatches<Value, Row>(
  values: readonly Value[],
  query: (some: readonly Value[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const pause = inPieces();
  const rows: Row[] = [];
  for (const some of pages(values, most)) {
    rows.push(...(await query(some)));
    await pause();
  }
  return rows;
}
