import { dayOf, timeFormat } from '../../../lib/text/time.ts';

const date = timeFormat({ weekday: 'short', day: 'numeric', month: 'short' });
const dateWithYear = timeFormat({ dateStyle: 'medium' });

/** What a day is called on another day, both by when they began. */
export function dayWords(day: number, today: number): string {
  if (day === today) return 'Today';
  // A day has 23 to 25 hours.
  if (day === dayOf(today - 1)) return 'Yesterday';
  const isThisYear = new Date(day).getFullYear() === new Date(today).getFullYear();
  return isThisYear ? date(day) : dateWithYear(day);
}
