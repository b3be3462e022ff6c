import { turnLimits } from '@polylogue/sync/turns';
import { z } from 'zod';
import { ItemId, orNewer, Seq, Time } from './item.ts';
import { defineRoutes } from './route.ts';
import { SpaceId } from './space-person.ts';
import { UserId } from './user-id.ts';

const tokens = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const Money = z.number().min(0).max(1_000_000);
const Name = z.string().min(1).max(200);

/** US dollars, or tokens of question and answer together where no price is known. */
const Amount = z.object({ usd: Money, tokens });

/** US dollars per million tokens. */
const TokenPrice = z.object({ input: Money, output: Money });

/** What a member lends to a space, as their browser says: a copy for the others, never the limit itself. */
const Lend = z.object({
  models: z
    .array(z.object({ provider: Name, model: Name, price: TokenPrice.nullable() }))
    .min(1)
    .max(10),
  per_turn: Amount,
  per_day: Amount,
  /** Tokens of one answer. */
  longest: z.int().min(1).max(1_000_000),
  to: z.enum(['friends', 'members', 'hosts', 'named']),
  named: z.array(UserId).max(50),
  /** Turns of one person within an hour. */
  per_person_per_hour: z.int().min(1).max(1_000),
  /** Null: until the page is closed. */
  until: Time.nullable(),
  /** Also what nobody asked, where the AI answers every message; missing: questions alone. */
  every_message: z.boolean().optional(),
  /** The one turn that it is for; missing: any. */
  only_turn: ItemId.optional(),
});

/** A browser in a space that can answer turns there. */
export const Torch = z.object({
  /** Null: it answers its own person alone. */
  lend: Lend.nullable(),
  /** Since when it is lent, or its key is what it is. */
  lent_at: Time,
  /** In this space. */
  spent_today: Amount,
  /** What it answers of what its own person asks in other browsers, and what that cost today; missing: nothing. */
  for_self: z.object({ lend: Lend, spent_today: Amount }).optional(),
});
export type Torch = z.infer<typeof Torch>;

/** The model that a turn must be answered with. */
export const Wanted = z.object({ provider: Name, model: Name });

/** What one part of an answer cost, as the browser says that asked for it. */
const Spent = z.object({
  input: tokens,
  output: tokens,
  /** Null: no price is known. */
  usd: Money.nullable(),
  /** No usage came from the provider. */
  is_estimate: z.boolean(),
});

/** Who was asked, and what they were sent. */
const Started = z.object({
  provider: Name,
  model: Name,
  host: z.string().max(300),
  /** Ids of the messages that were sent. */
  used: z.array(ItemId).max(200),
});

const TurnFailure = z.enum(['key', 'credit', 'model', 'limit', 'network', 'provider', 'refused', 'closing']);
/** Why an answer is not complete though its provider has ended it. */
const EarlyEnding = z.enum(['length', 'paused', 'tool']);
const TurnDecline = z.enum([
  'not-lent',
  'other-model',
  'not-allowed',
  'hour',
  'used-up',
  'no-room',
  'too-long',
  'busy',
]);
/** In how many milliseconds the same browser may be able to answer; missing: not before something changes there. */
const retry_in = z.int().min(0).max(86_400_000).optional();

/** The part of an answer that one browser is accountable for. */
const Segment = z.object({
  epoch: z.int().min(1),
  /** Null: a person who left, or with a block between them and the caller. */
  holder_id: UserId.nullable(),
  started: Started.nullable(),
  /** Its part of the text, in UTF-16 code units; the same number twice: nothing of it is used. */
  from: z.int().min(0),
  to: z.int().min(0),
  spent: Spent.nullable(),
  /** Why it is over, a SegmentEnding of the package sync or one of a newer version; null while it goes on. */
  because: z.string().max(40).nullable(),
  /** Why it was declined: a TurnDecline of the package sync, or one of a newer version. For its asker and its holder alone. */
  declined: z.string().max(40).optional(),
  /** When its holder may be able to answer, and whether it is asked once more then by itself. */
  until: Time.optional(),
  is_retried: z.boolean().optional(),
});

/** A question to the AI of a space and how far its answer has come; the text is the body of the message. */
export const Turn = z.object({
  state: orNewer(['waiting', 'offered', 'running', 'done', 'failed', 'stopped', 'expired']),
  /** The post that asks. */
  question_id: ItemId,
  /** The number of the last message that is sent with it. */
  reads_until: z.int(),
  wants: Wanted.nullable(),
  /** Ids of messages that who asked has left out; missing: none. */
  left_out: z.array(ItemId).optional(),
  /** Nobody asked it: the AI answers every message there. Missing: someone did. */
  is_automatic: z.boolean().optional(),
  /** How often it was offered to a browser. */
  epoch: z.int().min(0),
  holder_id: UserId.nullable(),
  segments: z.array(Segment),
  ended_at: Time.nullable(),
  /** Why it ended in another way than with its answer: a TurnEnding of the package sync, or one of a newer version. */
  because: z.string().max(40).nullable(),
});
export type Turn = z.infer<typeof Turn>;

const length = z.int().min(0).max(turnLimits.textLength);
const turn = { feed: SpaceId, turn_id: ItemId, epoch: z.int().min(1) };

/** What a browser says of a turn that it was offered. */
export const turnBrowserFrames = [
  /** A piece of an answer; the first one says whom it asks, and the last one what it cost. */
  z.object({
    type: z.literal('append'),
    ...turn,
    base: length,
    /** Where `text` begins in the whole text, in UTF-16 code units. */
    offset: length,
    text: z.string().max(8_192),
    is_thinking: z.boolean().optional(),
    started: Started.optional(),
    ended: z.object({ length, spent: Spent, because: EarlyEnding.optional() }).optional(),
  }),
  /** The answer to `heartbeat-request`, and what a browser says after it has connected anew. */
  z.object({ type: z.literal('heartbeat'), ...turn }),
  z.object({ type: z.literal('declined'), ...turn, because: TurnDecline, retry_in }),
  z.object({ type: z.literal('failed'), ...turn, because: TurnFailure, retry_in }),
  /** What an epoch cost that this person had. */
  z.object({ type: z.literal('spent'), ...turn, spent: Spent }),
] as const;

/** What the server sends about turns: `delta` to everyone in the space, the others to the holder. */
export const turnServerFrames = [
  z.object({
    type: z.literal('offer'),
    ...turn,
    until: Time,
    asked_by: UserId,
    /** Of who asks. */
    role: orNewer(['owner', 'host', 'member', 'listener']),
    question_id: ItemId,
    reads_until: z.int(),
    wants: Wanted.nullable(),
    left_out: z.array(ItemId).optional(),
    is_automatic: z.boolean().optional(),
    /** So far. */
    text: z.string(),
  }),
  z.object({ type: z.literal('delta'), ...turn, base: length, offset: length, text: z.string() }),
  /** How long the text is on the server: what comes after it is to be sent again. */
  z.object({ type: z.literal('ack'), ...turn, length }),
  /** Whether it still runs the turn. */
  z.object({ type: z.literal('heartbeat-request'), ...turn }),
  /** The turn is no longer this browser's. */
  z.object({
    type: z.literal('revoked'),
    ...turn,
    because: z.enum(['lapsed', 'refused', 'done', 'failed', 'stopped', 'expired']),
  }),
] as const;

const params = z.object({ space_id: SpaceId, turn_id: ItemId });
const Done = z.object({ head: Seq });

export const turnRoutes = defineRoutes({
  stop: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/turns/:turn_id/stop',
    summary: 'Stop a turn (asker, holder and hosts); the answer so far stays',
    access: 'signed-in',
    limit: 'space',
    params,
    reply: Done,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  withdraw: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/turns/:turn_id/withdraw',
    summary: 'Withdraw a question to the AI that has no answer yet',
    access: 'signed-in',
    limit: 'space',
    params,
    reply: Done,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  retry: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/turns/:turn_id/retry',
    summary:
      'Let someone who could not answer a question that waits try again, or everyone with another model',
    access: 'signed-in',
    limit: 'space',
    params,
    body: z.union([z.strictObject({ holder_id: UserId }), z.strictObject({ wants: Wanted.nullable() })]),
    reply: Done,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  again: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/turns/:turn_id/again',
    summary:
      'Ask the question of a turn that has ended again, as a turn of its own; a repeat changes nothing',
    access: 'signed-in',
    limit: 'space',
    params,
    body: z.strictObject({
      turn_id: ItemId,
      /** Missing: the model that the same person wanted before. */
      wants: Wanted.nullable().optional(),
    }),
    reply: Done,
    refusals: ['not-found', 'not-allowed', 'taken', 'quota-used', 'too-many'],
  },
  costs: {
    method: 'GET',
    path: '/api/v1/spaces/:space_id/costs',
    summary: 'What the last 1,000 turns of a space cost, by who asked and who paid, as their browsers say',
    access: 'signed-in',
    limit: 'sync',
    params: z.object({ space_id: SpaceId }),
    reply: z.object({
      members: z.array(
        z.object({
          /** Null: a person who left, or with a block between them and the caller. */
          user_id: UserId.nullable(),
          asked: z.int(),
          /** Turns, or parts of them, that were answered in this person's browser. */
          answered: z.int(),
          paid: Amount.extend({
            /** Some of it is only the most that it can be. Missing: from an earlier server. */
            is_bound: z.boolean().optional(),
            /** Of some parts no cost is known. */
            is_incomplete: z.boolean().optional(),
          }),
        }),
      ),
    }),
    refusals: ['not-found', 'too-many'],
  },
});
