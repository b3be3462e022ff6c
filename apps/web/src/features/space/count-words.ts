import { manyOf } from '../../lib/text/counts.ts';
/** How many people are in a space, in words. */
export const peopleWords = (count: number): string => manyOf(count, 'person', 'people');

/** A count of which the server counts no more than 100. */
export const countWords = (count: number): string => (count >= 100 ? '99+' : String(count));
