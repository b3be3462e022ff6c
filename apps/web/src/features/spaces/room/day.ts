const date = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const dateWithYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** When the day of a time began here. */
export const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** What a day is called on another day, both by when they began. */
export function dayWords(day: number, today: number): string {
  if (day === today) return 'Today';
  // A day has 23 to 25 hours.
  if (day === dayOf(today - 1)) return 'Yesterday';
  const isThisYear = new Date(day).getFullYear() === new Date(today).getFullYear();
  return (isThisYear ? date : dateWithYear).format(day);
}
