export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A value, and when it was written: milliseconds since 1970 of the server's clock, as the writer knew it. */
export type StampedField = readonly [value: Json, at: number];

/** By name. */
export type StampedFields = Readonly<Record<string, StampedField>>;

/** The field that stays when both were written: the later one; of two equally late, the one whose JSON is greater. */
export function laterField(one: StampedField, other: StampedField): StampedField {
  if (one[1] !== other[1]) return one[1] > other[1] ? one : other;
  return canonical(one[0]) >= canonical(other[0]) ? one : other;
}

/** Each field as it was written last. Commutative, associative and idempotent. */
export function mergeFields(one: StampedFields, other: StampedFields): StampedFields {
  const merged = new Map(Object.entries(one));
  for (const [name, field] of Object.entries(other)) {
    const there = merged.get(name);
    merged.set(name, there ? laterField(there, field) : field);
  }
  return Object.fromEntries(merged);
}

/** Values as they are written now, over fields that the user has seen: whichever clock dated those, they give way. */
export function writtenFields(
  values: Readonly<Record<string, Json>>,
  before: StampedFields,
  now: number,
): StampedFields {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      [value, Math.max(now, (before[name]?.[1] ?? -1) + 1)] as const,
    ]),
  );
}

/** No field dated later than now: a clock that is ahead must not block all other writers for hours. */
export function cappedFields(fields: StampedFields, now: number): StampedFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, [value, at]]) => [name, [value, Math.min(at, now)] as const]),
  );
}

/** The value of a field, without its time. */
export function fieldValue(fields: StampedFields, name: string): Json | undefined {
  return Object.hasOwn(fields, name) ? fields[name]?.[0] : undefined;
}

/**
 * When a conversation was deleted, in the account or for good; null: it was not, or something was written to it since,
 * which brings it back.
 */
export function deletedSince(
  fields: StampedFields,
  name: 'deleted' | 'erased',
  lastMessageAt: number,
): number | null {
  const [value, at] = (Object.hasOwn(fields, name) && fields[name]) || [];
  return value === true && at !== undefined && at >= lastMessageAt ? at : null;
}

const deleting = new Set(['deleted', 'erased']);
/** Whether it only deletes, restores or empties: accepted even where there is no room for anything else. */
export const onlyDeletes = (fields: object): boolean =>
  Object.entries(fields).every(([name, field]) => deleting.has(name) || field?.[0] === null);

/** JSON with the keys of objects in order: the same value is the same text on both sides. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_, part: Json) => (isObject(part) ? sorted(part) : part));
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function sorted(value: { readonly [key: string]: Json }) {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
