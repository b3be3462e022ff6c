import type { IncomingHttpHeaders } from 'node:http';
import type { JsonBody, ModelRequest } from '../model-request.ts';
import type { ProviderRefusal } from '../refusal.ts';
import type { ModelReply } from '../reply.ts';
import type { WireFrame } from './frame.ts';

/** What a wire format needs to know of a request besides its body. */
export interface RequestContext {
  headers: IncomingHttpHeaders;
  /** Path below the host's base, without the query: `/models/gemini-3.8-flash:generateContent`. */
  path: string;
  query: URLSearchParams;
}

/** One provider family's API format. Pure: bodies in, frames out. */
export interface ApiFormat {
  /** The parsed request, or why the provider would refuse it. */
  read(body: JsonBody, around: RequestContext): ModelRequest | ProviderRefusal;
  /** The answer as a stream of events. */
  frames(reply: ModelReply, request: ModelRequest): Generator<WireFrame, void>;
  /** The answer as one JSON body. */
  whole(reply: ModelReply, request: ModelRequest): unknown;
}
