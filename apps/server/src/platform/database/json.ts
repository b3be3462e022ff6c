import type { z } from 'zod';

/** What a JSON column of the database holds, checked: rows outlive the code that wrote them. */
export function readJson<Value>(shape: z.ZodType<Value>, text: string): Value {
  return shape.parse(JSON.parse(text));
}
