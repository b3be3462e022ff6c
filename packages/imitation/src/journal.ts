import type { IncomingHttpHeaders } from 'node:http';
import type { HostName } from './hosts.ts';

/** One request as it arrived, and its answer. */
export interface ReceivedRequest {
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
  answer: SentAnswer;
}

/** What has been sent so far. */
export interface SentAnswer {
  /** Null until the headers are sent, and for good if the socket was dropped before them. */
  status: number | null;
  /** The reply's text sent so far, without reasoning. */
  text: string;
  /** `cut`: we cut it off on purpose. `left`: the client disconnected first (Stop does that). */
  ended: 'open' | 'finished' | 'cut' | 'left';
}
