// Providers and the servers that imitate them send what they like: nothing here trusts a shape.

/** The value of JSON text; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What lies at a path inside an unknown value; undefined where there is no such place. Names are ours, never theirs. */
export function at(value: unknown, first: Step, second?: Step, third?: Step): unknown {
  // Asked a dozen times for every token: no list of steps is made.
  const found = inside(value, first);
  if (second === undefined) return found;
  return third === undefined ? inside(found, second) : inside(inside(found, second), third);
}

type Step = string | number;

const inside = (value: unknown, step: Step): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<Step, unknown>)[step] : undefined;

/** A string as it is, anything else as none. */
export const words = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A finite number from 0 on; undefined for anything else. */
export const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** A list as it is, anything else as an empty one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a table of ours says for a word of theirs. */
export const entry = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
