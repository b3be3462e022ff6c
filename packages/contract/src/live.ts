import { z } from 'zod';
import { few } from './few.ts';
import { liveLimits } from './live-limits.ts';
import { defineRoutes } from './route.ts';
import { OwnMarks } from './space.ts';
import { Torch, turnBrowserFrames, turnServerFrames } from './turn.ts';
import { UserId } from './user-id.ts';

const Seq = z.int().min(0);
const SpaceId = z
  .string()
  .max(36, { abort: true })
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** A feed as frames name it: that of the person's own account, or a space. */
const FeedName = z.union([z.literal('account'), SpaceId]);
export type FeedName = z.infer<typeof FeedName>;

/** By feed the number of the last change that is known of it. */
export const Cursors = few(liveLimits.feeds, z.record(FeedName, Seq));

/** What is read of the first frame before it is known who sends it. */
export const Greeting = z.object({
  type: z.literal('hello'),
  ticket: z.string().max(64),
  after: z.unknown(),
});
export type Greeting = z.infer<typeof Greeting>;

/** What a browser sends over its socket, each as one JSON text. */
export const BrowserFrame = z.discriminatedUnion('type', [
  /** The first of all: who connects, and what they watch. */
  z.object({ type: z.literal('hello'), ticket: z.string().max(64), after: Cursors }),
  z.object({ type: z.literal('watch'), feed: FeedName, after: Seq }),
  z.object({ type: z.literal('leave'), feed: FeedName }),
  /** Present, with the page visible or not. */
  z.object({
    type: z.literal('presence'),
    feed: SpaceId,
    is_visible: z.boolean(),
    torch: Torch.optional(),
  }),
  z.object({ type: z.literal('typing'), feed: SpaceId }),
  ...turnBrowserFrames,
]);
export type BrowserFrame = z.infer<typeof BrowserFrame>;

/**
 * Why the server closes a socket. `signed-out` and `too-many` (of one person) are answers to who connects; `too-fast`,
 * `bad-frames` and `no-hello` to what a browser sent; after `stopping` and `unavailable` another try is worth it.
 */
const ClosingBecause = z.enum([
  'signed-out',
  'too-many',
  'too-fast',
  'bad-frames',
  'no-hello',
  'stopping',
  'unavailable',
]);
export type ClosingBecause = z.infer<typeof ClosingBecause>;

/** What the server sends. */
export const ServerFrame = z.discriminatedUnion('type', [
  /** The answer to `hello`. */
  z.object({ type: z.literal('welcome'), connection: z.string() }),
  /** All that changed after `before`, up to `seq`: whole rows, by their kind, as the pages of the feed have them. */
  z.object({
    type: z.literal('feed'),
    feed: FeedName,
    before: Seq,
    seq: Seq,
    rows: z.record(z.string(), z.array(z.unknown())),
  }),
  /** There is more, up to this number. */
  z.object({ type: z.literal('hint'), feed: FeedName, seq: Seq }),
  /** Of every feed that is watched, up to where this socket was sent its changes. */
  z.object({ type: z.literal('heads'), heads: Cursors }),
  /** Who is there: some by id, all of them counted. */
  z.object({
    type: z.literal('presence'),
    feed: FeedName,
    people: z
      .array(
        z.object({
          user_id: UserId,
          is_visible: z.boolean(),
          /** What they lend there; of the reader also what answers them from another browser. */
          torch: Torch.optional(),
          /** Whether the page of a browser that lends is in view; missing: it is if any of theirs is. */
          is_torch_visible: z.boolean().optional(),
        }),
      )
      .max(liveLimits.people),
    count: z.int().min(0),
  }),
  z.object({ type: z.literal('typing'), feed: FeedName, user_id: UserId }),
  /**
   * To sockets that watch the account, at most one in two seconds: unread messages of spaces that they do not watch, and
   * whether friend requests have changed.
   */
  z.object({
    type: z.literal('news'),
    feed: z.literal('account'),
    unread: z.record(SpaceId, z.int()),
    requests: z.boolean(),
  }),
  /** What the person has read of a space, or chosen for it, on whichever device: to those of their sockets that watch it. */
  z.object({ type: z.literal('own'), feed: SpaceId, ...OwnMarks.shape }),
  /** Fetch this feed again: it cannot be watched from there, or no longer. */
  z.object({ type: z.literal('resync'), feed: FeedName }),
  z.object({ type: z.literal('closing'), because: ClosingBecause }),
  ...turnServerFrames,
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** The frames for the one browser that answers a turn, or is asked to. */
export type HolderFrame = Extract<ServerFrame, { type: 'offer' | 'ack' | 'heartbeat-request' | 'revoked' }>;

export const liveRoutes = defineRoutes({
  ticket: {
    method: 'POST',
    path: '/api/v1/live/tickets',
    summary: 'A ticket for one WebSocket connection to /live, to be used within 30 seconds',
    access: 'signed-in',
    limit: 'live',
    reply: z.object({ ticket: z.string() }),
    refusals: ['too-many'],
  },
});
