import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

type MessageRow = Selectable<Tables['messages']>;

/**
 * How long a part of a text grows (UTF-16 code units). A longer text is stored in parts, since the embedded database
 * writes a row anew as a whole when anything in it changes.
 */
export const partLength = 64 * 1024;

/** What is appended to the texts of a message; its lengths are those after that. */
export interface AddedTexts extends Pick<MessageRow, 'row_id' | 'body_length' | 'reasoning_length'> {
  addedBody: string;
  addedReasoning: string;
}

interface Part {
  row_id: number;
  is_reasoning: boolean;
  part: number;
  text: string;
}

type LongRow = Pick<MessageRow, 'row_id' | 'body_length' | 'reasoning_length'>;
const isLong = ({ body_length, reasoning_length }: LongRow) =>
  body_length > partLength || reasoning_length > partLength;

/** The texts of messages: their beginning is in the row of the message, and the rest of long ones in parts. */
export function messageTextStore(db: Queries) {
  async function addParts(parts: readonly Part[]): Promise<void> {
    for (const part of parts) {
      await db
        .insertInto('message_texts')
        .values(part)
        .onConflict((conflict) =>
          conflict
            .columns(['row_id', 'is_reasoning', 'part'])
            .doUpdateSet({ text: sql`message_texts.text || excluded.text` }),
        )
        .execute();
    }
  }

  /** Appends what belongs into parts; resolves with what belongs into the row of the message. */
  async function append({ row_id, body_length, reasoning_length, addedBody, addedReasoning }: AddedTexts) {
    const body = placed(addedBody, body_length);
    const reasoning = placed(addedReasoning, reasoning_length);
    await addParts([
      ...(body.part === undefined ? [] : [{ row_id, is_reasoning: false, part: body.part, text: addedBody }]),
      ...(reasoning.part === undefined
        ? []
        : [{ row_id, is_reasoning: true, part: reasoning.part, text: addedReasoning }]),
    ]);
    return { body: body.inRow, reasoning: reasoning.inRow };
  }

  return {
    append,

    /** The rows of new messages, without what is stored in parts. */
    async begin(rows: readonly MessageRow[]): Promise<MessageRow[]> {
      const begun: MessageRow[] = [];
      for (const row of rows) {
        const added = { ...row, addedBody: row.body, addedReasoning: row.reasoning };
        begun.push(isLong(row) ? { ...row, ...(await append(added)) } : row);
      }
      return begun;
    },

    /** Rows with their whole texts. */
    async whole(rows: MessageRow[]): Promise<MessageRow[]> {
      const long = rows.filter(isLong).map(({ row_id }) => row_id);
      if (long.length === 0) return rows;
      const parts = Map.groupBy(
        await db
          .selectFrom('message_texts')
          .selectAll()
          .where('row_id', 'in', long)
          .orderBy('row_id')
          .orderBy('is_reasoning')
          .orderBy('part')
          .execute(),
        ({ row_id }) => row_id,
      );
      return rows.map((row) => withParts(row, parts.get(row.row_id) ?? []));
    },

    async remove(rowIds: readonly number[]): Promise<void> {
      await db.deleteFrom('message_texts').where('row_id', 'in', rowIds).execute();
    },
  };
}

/** Where text belongs that brings a text to this length: in the row while that is short, or in the part that grows. */
function placed(added: string, length: number): { inRow: string; part?: number } {
  if (added === '') return { inRow: '' };
  if (length <= partLength) return { inRow: added };
  return { inRow: '', part: Math.floor((length - added.length) / partLength) };
}

function withParts(row: MessageRow, parts: readonly Part[]): MessageRow {
  const of = (isReasoning: boolean) =>
    parts.filter(({ is_reasoning }) => is_reasoning === isReasoning).map(({ text }) => text);
  // The parts may have grown since the row was read.
  return {
    ...row,
    body: [row.body, ...of(false)].join('').slice(0, row.body_length),
    reasoning: [row.reasoning, ...of(true)].join('').slice(0, row.reasoning_length),
  };
}
