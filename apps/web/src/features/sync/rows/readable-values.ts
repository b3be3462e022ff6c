import { isId, type Json, type StampedField, type StampedFields } from '@polylogue/sync';

export type Rubbish = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Rubbish =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isString = (value: unknown) => typeof value === 'string';

export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** The last millisecond that `Date` knows. */
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 8.64e15;

export const isIdentifier = (value: unknown): value is string => typeof value === 'string' && isId(value);

export const stringOf = (value: unknown, otherwise = '') => (typeof value === 'string' ? value : otherwise);

export const countOf = (value: unknown) => (isCount(value) ? value : 0);

export const stringOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** Our ids begin with when they were made. */
export function timeOf(id: string): number {
  const [, time = ''] = /^([0-9a-f]{8}-[0-9a-f]{4})-7/.exec(id) ?? [];
  return Number.parseInt(time.replace('-', ''), 16) || 0;
}

export function readFields(value: unknown): StampedFields {
  if (!isObject(value)) return {};
  const isField = (field: unknown): field is StampedField =>
    Array.isArray(field) && field[0] !== undefined && typeof field[1] === 'number' && field[1] >= 0;
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, StampedField] => isField(entry[1]) && isJsonValue(entry[1]),
    ),
  );
}

/** The database holds more than JSON does: dates, bytes, what contains itself. */
export function isJsonValue(value: unknown, depth = 0): value is Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > 32) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (Array.isArray(value) || prototype === Object.prototype || prototype === null) &&
    Object.values(value).every((part) => isJsonValue(part, depth + 1))
  );
}
