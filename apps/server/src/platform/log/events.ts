import type { Refusal } from '@polylogue/contract';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Every event that matters when looking into an incident. The list is closed, and they are logged at every LOG_LEVEL
 * except `silent`. docs/operations.md explains each of them.
 */
export const securityEvents = {
  'signed-up': 'info',
  'signed-in': 'info',
  'sign-in-failed': 'warn',
  'signed-out': 'info',
  'sign-ins-ended': 'info',
  'refresh-token-replayed': 'warn',
  'access-denied': 'warn',
  'not-allowed': 'warn',
  'code-refused': 'warn',
  'challenge-failed': 'warn',
  'foreign-site': 'warn',
  'limit-reached': 'warn',
  'password-changed': 'info',
  'password-reset-asked': 'info',
  'password-reset': 'info',
  'email-verified': 'info',
  'email-change-asked': 'info',
  'email-changed': 'info',
  'email-change-undone': 'warn',
  'waiver-accepted': 'info',
  'data-export-asked': 'info',
  'account-deleted': 'warn',
  'standing-changed': 'warn',
  'person-reported': 'warn',
  'report-closed': 'info',
  'host-made': 'info',
  'host-unmade': 'info',
  'person-banned': 'info',
  'space-handed-over': 'info',
  'space-deleted': 'warn',
  'space-closed': 'warn',
  'space-reopened': 'warn',
  invited: 'info',
  'signing-key-rotated': 'warn',
  'backed-up': 'info',
  restored: 'warn',
} as const satisfies Record<string, 'info' | 'warn'>;
export type SecurityEvent = keyof typeof securityEvents;

/** Who acted and from where, as ids and addresses; there is no room for a name, an email address or a secret. */
export interface Circumstances {
  /** The id of the account that acted. */
  actor?: string | undefined;
  /** The id of the account acted on, if it is another one or the caller was not signed in. */
  subject?: string | undefined;
  /** The id of the space in which it happened. */
  space?: string | undefined;
  request_id?: string | undefined;
  /** The network address. */
  address?: string | undefined;
}

export type RecordEvent = (event: SecurityEvent, circumstances?: Circumstances) => void;

/** Writes security events to the log, one line each. */
export function recorder(log: FastifyBaseLogger): RecordEvent {
  const always = log.level === 'silent' ? log : log.child({}, { level: 'info' });
  return (event, { actor, subject, space, request_id, address } = {}) =>
    always[securityEvents[event]](
      {
        event,
        ...(actor && { actor }),
        ...(subject && { subject }),
        ...(space && { space }),
        ...(request_id && { request_id }),
        ...(address && { address }),
      },
      event,
    );
}

/** The refusals that are also security events; the others are routine, or recorded where they arise. */
export const eventOfRefusal: Partial<Record<Refusal, SecurityEvent>> = {
  'not-allowed': 'not-allowed',
  'wrong-password': 'access-denied',
  'sign-in-ended': 'access-denied',
  'signed-out': 'access-denied',
  'expired-code': 'code-refused',
  'unknown-code': 'code-refused',
  'challenge-failed': 'challenge-failed',
  'foreign-site': 'foreign-site',
  'too-many': 'limit-reached',
  'quota-used': 'limit-reached',
};
