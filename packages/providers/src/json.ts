// Providers and the servers that imitate them send what they like: nothing here trusts a shape.

/** The value of JSON text; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What lies at a path inside an unknown value; undefined where there is no such place. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

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
