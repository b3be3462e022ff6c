import type { JsonBounds } from '@polylogue/sync';
import type { z } from 'zod';
import type { ChallengeAction } from './challenge-action.ts';
import type { Refusal } from './error.ts';

/** Who may call: everyone, or callers who send the access token of a living sign-in as `Authorization: Bearer`. */
export type AccessRule = 'anyone' | 'signed-in';

/** How often an address or an account may call: the numbers are the server's. */
export type Limit =
  | 'upload'
  | 'challenge'
  | 'signin'
  | 'signup'
  | 'refresh'
  | 'mail'
  | 'password'
  | 'account'
  | 'search'
  | 'people'
  | 'unblock'
  | 'image'
  | 'sync'
  | 'find'
  | 'push'
  | 'space'
  | 'new-space'
  | 'session'
  | 'post'
  | 'reaction'
  | 'live';

interface Endpoint {
  path: `/${string}`;
  /** What it does, as a person would say it; the API reference prints it. */
  summary: string;
  access: AccessRule;
  /** Anyone may call, but a caller who sends an access token acts as its owner: one that proves nothing is refused. */
  signInCounts?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** What else travels in headers, by its lowercase name. */
  headers?: z.ZodObject;
  /** Needs a solved challenge of this kind in the header X-Challenge-Token. */
  challenge?: ChallengeAction;
  /** Headers that hold part of the answer, by lowercase name. */
  replyHeaders?: readonly string[];
  /** A JSON shape, or the bytes of a stored file. */
  reply: z.ZodType | 'bytes';
  /** Its refusals, beyond those of every endpoint: bad-input, busy, not-ready, unexpected. */
  refusals: readonly Refusal[];
}

export interface ReadRoute extends Endpoint {
  method: 'GET';
  limit?: Limit;
}

/** An endpoint that changes something needs a limit. */
export interface WriteRoute extends Endpoint {
  method: 'POST' | 'PUT' | 'DELETE';
  limit: Limit;
  body?: z.ZodType;
  /** Bytes of the body, where it may be larger than others. */
  bodyLimit?: number;
  /** How much there may be in the body, where it differs from others of its length. */
  bounds?: JsonBounds;
  /** The one field of a multipart body that holds the file; it takes the place of a JSON body. */
  file?: string;
}

/** An endpoint as data: client, server and API reference all read it here. */
export type Route = ReadRoute | WriteRoute;

/** The endpoints of one noun. */
export function defineRoutes<const Table extends Record<string, Route>>(table: Table): Table {
  return table;
}
