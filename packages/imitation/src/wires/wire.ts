import type { IncomingHttpHeaders } from 'node:http';
import type { Json, ModelRequest } from '../model-request.ts';
import type { Refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import type { Frame } from './frame.ts';

/** What a wire format needs to know of a request besides its body. */
export interface RequestContext {
  headers: IncomingHttpHeaders;
  /** Path below the host's base, without the query: `/models/gemini-3.8-flash:generateContent`. */
  path: string;
  query: URLSearchParams;
}

/** One provider family's API format. Pure: bodies in, frames out. */
export interface Wire {
  /** The parsed request, or why the provider would refuse it. */
  read(body: Json, around: RequestContext): ModelRequest | Refusal;
  /** The answer as a stream of events. */
  frames(reply: Reply, request: ModelRequest): Generator<Frame, void>;
  /** The answer as one JSON body. */
  whole(reply: Reply, request: ModelRequest): unknown;
}
