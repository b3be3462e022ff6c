import type { Sender } from './sender.ts';

/** One mail to one person, as stored in a job until it is sent. */
export interface Mail {
  /** Unique per mail, letters and digits: a repeat has the same Message-ID. */
  id: string;
  /** When it was written: milliseconds since 1970. */
  at: number;
  /** One address, as the person entered it. */
  to: string;
  /** One line. */
  subject: string;
  text: string;
  html?: string;
  /** When its link is over, in milliseconds since 1970: it is not sent after that. */
  until?: number;
}

/** A mail ready to send: all that matters stays the same, however often it is tried. */
export interface Envelope extends Omit<Mail, 'at' | 'until'> {
  from: Sender;
  messageId: string;
  date: Date;
}
