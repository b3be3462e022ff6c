const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** When a session is, in the reader's locale. */
export const whenOf = (starts_at: number): string => date.format(starts_at);

/** How many people are in a space, in words. */
export const peopleWords = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** How many posts are unread. */
export const unreadWords = (unread: number): string => (unread >= 100 ? '99+' : String(unread));
