import type { IncomingHttpHeaders } from 'node:http';
import type { HostName } from './hosts.ts';

/** One request as it arrived, and what became of its answer. */
export interface Received {
  /** Which imitated host it was for; null when the path belongs to none. */
  host: HostName | null;
  method: string;
  /** Path and query as sent, base path included: `/openai/v1/chat/completions`. */
  path: string;
  /** Header names in lower case, values as sent. */
  headers: IncomingHttpHeaders;
  /** Parsed JSON; the text itself when it is not JSON; null when there was none. */
  body: unknown;
  /** `performance.now()` on arrival. */
  at: number;
  answer: Answered;
}

/** What was answered so far. */
export interface Answered {
  /** Null until the headers are out, and for ever when the socket was dropped before them. */
  status: number | null;
  /** The reply's text handed to the network so far, reasoning not included. */
  text: string;
  /** `cut`: we broke it off on purpose. `left`: the asker hung up first (Stop does that). */
  ended: 'open' | 'finished' | 'cut' | 'left';
}
