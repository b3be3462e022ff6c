import type { SendMailOptions } from 'nodemailer';
import type { Envelope } from './mail.ts';

/** A mail in the format of the sending library; nothing in it can name a file or an address to fetch. */
export function message({ from, to, subject, text, html, messageId, date }: Envelope): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    ...(html !== undefined && { html }),
    messageId,
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...closed,
  };
}

/** No access to files or the network, whatever a mail contains. */
export const closed = { disableFileAccess: true, disableUrlAccess: true };
