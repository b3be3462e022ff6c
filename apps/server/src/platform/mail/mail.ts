/** One mail to one person, as it waits in a job until it is on its way. */
export interface Mail {
  /** Its own for every mail: a repeat carries the same Message-ID. */
  id: string;
  /** One address, as the person gave it. */
  to: string;
  /** One line. */
  subject: string;
  text: string;
  html?: string;
}
