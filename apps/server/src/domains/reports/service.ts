import { type ReportReason, UserId } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import type { Database, Queries } from '../../platform/database/database.ts';
import { readJson } from '../../platform/database/json.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { SignedIn, Visitor } from '../../platform/http/serve.ts';
import type { FriendService } from '../friends/service.ts';
import { contacts, type UserService } from '../users/service.ts';
import { countsSince, maxADay, waitFor } from './policy.ts';
import { ofBlockedEntry, Snapshot } from './snapshot.ts';
import { reportStore } from './store.ts';

export { type Report, type ReportReview, reportReview } from './review.ts';

export interface ReportServiceDeps {
  database: Database;
  users: Pick<UserService, 'personsSeenBy'>;
  blocks: Pick<FriendService['blocks'], 'blocked'>;
  /**
   * The owner of a space or the person responsible for a message in it, and what it shows; refuses people who may not
   * see it.
   */
  inSpace(
    viewerId: string,
    spaceId: string,
    messageId: string | undefined,
  ): Promise<{ userId: string } & Pick<Snapshot, 'space' | 'post'>>;
  /** Milliseconds since 1970. */
  now: () => number;
}

interface NewReport {
  reported_user_id?: string | undefined;
  space_id?: string | undefined;
  message_id?: string | undefined;
  reason: ReportReason;
  details?: string | null | undefined;
}

/** Reporting a person, a space or a message to the operator. */
export function reportService({ database, users, blocks, inSpace, now }: ReportServiceDeps) {
  const store = reportStore(database.db);
  const { lockContacts } = contacts(database);

  /** What the reported person shows the reporter now. */
  async function snapshotOf(
    reporterId: string,
    reportedId: string,
    { space }: Pick<Snapshot, 'space'>,
  ): Promise<Snapshot> {
    const seen = (await users.personsSeenBy(reporterId, [reportedId])).get(reportedId);
    if (seen) return Snapshot.parse(seen);
    const listed = (await blocks.blocked(reporterId)).find(({ user_id }) => user_id === reportedId);
    if (listed) return ofBlockedEntry(listed);
    // Behind a block or suspended they show nothing: their space, or what they wrote, can be reported all the same.
    return space ? ofBlockedEntry({ username: '', profile_picture_url: null }) : notFound();
  }

  async function mustNotBeTooMany(reporterId: string, on: Queries) {
    const at = now();
    const made = await reportStore(on).madeBy(reporterId, countsSince(at), at, maxADay);
    const wait = waitFor(made, at);
    if (wait === 0) return;
    refuse('too-many', `You can report ${maxADay} times a day. Try again later.`, {
      'retry-after': String(Math.ceil(wait / 1000)),
    });
  }

  return {
    async report(
      { reported_user_id, space_id, message_id, reason, details = null }: NewReport,
      { userId: reporterId, record }: SignedIn & Visitor,
    ): Promise<void> {
      const { userId: found = reported_user_id, ...place }: Partial<Awaited<ReturnType<typeof inSpace>>> =
        space_id === undefined ? {} : await inSpace(reporterId, space_id, message_id);
      const reportedId = UserId.safeParse(found).data ?? '';
      if (reportedId === reporterId) refuse('bad-input', 'You cannot report yourself.');
      const snapshot = { ...(await snapshotOf(reporterId, reportedId, place)), ...place };
      await database.transaction(async (trx) => {
        // Of several simultaneous reports, each counts the earlier ones.
        const people = await lockContacts([reporterId, reportedId], trx);
        if (people.size < 2) notFound();
        await mustNotBeTooMany(reporterId, trx);
        await reportStore(trx).add({
          report_id: newId(),
          reporter_id: reporterId,
          reported_id: reportedId,
          reason,
          details,
          snapshot: JSON.stringify(snapshot),
          created_at: now(),
        });
      });
      record('person-reported', { subject: reportedId });
    },

    personalData: {
      name: 'reports',

      /** The reports that the person made; they may not see reports about them. */
      async collect(userId: string): Promise<Record<string, unknown>> {
        const rows = await store.reportsOf(userId);
        const reports = rows.map(({ snapshot, reason, details, created_at }) => ({
          reported: reportedIn(readJson(Snapshot, snapshot)),
          reason,
          details,
          created_at: new Date(created_at).toISOString(),
        }));
        return { reports };
      },

      forget: (userId: string) => store.forget(userId),
    },
  };
}
export type ReportService = ReturnType<typeof reportService>;

/** Who or, of somebody whom the reporter did not see, in which space. */
const reportedIn = ({ username, space }: Snapshot) => username || (space?.name ?? '');

function notFound(): never {
  return refuse('not-found', 'User not found');
}
