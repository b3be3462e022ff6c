import { syncLimits } from '@polylogue/sync';
import { z } from 'zod';
import { few } from './few.ts';
import { ItemId, Seq, Time, wholeNumber } from './item.ts';
import { PushedRecord, RecordChange, StoredRecord } from './record.ts';
import { defineRoutes } from './route.ts';

const Length = z.int().min(0).max(syncLimits.messageLength);

/** A value, and when it was written: of two the later one stays. */
const field = <Value extends z.ZodType>(value: Value) => z.tuple([value, Time]).optional();

/** What steers the model in this conversation. */
export const ConversationSettings = z.record(
  z.string().max(64),
  z.union([z.null(), z.boolean(), z.number(), z.string().max(syncLimits.instructionsLength)]),
);

/** Stored ones have no limit: they may be from before it. */
const FewSettings = few(
  syncLimits.settings,
  ConversationSettings.refine(
    (settings) => Object.values(settings).join('').length <= syncLimits.settingsLength,
  ),
);

export const ConversationFields = z.strictObject({
  title: field(z.string().max(syncLimits.titleLength)),
  titled_by_hand: field(z.boolean()),
  /** The last message of the branch that is shown. */
  leaf: field(ItemId.nullable()),
  /** The first message that is still sent to the model. */
  sent_from: field(ItemId.nullable()),
  pinned: field(z.boolean()),
  archived: field(z.boolean()),
  /** The folder that it is in, a record; null: none. */
  folder: field(ItemId.nullable()),
  settings: field(ConversationSettings),
  deleted: field(z.boolean()),
  /** True: messages created until then go for good, without the 30 days that `deleted` leaves them. */
  erased: field(z.boolean()),
});
export type ConversationFields = z.infer<typeof ConversationFields>;

export const MessageFields = z.strictObject({ deleted: field(z.boolean()) });
export type MessageFields = z.infer<typeof MessageFields>;

const Count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const Flat = z.union([z.null(), z.boolean(), z.number(), z.string().max(4_000)]);
/** What has a few values by name; never deep, so that whatever is stored can be read again. */
const Facts = z.record(
  z.string().max(64),
  z.union([Flat, z.array(Flat).max(50), z.record(z.string().max(64), Flat)]),
);

const Asked = z.strictObject({
  provider: z.string().max(64),
  model: z.string().max(256),
  host: z.string().max(256),
});
const AttachedFile = z.strictObject({
  name: z.string().max(200),
  media_type: z.string().max(100),
  /** Bytes. */
  size: Count,
  sha256: z
    .string()
    .max(64, { abort: true })
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** What is known of a message beside its text; of an endpoint the host only, since a path may contain a key. */
export const MessageDetails = z.strictObject({
  asked: Asked.nullable().optional(),
  /** Why the reply is not whole. */
  error: Facts.nullable().optional(),
  usage: Facts.nullable().optional(),
  /** Milliseconds. */
  thought_for: Count.nullable().optional(),
  files: z.array(AttachedFile).max(syncLimits.files).optional(),
});
export type MessageDetails = z.infer<typeof MessageDetails>;

const FewFacts = few(syncLimits.partValues, Facts).nullable().optional();

// What is stored may be from a newer version: what a node or a page does not know, it passes on.
export const StoredConversationFields = ConversationFields.loose();
export const StoredMessageFields = MessageFields.loose();
export const StoredMessageDetails = MessageDetails.extend({
  asked: Asked.loose().nullable().optional(),
  files: z.array(AttachedFile.loose()).optional(),
}).loose();

/** A conversation as it is stored. */
export const StoredConversation = z.object({
  conversation_id: ItemId,
  seq: Seq,
  created_at: Time,
  last_message_at: Time,
  /** How many messages there are, those of all branches. */
  messages: Count,
  fields: StoredConversationFields,
  /** Messages created until then are permanently deleted. */
  erased_until: Time.nullable(),
  /** Deleted for good: nothing else of it remains. */
  is_purged: z.boolean(),
});
export type StoredConversation = z.infer<typeof StoredConversation>;

const Role = z.enum(['user', 'assistant']);

/** A message as it is stored. */
export const StoredMessage = z.object({
  message_id: ItemId,
  seq: Seq,
  /** The message that it follows; null: it begins the conversation. */
  parent_id: ItemId.nullable(),
  role: Role,
  created_at: Time,
  body: z.string(),
  reasoning: z.string(),
  details: StoredMessageDetails.nullable(),
  fields: StoredMessageFields,
  /** The answer whose text came last. */
  run_id: ItemId.nullable(),
  /** Null while the answer grows. */
  ended_at: Time.nullable(),
});
export type StoredMessage = z.infer<typeof StoredMessage>;

/** A piece of the text of one answer; see `append` of the package sync. Offsets count UTF-16 code units. */
const AppendedText = z.strictObject({
  run_id: ItemId,
  previous_run_id: ItemId.nullable(),
  base: Length,
  reasoning_base: Length,
  offset: Length,
  text: z.string().max(syncLimits.chunkLength),
  reasoning_offset: Length,
  reasoning: z.string().max(syncLimits.chunkLength),
  ended_at: Time.optional(),
});

/** What changes of one message: it is created, gets fields, or grows. */
export const MessageChange = z.strictObject({
  message_id: ItemId,
  conversation_id: ItemId,
  create: z
    .strictObject({
      parent_id: ItemId.nullable(),
      role: Role,
      created_at: Time,
      /** Of a question that fits; everything else is appended. */
      body: z.string().max(syncLimits.chunkLength),
    })
    .optional(),
  append: AppendedText.optional(),
  details: MessageDetails.extend({ error: FewFacts, usage: FewFacts }).optional(),
  fields: MessageFields.optional(),
});
export type MessageChange = z.infer<typeof MessageChange>;

export const ConversationChange = z.strictObject({
  conversation_id: ItemId,
  created_at: Time,
  fields: ConversationFields.extend({ settings: field(FewSettings) }),
});
export type ConversationChange = z.infer<typeof ConversationChange>;

/** What one answer took, at the price of that moment. It stays when its conversation is deleted. */
export const UsageRecord = z.strictObject({
  usage_id: ItemId,
  created_at: Time,
  /** What was asked for; missing: an answer in a conversation. `turn`: one in a space. `title`: the name of a conversation. */
  purpose: z.enum(['turn', 'title']).optional(),
  /** The conversation, or the space. */
  conversation_id: ItemId,
  message_id: ItemId,
  provider: z.string().max(64),
  model: z.string().max(256),
  host: z.string().max(256),
  /** Tokens. */
  input: Count,
  output: Count,
  cached: Count,
  reasoning: Count,
  /** Millionths of a US dollar; null: no price is known. */
  usd_micros: Count.nullable(),
  is_estimate: z.boolean(),
  /** What is charged besides tokens, in millionths of a US dollar; null: not known; missing: nothing. */
  fee_usd_micros: Count.nullable().optional(),
  /** Web searches made, pictures drawn, and seconds of what is charged by time; missing: none. */
  searches: Count.optional(),
  pictures: Count.optional(),
  seconds: Count.optional(),
});
export type UsageRecord = z.infer<typeof UsageRecord>;

/** What several usage records add up to. */
const UsageSum = z.object({
  /** How many there are. */
  answers: Count,
  /** Tokens. */
  input: Count,
  output: Count,
  cached: Count,
  reasoning: Count,
  /** Millionths of a US dollar, of those whose price is known. */
  usd_micros: Count,
  fee_usd_micros: Count,
  /** How many have no known price, how many have fees that are not known, and how many are estimates. */
  unpriced: Count,
  unknown_fees: Count,
  estimates: Count,
  searches: Count,
  pictures: Count,
  seconds: Count,
});
export type UsageSum = z.infer<typeof UsageSum>;

/** Records that the browser counts itself, since it does not know whether they have arrived: ids with commas between. */
const UsageIds = z
  .string()
  .max(37 * syncLimits.leftOutUsage, { abort: true })
  .regex(/^[0-9a-f-]{36}(?:,[0-9a-f-]{36})*$/);

/** Days since 1970, UTC. */
const Day = wholeNumber(0, 100_000_000);

const rows = <Row extends z.ZodType>(row: Row) => z.array(row).max(syncLimits.pushRows);

const ChangeRefusal = z.enum(['conflict', 'gap', 'unknown', 'too-large', 'quota-used']);

/** What became of a change: the row as it is now, or why nothing was stored of it. */
export const PushedMessage = z.union([
  z.object({
    message_id: ItemId,
    seq: Seq,
    run_id: ItemId.nullable(),
    body_length: Length,
    reasoning_length: Length,
    is_ended: z.boolean(),
  }),
  z.object({
    message_id: ItemId,
    refused: ChangeRefusal,
    body_length: Length.optional(),
    reasoning_length: Length.optional(),
  }),
]);
export type PushedMessage = z.infer<typeof PushedMessage>;

/** A conversation that a push has changed or named. */
export const PushedConversation = z.object({
  conversation_id: ItemId,
  seq: Seq,
  /** Of the conversation before this push; 0: it is new. A browser that knows another one has missed something. */
  previous_seq: Seq,
  /** Nothing of what the push says of the conversation itself was stored. */
  refused: z.literal('quota-used').optional(),
});
export type PushedConversation = z.infer<typeof PushedConversation>;

/** Where a page of messages ended. */
const MessageCursor = z
  .string()
  .max(40, { abort: true })
  .regex(/^\d{1,16}(\.\d{1,16})?$/);

const Before = z
  .string()
  .max(60, { abort: true })
  .regex(/^\d{1,16}\.[0-9a-f-]{36}$/);

/** A file of a message: the first is at 0. */
const FilePlace = z.object({
  message_id: ItemId,
  place: z
    .string()
    .max(2, { abort: true })
    .regex(/^1?\d$/),
});

export const conversationRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/conversations',
    summary: 'Conversations, the one written to last first',
    access: 'signed-in',
    limit: 'sync',
    query: z.object({ before: Before.optional(), limit: wholeNumber(1, 200).default(200) }),
    reply: z.object({
      conversations: z.array(StoredConversation),
      /** What to pass as `before` for the next page. */
      next: z.string().nullable(),
      /** All changes up to this number are in the list, or come after it. */
      head: Seq,
    }),
    refusals: ['too-many'],
  },
  pull: {
    method: 'GET',
    path: '/api/v1/changes',
    summary:
      'Conversations and records changed after a number; with `wait`, held for so many seconds until there are some',
    access: 'signed-in',
    limit: 'sync',
    query: z.object({ after: wholeNumber(0, Number.MAX_SAFE_INTEGER), wait: wholeNumber(0, 25).default(0) }),
    reply: z.object({
      conversations: z.array(StoredConversation),
      records: z.array(StoredRecord),
      head: Seq,
      more: z.boolean(),
      /** Another one than before: the database was restored, and may lack what it had. */
      history: z.string().max(64).optional(),
      /** Of the last change of the notifications, which `GET /api/v1/notifications` gives. */
      notifications_seq: Seq.optional(),
    }),
    refusals: ['too-many'],
  },
  push: {
    method: 'POST',
    path: '/api/v1/changes',
    summary: 'Store new and changed messages and records, all or nothing; a repeat changes nothing',
    access: 'signed-in',
    limit: 'push',
    bodyLimit: syncLimits.pushBytes,
    body: z.strictObject({
      conversations: rows(ConversationChange).default([]),
      messages: rows(MessageChange).default([]),
      records: rows(RecordChange).default([]),
      usage: rows(UsageRecord).default([]),
    }),
    reply: z.object({
      head: Seq,
      conversations: z.array(PushedConversation),
      messages: z.array(PushedMessage),
      records: z.array(PushedRecord),
      /** Ids of usage records for which the account has no room. */
      refused_usage: z.array(ItemId),
    }),
    refusals: ['too-many', 'too-large', 'no-room'],
  },
  usage: {
    method: 'GET',
    path: '/api/v1/usage',
    summary: 'What the answers of some days used and cost, by day and model, and by conversation',
    access: 'signed-in',
    limit: 'sync',
    query: z.object({ from: Day, to: Day, without: UsageIds.optional() }),
    reply: z.object({
      days: z.array(
        UsageSum.extend({ day: z.int().min(0), provider: z.string(), model: z.string(), host: z.string() }),
      ),
      /** Those that cost most, at most 5,000. */
      conversations: z.array(
        UsageSum.extend({
          conversation_id: ItemId,
          /** It is a space, and these are the answers that the account's browsers gave there. */
          is_space: z.boolean(),
        }),
      ),
    }),
    refusals: ['too-many'],
  },
  tail: {
    method: 'GET',
    path: '/api/v1/conversations/:conversation_id',
    summary: 'A conversation with the last messages of the branch that is shown, oldest first',
    access: 'signed-in',
    limit: 'sync',
    params: z.object({ conversation_id: ItemId }),
    query: z.object({ tail: wholeNumber(1, 200).default(120) }),
    reply: z.object({
      conversation: StoredConversation,
      messages: z.array(StoredMessage),
      /** Whether there are others, before these or in other branches. */
      more: z.boolean(),
    }),
    refusals: ['not-found', 'too-many'],
  },
  messages: {
    method: 'GET',
    path: '/api/v1/conversations/:conversation_id/messages',
    summary:
      'Messages of a conversation, of all branches, that changed after a number, in the order of their changes',
    access: 'signed-in',
    limit: 'sync',
    params: z.object({ conversation_id: ItemId }),
    query: z.object({ after: MessageCursor.default('0'), limit: wholeNumber(1, 1000).default(1000) }),
    reply: z.object({
      messages: z.array(StoredMessage),
      /** What to pass as `after` for the next page; null: that was all. */
      next: z.string().nullable(),
      /** Of the conversation, before its messages were read. */
      seq: Seq,
    }),
    refusals: ['not-found', 'too-many'],
  },
  keepFile: {
    method: 'PUT',
    path: '/api/v1/messages/:message_id/files/:place',
    summary: 'Store what a message carries at a place, for its owner alone; a repeat changes nothing',
    access: 'signed-in',
    limit: 'upload',
    params: FilePlace,
    file: 'file',
    reply: z.object({}),
    refusals: ['not-found', 'too-large', 'wrong-content-type', 'too-many', 'quota-used', 'no-room'],
  },
  file: {
    method: 'GET',
    path: '/api/v1/messages/:message_id/files/:place',
    summary: 'The content of a file that a message carries',
    access: 'signed-in',
    limit: 'sync',
    params: FilePlace,
    reply: 'bytes',
    refusals: ['not-found', 'out-of-range', 'too-many'],
  },
});
