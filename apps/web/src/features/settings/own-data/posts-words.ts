import type { OwnPosts } from '@polylogue/contract';
import { day } from '../../../lib/text/ago.ts';

export const postsWords = (count: number): string =>
  count === 1 ? '1 message' : `${count.toLocaleString()} messages`;

export const deletedWords = (count: number): string =>
  `${postsWords(count)} ${count === 1 ? 'is' : 'are'} deleted`;

/** Which space it is, within a sentence. */
export const spaceWords = ({ name, left_at }: Pick<OwnPosts, 'name' | 'left_at'>): string =>
  name ?? `a space you left${left_at === null ? '' : ` on ${day(new Date(left_at))}`}`;
