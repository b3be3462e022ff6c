import type { ServerConfig } from '../config.ts';
import { outboxIn } from '../platform/mail/outbox.ts';

/** A sentence about a mail: it is sent, or becomes a file if no mail server is configured. */
export function mailOutcome({ smtp, dataDir }: ServerConfig, to: string): string {
  if (smtp) return `An email is on its way to ${to}; the running server sends it.`;
  return `SMTP_URL is not set: the email to ${to} will be a file in ${outboxIn(dataDir)}, written by the running server.`;
}
