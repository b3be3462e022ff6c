import type { z } from 'zod';

/** The contents of a JSON column, validated: rows outlive the code that wrote them. */
export function readJson<Value>(shape: z.ZodType<Value>, text: string): Value {
  return shape.parse(JSON.parse(text));
}
