import { dayOf } from '../../../lib/text/time.ts';

// Made when first needed: each takes some ms, and most rooms open on the day of their last post.
let date: Intl.DateTimeFormat | undefined;
let dateWithYear: Intl.DateTimeFormat | undefined;

/** What a day is called on another day, both by when they began. */
export function dayWords(day: number, today: number): string {
  if (day === today) return 'Today';
  // A day has 23 to 25 hours.
  if (day === dayOf(today - 1)) return 'Yesterday';
  const isThisYear = new Date(day).getFullYear() === new Date(today).getFullYear();
  if (isThisYear) {
    date ??= new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
    return date.format(day);
  }
  dateWithYear ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
  return dateWithYear.format(day);
}
