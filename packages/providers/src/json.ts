// Providers and servers that imitate them may send anything: nothing here trusts a shape.

/** The value of a JSON text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value at a path inside an unknown value; undefined if there is none. Path names come from our code only. */
export function at(value: unknown, first: Step, second?: Step, third?: Step): unknown {
  // Called a dozen times per token, so it takes no array.
  const found = inside(value, first);
  if (second === undefined) return found;
  return third === undefined ? inside(found, second) : inside(inside(found, second), third);
}

type Step = string | number;

const inside = (value: unknown, step: Step): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<Step, unknown>)[step] : undefined;

/** A string as it is, anything else as ''. */
export const asString = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A finite number from 0 on; undefined for anything else. */
export const amount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** A whole number from 0 to a trillion, more than any tokens: sums of some stay exact; undefined for anything else. */
export const count = (value: unknown): number | undefined =>
  Number.isInteger(value) && Number(value) <= 1e12 ? amount(value) : undefined;

/** A list as it is, anything else as an empty one. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The entry of a table for a provider's word. */
export const entry = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
