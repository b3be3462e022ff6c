import { fieldValue } from '@polylogue/sync';
import type { ShownConversation } from './store-reads.ts';

/** How many are named. */
const most = 3;

/** A few conversations by title: “One”, “Two” and 4 more conversations. */
export function joinTitles(all: readonly Pick<ShownConversation, 'fields'>[]): string {
  const words = all.slice(0, most).map(({ fields }) => {
    const title = fieldValue(fields, 'title');
    return typeof title === 'string' && title.trim() ? `“${title.trim()}”` : 'a conversation without a title';
  });
  const more = all.length - words.length;
  if (more > 0) words.push(more === 1 ? '1 more conversation' : `${more} more conversations`);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
