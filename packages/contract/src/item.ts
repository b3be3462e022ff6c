import { z } from 'zod';

/** A UUID that a browser has made. */
export const ItemId = z
  .string()
  .max(36, { abort: true })
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** Milliseconds since 1970, as the server's clock is known to the browser. */
export const Time = z.int().min(0).max(8_640_000_000_000_000);

/** A place in a feed: the number of a change. */
export const Seq = z.int().min(0);

/** A whole number in a query string. */
export const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** One of these, or what a newer version of the server has written: a row that it changed must not be lost. */
export const orNewer = <Value extends string>(known: readonly Value[]) =>
  z
    .string()
    .max(40)
    .describe(`${known.join(', ')}, or one of a newer version`) as z.ZodType<string> as z.ZodType<Value>;
