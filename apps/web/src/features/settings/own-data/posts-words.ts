import type { OwnPosts } from '@polylogue/contract';
import { day } from '../../../lib/text/ago.ts';
import { manyOf } from '../../../lib/text/counts.ts';

export const deletedWords = (count: number): string =>
  `${manyOf(count, 'message')} ${count === 1 ? 'is' : 'are'} deleted`;

/** What deleting so many does. */
export const warningWords = (count: number): string =>
  count === 1
    ? 'Its text and its reactions are deleted for everyone in the space. It stays visible that there was a message, and that you deleted it.'
    : 'Their text and their reactions are deleted for everyone in the space. It stays visible that there were messages, and that you deleted them.';

/** Which space it is, within a sentence. */
export const spaceWords = ({ name, left_at }: Pick<OwnPosts, 'name' | 'left_at'>): string =>
  name ??
  (left_at === null ? 'a space you are no longer in' : `a space you were in until ${day(new Date(left_at))}`);
