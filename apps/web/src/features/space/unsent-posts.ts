import { storage } from '../../lib/state/storage.ts';

const prefix = 'polylogue.posts.';

/** The storage entry of posts that one person has written in one space and that have not been sent yet. */
export const outboxEntry = (user_id: string, space_id: string): string => `${prefix}${user_id}.${space_id}`;

/** How many posts of one person have not been sent yet, by space. */
export const unsentBySpace = (user_id: string): Record<string, number> =>
  Object.fromEntries(
    entries()
      .filter((entry) => entry.startsWith(outboxEntry(user_id, '')))
      .map((entry) => [entry.slice(outboxEntry(user_id, '').length), lengthOf(storage.read(entry))]),
  );

/** A few words on what would be lost with this browser's storage; null if all posts are sent. */
export function unsentPosts(): string | null {
  const count = entries().reduce((sum, entry) => sum + lengthOf(storage.read(entry)), 0);
  if (count === 0) return null;
  return count === 1 ? 'an unsent message in a space' : `${count} unsent messages in spaces`;
}

function entries(): string[] {
  try {
    return Object.keys(localStorage).filter((entry) => entry.startsWith(prefix));
  } catch {
    return [];
  }
}

function lengthOf(text: string | null): number {
  try {
    const posts: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(posts) ? posts.length : 0;
  } catch {
    return 0;
  }
}
