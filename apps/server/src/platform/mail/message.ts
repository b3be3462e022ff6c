import type { SendMailOptions } from 'nodemailer';
import type { Envelope } from './mail.ts';

/** A mail in the words of the library that writes it; nothing in it can name a file or an address to fetch. */
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

/** Neither files nor the network, whatever a mail says. */
export const closed = { disableFileAccess: true, disableUrlAccess: true };
