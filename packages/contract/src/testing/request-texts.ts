import { z } from 'zod';
import { api } from '../api.ts';
import type { Route } from '../route.ts';

/** One text that a request may hold, as the names that lead to it. */
export interface RequestText {
  /** Such as "POST /api/auth/signup: email". */
  name: string;
  shape: z.ZodType;
  path: string[];
}

/** What a request may hold, as JSON Schema. */
export const inputSchema = (shape: z.ZodType) =>
  z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });

/** Every text that any request may hold, but for those of a few given words. */
export const requestTexts: RequestText[] = Object.values(api).flatMap((nouns) =>
  Object.values<Route>(nouns).flatMap((route) =>
    [route.params, route.query, 'body' in route ? route.body : undefined].flatMap((shape) => {
      if (!shape) return [];
      const paths = pathsIn(z.toJSONSchema(shape, { io: 'input' }) as JsonSchema);
      return paths.map((path) => ({ name: `${route.method} ${route.path}: ${path.join('.')}`, shape, path }));
    }),
  ),
);

/** A part of a request that holds this text and nothing else. */
export const holding = (path: string[], text: string): unknown =>
  path.reduceRight<unknown>((value, name) => ({ [name]: value }), text);

interface JsonSchema {
  type?: string | string[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  enum?: unknown[];
}

function pathsIn(schema: JsonSchema, path: string[] = []): string[][] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => pathsIn(one, path));
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, one]) => pathsIn(one, [...path, name]));
  return [schema.type].flat().includes('string') && !schema.enum ? [path] : [];
}
