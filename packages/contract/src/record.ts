import { syncLimits } from '@polylogue/sync';
import { z } from 'zod';
import { few } from './few.ts';
import { ItemId, Seq, Time, wholeNumber } from './item.ts';
import { defineRoutes } from './route.ts';

/** A value, and when it was written: of two the later one stays. Null: emptied, as when the record is deleted. */
const field = <Value extends z.ZodType>(value: Value) => z.tuple([value.nullable(), Time]).optional();

const deleted = z.tuple([z.boolean(), Time]).optional();
const Name = z.string().max(syncLimits.titleLength);
const Instructions = z.string().max(syncLimits.instructionsLength);

/** What a chat in the folder asks unless another one is chosen. */
const FolderModel = z.strictObject({
  provider: z.string().max(64),
  model: z.string().max(256),
  /** The host of its server; absent where an earlier version wrote it. */
  host: z.exactOptional(z.string().max(300)),
});

const FolderFields = z.strictObject({
  name: field(Name),
  color: field(z.string().max(32)),
  instructions: field(Instructions),
  model: field(FolderModel),
  deleted,
});

const PromptFields = z.strictObject({
  name: field(Name),
  text: field(Instructions),
  /** The folder that it is in. */
  folder: field(ItemId),
  deleted,
});

/** What goes along with every question in a folder. Its content is stored under the id of the record. */
const FileFields = z.strictObject({
  name: field(Name),
  media_type: field(z.string().max(128)),
  /** Bytes. */
  size: field(z.int().min(0).max(Number.MAX_SAFE_INTEGER)),
  /** The folder that it is in. */
  folder: field(ItemId),
  deleted,
});

/** A search that someone may want to repeat: what was typed, filters included. */
const SearchFields = z.strictObject({
  name: field(Name),
  typed: field(z.string().max(syncLimits.savedSearchLength)),
  deleted,
});

/** How one wants to be answered in all chats. */
const InstructionsFields = z.strictObject({ text: field(Instructions), deleted });

/** What answers may cost in a calendar month. */
const BudgetFields = z.strictObject({
  /** Millionths of a US dollar. */
  monthly_usd_micros: field(z.int().min(0).max(Number.MAX_SAFE_INTEGER)),
  /** Nothing is asked once it is used up; otherwise there is a warning. */
  stops: field(z.boolean()),
  deleted,
});

/** Counted before a schema looks at any of them. */
const counted = <Fields extends z.ZodType>(fields: Fields) => few(syncLimits.recordValues, fields);

/** The fields of one record that change. */
export const RecordChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('folder'), record_id: ItemId, fields: counted(FolderFields) }),
  z.strictObject({ kind: z.literal('prompt'), record_id: ItemId, fields: counted(PromptFields) }),
  z.strictObject({ kind: z.literal('file'), record_id: ItemId, fields: counted(FileFields) }),
  z.strictObject({ kind: z.literal('search'), record_id: ItemId, fields: counted(SearchFields) }),
  z.strictObject({ kind: z.literal('instructions'), record_id: ItemId, fields: counted(InstructionsFields) }),
  z.strictObject({ kind: z.literal('budget'), record_id: ItemId, fields: counted(BudgetFields) }),
]);
export type RecordChange = z.infer<typeof RecordChange>;

/** What an account stores beside conversations and messages. */
export type RecordKind = RecordChange['kind'];

// What is stored may be from a newer version: of a kind, or with fields, that a node or a page does not know.
export const StoredRecordFields = z.looseObject({ deleted });

/** A record as it is stored. */
export const StoredRecord = z.object({
  kind: z.string().max(64),
  record_id: ItemId,
  seq: Seq,
  fields: StoredRecordFields,
});
export type StoredRecord = z.infer<typeof StoredRecord>;

/** What became of a change. */
export const PushedRecord = z.object({
  kind: z.string(),
  record_id: ItemId,
  seq: Seq,
  /** Nothing of it was stored. */
  refused: z.enum(['quota-used', 'too-large']).optional(),
});
export type PushedRecord = z.infer<typeof PushedRecord>;

const RecordParams = z.object({ record_id: ItemId });

export const recordRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/records',
    summary: 'Records changed after a number, in the order of their changes',
    access: 'signed-in',
    limit: 'sync',
    query: z.object({ after: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0) }),
    reply: z.object({
      records: z.array(StoredRecord),
      /** What to pass as `after` for the next page; null: that was all. */
      next: Seq.nullable(),
    }),
    refusals: ['too-many'],
  },
  keepFile: {
    method: 'PUT',
    path: '/api/v1/records/:record_id/file',
    summary: 'Store the content of a file of a folder, for its owner alone; a repeat changes nothing',
    access: 'signed-in',
    limit: 'upload',
    params: RecordParams,
    file: 'file',
    reply: z.object({}),
    refusals: ['not-found', 'too-large', 'wrong-content-type', 'too-many', 'quota-used', 'no-room'],
  },
  file: {
    method: 'GET',
    path: '/api/v1/records/:record_id/file',
    summary: 'The content of a file of a folder',
    access: 'signed-in',
    limit: 'sync',
    params: RecordParams,
    reply: 'bytes',
    refusals: ['not-found', 'out-of-range', 'too-many'],
  },
});
