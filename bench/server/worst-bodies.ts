import { randomUUID } from 'node:crypto';
import type { WriteRoute } from '@polylogue/contract';
import { inputSchema } from '@polylogue/contract/testing';
import { countValues, jsonBounds, smallJsonBounds } from '@polylogue/sync';

type Shape = NonNullable<WriteRoute['body']>;

/** A body made to cost as much as possible for its length. */
export interface WorstBody {
  says: string;
  body: string;
}

interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  maxItems?: number;
  minItems?: number;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
}

const schemaOf = (shape: Shape) => inputSchema(shape) as JsonSchema;

/** What takes long to look at, `{` to `}` or `[` to `]`, of about this many bytes. */
const fillers: Record<string, (bytes: number) => string> = {
  'keys with lists': (bytes) => keys(bytes, '[]'),
  'keys with objects': (bytes) => keys(bytes, '{"a":[]}'),
  'keys with numbers': (bytes) => keys(bytes, '1'),
  'one key again and again': (bytes) => `{${list(bytes, '"a":1')}}`,
  lists: (bytes) => `[${list(bytes, '[]')}]`,
  objects: (bytes) => `[${list(bytes, '{}')}]`,
  levels: (bytes) => '['.repeat(bytes),
  digits: (bytes) => '1'.repeat(bytes),
  quotes: (bytes) => `"${'\\"'.repeat(bytes / 2)}"`,
  escapes: (bytes) => `"${'\\u0301'.repeat(bytes / 6)}"`,
  letters: (bytes) => `"${'a'.repeat(bytes)}"`,
};

const list = (bytes: number, item: string) =>
  Array(Math.floor(bytes / (item.length + 1)))
    .fill(item)
    .join(',');

function keys(bytes: number, value: string): string {
  const count = Math.floor(bytes / (value.length + 9));
  return `{${Array.from({ length: count }, (_, at) => `"${at.toString(36).padStart(5, 'k')}":${value}`).join(',')}}`;
}

/** At every place of a body one thing that does not belong there, or far too much of it. */
export function* refusedBodies(shape: Shape, bytes: number): Generator<WorstBody> {
  const schema = schemaOf(shape);
  for (const path of placesIn(schema)) {
    for (const [name, fill] of Object.entries(fillers)) {
      const marker = JSON.stringify(`filled ${randomUUID()}`);
      const around = JSON.stringify(withPlace(schema, path, JSON.parse(marker)));
      const body = around.replace(marker, () => fill(Math.max(0, bytes - around.length)));
      yield { says: `${name} at ${path.join('.') || 'the root'}`, body };
    }
  }
  // Everything is right, but for the end.
  const { body } = fullest(shape, bytes);
  if (body.endsWith('}'))
    yield { says: 'all it may hold, and a name too many', body: `${body.slice(0, -1)},"~":1}` };
  const lastRow = body.lastIndexOf('}]');
  if (lastRow > 0)
    yield {
      says: 'all it may hold, the last row wrong',
      body: `${body.slice(0, lastRow)},"~":1${body.slice(lastRow)}`,
    };
}

interface Filling {
  most: number;
  letters: number;
  isFull: boolean;
  /** The same of what is in lists. */
  rowsAreFull: boolean;
}

const least: Filling = { most: 1, letters: 20, isFull: false, rowsAreFull: false };

/** As many rows, names and letters as the shape allows and the length holds. */
export const fullest = (shape: Shape, bytes: number): WorstBody =>
  fitting(shape, bytes, { says: 'all it may hold', isFull: true });

/** As many rows as the shape allows, with the least in each. */
export const mostRows = (shape: Shape, bytes: number): WorstBody =>
  fitting(shape, bytes, { says: 'as many rows as it may hold', isFull: false });

function fitting(shape: Shape, bytes: number, rows: { says: string; isFull: boolean }): WorstBody {
  const whole = schemaOf(shape);
  const values = (bytes > 64 * 1024 ? jsonBounds : smallJsonBounds).keys;
  // The most of each that still fits.
  for (const most of [1_000, 200, 100, 50, 20, 10, 5, 2, 1]) {
    for (const letters of [1_000_000, 4_000, 200, 20]) {
      const value = filledWith(whole, { most, letters, isFull: true, rowsAreFull: rows.isFull });
      if (
        Buffer.byteLength(JSON.stringify(value)) <= bytes &&
        countValues(value) <= values &&
        shape.safeParse(value).success
      )
        return { says: rows.says, body: JSON.stringify(value) };
    }
  }
  return { says: 'the least', body: JSON.stringify(filledWith(whole, least)) };
}

const samples = [
  () => randomUUID(),
  () => randomUUID().replaceAll('-', '').repeat(2),
  () => randomUUID().replaceAll('-', ''),
  () => '1',
  () => 'a',
  () => 'ada@example.com',
  () => '2026-01-01',
  () => '👍',
  () => 'A'.repeat(43),
  () => 'A'.repeat(22),
  () => 'https://example.com',
  () => 'Secret-1-secret',
];

function filledWith(schema: JsonSchema, how: Filling): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema.anyOf?.[0];
  if (choice) return filledWith(choice, how);
  if (schema.properties || schema.type === 'object') return objectOf(schema, how);
  if (schema.prefixItems) return schema.prefixItems.map((item) => filledWith(item, how));
  if (schema.type === 'array') {
    const length = how.isFull ? Math.min(schema.maxItems ?? how.most, how.most) : (schema.minItems ?? 0);
    return Array.from({ length }, () => filledWith(schema.items ?? {}, { ...how, isFull: how.rowsAreFull }));
  }
  if (schema.type === 'string') return textOf(schema, how);
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(schema.minimum ?? 0, 1);
  if (schema.type === 'boolean') return true;
  return null;
}

function objectOf(
  { properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema,
  how: Filling,
) {
  const names = Object.keys(properties).filter((name) => how.isFull || required.includes(name));
  const named = names.map((name) => [name, filledWith(properties[name] ?? {}, how)]);
  const isFree = propertyNames !== undefined && typeof additionalProperties === 'object';
  const free = Array.from({ length: isFree && how.isFull ? Math.min(how.most, 20) : 0 }, (_, at) => [
    propertyNames?.pattern ? randomUUID() : `k${at}`,
    filledWith(additionalProperties as JsonSchema, how),
  ]);
  return Object.fromEntries([...named, ...free]);
}

function textOf(
  { pattern, maxLength, minLength = 0, format, allOf }: JsonSchema,
  { letters, isFull }: Filling,
): string {
  const patterns = [pattern, ...(allOf ?? []).map((one) => one.pattern)].filter((one) => one !== undefined);
  if (patterns.length > 0 || format) {
    const fits = (text: string) => patterns.every((one) => new RegExp(one, 'u').test(text));
    return samples.map((make) => make()).find(fits) ?? '';
  }
  return 'é'.repeat(
    Math.max(minLength, isFull ? Math.min(maxLength ?? letters, letters) : Math.min(maxLength ?? 3, 3)),
  );
}

/** The names that lead to everything that a body may hold; in a list, its first row. */
function placesIn(schema: JsonSchema, path: string[] = []): string[][] {
  const choices = schema.anyOf ?? [schema];
  const within = choices.flatMap((one) => [
    ...Object.entries(one.properties ?? {}).flatMap(([name, field]) => placesIn(field, [...path, name])),
    ...(one.items ? placesIn(one.items, [...path, '0']) : []),
    ...(one.prefixItems?.[0] ? placesIn(one.prefixItems[0], [...path, '0']) : []),
    ...(one.propertyNames && typeof one.additionalProperties === 'object'
      ? placesIn(one.additionalProperties, [...path, 'any'])
      : []),
  ]);
  const names = new Map([path, ...within].map((one) => [one.join('.'), one]));
  return [...names.values()];
}

/** The least that is right, and this value at that place. */
function withPlace(schema: JsonSchema, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const choices = schema.anyOf ?? [schema];
  const one = choices.find(({ properties, items, prefixItems, propertyNames }) =>
    properties ? name in properties : items || prefixItems ? name === '0' : propertyNames && name === 'any',
  );
  if (!one) return value;
  if (one.properties && name in one.properties) {
    const around = objectOf(one, least);
    return { ...around, [name]: withPlace(one.properties[name] ?? {}, rest, value) };
  }
  if (one.prefixItems) {
    const [first = {}, ...others] = one.prefixItems;
    return [withPlace(first, rest, value), ...others.map((other) => filledWith(other, least))];
  }
  if (one.items) return [withPlace(one.items, rest, value)];
  return { any: withPlace(one.additionalProperties as JsonSchema, rest, value) };
}
