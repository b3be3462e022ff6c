import type { Config } from '../config.ts';
import { outboxIn } from '../platform/mail/outbox.ts';

/** What becomes of a mail to somebody: it is sent, or a file where no mail server is named. */
export function onItsWay({ smtp, dataDir }: Config, to: string): string {
  if (smtp) return `A mail is on its way to ${to}; the running server sends it.`;
  return `SMTP_URL is not set: the mail to ${to} will be a file in ${outboxIn(dataDir)}, written by the running server.`;
}
