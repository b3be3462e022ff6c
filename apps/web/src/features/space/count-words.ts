/** How many people are in a space, in words. */
export const peopleWords = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** A count of which the server counts no more than 100. */
export const countWords = (count: number): string => (count >= 100 ? '99+' : String(count));
