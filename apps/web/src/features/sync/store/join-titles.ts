import { fieldValue } from '@polylogue/sync';
import type { NamedRecord } from '../rows/record-names.ts';
import type { ShownConversation } from './store-reads.ts';

/** How many are named. */
const most = 3;

/** A few conversations by title, and what else there is: “One”, “Two” and 4 more conversations. */
export function joinTitles(
  conversations: readonly Pick<ShownConversation, 'fields'>[],
  others: readonly NamedRecord[] = [],
): string {
  const all = [
    ...conversations.map(({ fields }) => {
      const title = fieldValue(fields, 'title');
      return typeof title === 'string' && title.trim()
        ? `“${title.trim()}”`
        : 'a conversation without a title';
    }),
    ...others.map(({ title }) => `your ${title.charAt(0).toLowerCase()}${title.slice(1)}`),
  ];
  const words = all.slice(0, most);
  const more = all.length - words.length;
  const noun = others.length > 0 ? 'thing' : 'conversation';
  if (more > 0) words.push(`${more} more ${noun}${more === 1 ? '' : 's'}`);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
