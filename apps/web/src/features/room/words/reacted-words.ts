import type { PostRow } from '@polylogue/contract';
import type { Names } from '../engine/names.ts';

/** Who has reacted with an emoji: "👍 Ada, Ben, and 3 more". */
export function reactedWords(
  { emoji, count, user_ids }: PostRow['reactions'][number],
  { who }: Names,
): string {
  const more = count - user_ids.length;
  const names = [...user_ids.map(who), ...(more > 0 ? [`${more} more`] : [])];
  return `${emoji} ${new Intl.ListFormat('en').format(names)}`;
}
