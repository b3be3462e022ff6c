import type { NotificationRow } from '../store/notification-store.ts';
import type { SessionTableRow } from '../store/session-store.ts';

/** What people may be notified of. */
export type NotifiableEvent =
  | { kind: 'mention' | 'answer'; space_id: string; message_id: string }
  | { kind: 'invitation'; invitation_id: string }
  | { kind: 'session' | 'session-soon'; session_id: string; starts_at: number }
  /** The number of the change, and who made it. */
  | {
      kind: 'session-moved' | 'session-cancelled';
      session_id: string;
      starts_at: number;
      seq: number;
      by_id: string;
    };

/** Whether a session is not, or no longer, what is said of it. */
export const isOutdated = (
  { kind, starts_at }: Pick<NotificationRow, 'kind' | 'starts_at'>,
  session: SessionTableRow | undefined,
) => session?.starts_at !== starts_at || (session.cancelled_at !== null) !== (kind === 'session-cancelled');
export const kindsOfSession = ['session', 'session-moved', 'session-cancelled', 'session-soon'] as const;
export const isOfSession = (kind: NotificationRow['kind']) => kindsOfSession.some((one) => one === kind);
