import type { Sender } from './sender.ts';

/** One mail to one person, as it waits in a job until it is on its way. */
export interface Mail {
  /** Its own for every mail, letters and digits: a repeat carries the same Message-ID. */
  id: string;
  /** When it was written: milliseconds since 1970. */
  at: number;
  /** One address, as the person gave it. */
  to: string;
  /** One line. */
  subject: string;
  text: string;
  html?: string;
}

/** A mail as it leaves: the same bytes that matter, however often it is tried. */
export interface Envelope extends Omit<Mail, 'at'> {
  from: Sender;
  messageId: string;
  date: Date;
}
