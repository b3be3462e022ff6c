const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** When a session is, in the reader's locale. */
export const whenOf = (starts_at: number): string => date.format(starts_at);

/** How many people are in a space, in words. */
export const peopleWords = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** A count of which the server counts no more than 100. */
export const countWords = (count: number): string => (count >= 100 ? '99+' : String(count));
