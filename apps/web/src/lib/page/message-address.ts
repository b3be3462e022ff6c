/** What an address leads to. */
export interface Addressed {
  id: string;
  words?: readonly string[];
}

/** The part of an address that leads to a message, and to words in it. */
export const messageHash = (id: string, words: readonly string[] = []): string =>
  words.length > 0 ? `#${id}=${words.map(encodeURIComponent).join('&')}` : `#${id}`;

/** The message that an address leads to. The skip link also has an address of its own. */
export function addressedBy(hash: string): Addressed | null {
  const [, id, words] = /^#([0-9a-f-]{36})(?:=(.*))?$/s.exec(hash) ?? [];
  if (id === undefined) return null;
  try {
    return words ? { id, words: words.split('&').map(decodeURIComponent) } : { id };
  } catch {
    return { id };
  }
}
