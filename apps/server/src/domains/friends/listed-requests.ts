import type { FriendRequest, FriendRequestSummary, Person } from '@polylogue/contract';
import type { Database } from '../../platform/database/database.ts';
import { inPieces } from '../../platform/process/in-pieces.ts';
import { type RequestRow, requestStore } from './store/request-store.ts';

/** Anyone may send one, so any number may be waiting: how many are listed, and read in one query. */
const mostListed = 500;
const pageRows = 100;

/** The friend requests that a person has received or sent. */
export function listedRequests({
  database,
  personsSeenBy,
}: {
  database: Database;
  personsSeenBy(viewerId: string, userIds: readonly string[]): Promise<Map<string, Person>>;
}) {
  const store = requestStore(database.db);

  async function listed(
    userId: string,
    rows: RequestRow[],
    who: 'from_id' | 'to_id',
    when: 'sent_at' | 'reached_at',
  ) {
    const seen = await personsSeenBy(
      userId,
      rows.map((row) => row[who]),
    );
    return rows.flatMap((row): FriendRequest[] => {
      const user = seen.get(row[who]);
      const created_at = new Date(row[when]).toISOString();
      return user ? [{ request_id: row.request_id, user, created_at }] : [];
    });
  }

  return {
    /** The newest that the person sees; others follow as these are answered. */
    async incoming(me: string, most = mostListed): Promise<FriendRequest[]> {
      const pause = inPieces();
      const found: FriendRequest[] = [];
      let rows: RequestRow[] = [];
      for (let from = 0; from === 0 || rows.length === pageRows; from += pageRows) {
        if (found.length >= most) break;
        rows = await store.incoming(me, from, pageRows);
        found.push(...(await listed(me, rows, 'from_id', 'reached_at')));
        await pause();
      }
      return found.slice(0, most);
    },
    /** Called often, so it does not load the people. */
    summary: (me: string): Promise<FriendRequestSummary> => store.incomingSummary(me),
    sent: async (me: string) => listed(me, await store.sent(me), 'to_id', 'sent_at'),
  };
}
