/** The part of an address that leads to a message, and to a word in it. */
export const messageHash = (id: string, word?: string): string =>
  word ? `#${id}=${encodeURIComponent(word)}` : `#${id}`;

/** The message that an address leads to. The skip link also has an address of its own. */
export function addressedBy(hash: string): { id: string; word?: string } | null {
  const [, id, word] = /^#([0-9a-f-]{36})(?:=(.*))?$/s.exec(hash) ?? [];
  if (id === undefined) return null;
  try {
    return word ? { id, word: decodeURIComponent(word) } : { id };
  } catch {
    return { id };
  }
}
