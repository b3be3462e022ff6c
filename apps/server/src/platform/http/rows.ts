import { chunksOf } from '@polylogue/sync';
import { z } from 'zod';
import { inPieces } from '../process/in-pieces.ts';

// Long lists are read and written row by row, with pauses: as one piece of work they would keep the event loop from others.

/** Of a longer text, one piece is written at a time (UTF-16 code units). */
const pieceLength = 128 * 1024;

/** A body with long lists: `around` checks everything but their rows, `read` these, up to the first that is wrong. */
export function rowReader(shape: z.ZodObject) {
  const rows = rowsOf(shape);
  const loose = Object.fromEntries([...rows.keys()].map((name) => [name, loosely(shape.shape[name])]));
  return {
    around: shape.extend(loose),
    /** Puts what was read in the place of what was sent. Throws a validation error. */
    async read(body: Record<string, unknown[]>): Promise<void> {
      const pause = inPieces();
      for (const [name, row] of rows) {
        const list = body[name] ?? [];
        for (const [at, sent] of list.entries()) {
          const { data, error } = row.safeParse(sent);
          if (error) throw Object.assign(error, { statusCode: 400, validation: error.issues });
          list[at] = data;
          await pause();
        }
      }
    },
  };
}

/** Writes an answer as pieces of JSON. Throws a ZodError where it does not have its shape. */
export async function answerPieces(shape: z.ZodType, answer: unknown): Promise<string[]> {
  const pause = inPieces();
  const pieces: string[] = [];

  async function write(part: z.ZodType, value: unknown) {
    const row = Array.isArray(value) ? rowOf(part) : undefined;
    if (row) {
      pieces.push('[');
      for (const [at, one] of (value as unknown[]).entries()) {
        if (at > 0) pieces.push(',');
        await writeLongTexts(z.encode(row, one));
      }
      pieces.push(']');
    } else await writeLongTexts(z.encode(part, value));
    await pause();
  }

  /** A text of megabytes is a long piece of work in itself. */
  async function writeLongTexts(value: unknown) {
    const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (!fields.some(([, field]) => isLong(field))) pieces.push(JSON.stringify(value));
    else {
      for (const [at, [name, field]] of fields.filter(([, one]) => one !== undefined).entries()) {
        pieces.push(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
        if (!isLong(field)) pieces.push(JSON.stringify(field));
        else {
          pieces.push('"');
          for (const chunk of chunksOf(field, pieceLength)) {
            pieces.push(JSON.stringify(chunk).slice(1, -1));
            await pause();
          }
          pieces.push('"');
        }
      }
      pieces.push('}');
    }
    await pause();
  }

  const rows = rowsOf(shape);
  if (!(shape instanceof z.ZodObject) || rows.size === 0) await write(shape, answer);
  else {
    for (const [name, part] of Object.entries(shape.shape)) {
      const value = (answer as Record<string, unknown>)[name];
      if (value === undefined && (part as z.ZodType).safeParse(undefined).success) continue;
      pieces.push(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      await write(part as z.ZodType, value);
    }
    pieces.push('}');
  }
  return pieces;
}

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > pieceLength;

/** The shape of the rows of a list; undefined: it is no list. */
function rowOf(shape: unknown): z.ZodType | undefined {
  if (shape instanceof z.ZodArray) return shape.element as z.ZodType;
  return isWrapped(shape) ? rowOf(shape.unwrap()) : undefined;
}

const isWrapped = (shape: unknown) =>
  shape instanceof z.ZodDefault || shape instanceof z.ZodOptional || shape instanceof z.ZodNullable;

function rowsOf(shape: z.ZodType): Map<string, z.ZodType> {
  const fields = shape instanceof z.ZodObject ? Object.entries(shape.shape) : [];
  return new Map(
    fields.flatMap(([name, field]) => {
      const row = rowOf(field);
      return row ? [[name, row] as const] : [];
    }),
  );
}

/** The same list of anything. */
function loosely(shape: unknown): z.ZodType {
  if (shape instanceof z.ZodDefault) return loosely(shape.unwrap()).default(shape.def.defaultValue);
  if (shape instanceof z.ZodOptional) return loosely(shape.unwrap()).optional();
  const { checks = [] } = (shape as z.ZodArray).def;
  return z.array(z.unknown()).check(...(checks as z.core.$ZodCheck<unknown[]>[]));
}
