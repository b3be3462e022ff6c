import { oneAddress } from './address.ts';
import type { Mail } from './mail.ts';
import { outboxTransport } from './outbox.ts';
import type { Sender } from './sender.ts';
import { smtpTransport } from './smtp.ts';
import type { Smtp } from './smtp-url.ts';
import { UndeliverableError } from './undelivered.ts';

export interface MailerDeps {
  /** If undefined, every mail becomes a file in `outbox`. */
  smtp: Smtp | undefined;
  from: Sender;
  /** A folder, created for the first mail. */
  outbox: string;
  /** Prints for the operator where a mail went. */
  say: (sentence: string) => void;
}

export interface Mailer {
  /**
   * Resolves once the mail is handed over. Rejects with an UndeliverableError if trying again is useless, and with a
   * MailError otherwise; neither quotes the mail. Hangs up when the signal is aborted.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}

export function mailer({ smtp, from, outbox, say }: MailerDeps): Mailer {
  const put = smtp ? smtpTransport(smtp) : outboxTransport(outbox, say);
  return {
    async send({ at, until: _, ...mail }, signal) {
      const to = oneAddress(mail.to);
      if (to === undefined) throw new UndeliverableError('The recipient is not one plain address.');
      if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(mail.subject))
        throw new UndeliverableError('The subject is not one line.');
      if (!/^[\w-]+$/.test(mail.id)) throw new UndeliverableError('The id of the mail is not a plain word.');
      const [, host] = from.address.split('@');
      await put({ ...mail, to, from, messageId: `<${mail.id}@${host}>`, date: new Date(at) }, signal);
    },
  };
}

/** For the first lines a server prints. */
export function mailDestination({ smtp, outbox }: Pick<MailerDeps, 'smtp' | 'outbox'>): string {
  if (smtp) return `Emails are sent through ${smtp.host}.`;
  return `Emails are written to ${outbox}; set SMTP_URL to send them.`;
}
