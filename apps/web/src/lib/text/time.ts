import { once } from './once.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * Writes times in the reader's format. The format is made with the first of them, since it takes 20 ms, too long for a page
 * that is loading; and again where the device has changed its time zone, since a format keeps the one it was made in.
 */
export function timeFormat(options: Intl.DateTimeFormatOptions): (when: Date | number) => string {
  const formatAt = once(() => new Intl.DateTimeFormat(undefined, options));
  return (when) => formatAt(new Date().getTimezoneOffset()).format(when);
}

const short = timeFormat({ hour: '2-digit', minute: '2-digit' });
const withDay = timeFormat({ weekday: 'long', hour: '2-digit', minute: '2-digit' });
const full = timeFormat({ dateStyle: 'long', timeStyle: 'medium' });
const ahead = timeFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** When a session is, or a link expires, in the reader's format. */
export const whenOf = (at: number): string => ahead(at);

/** Hours and minutes, in the reader's format. */
export function shortTime(when: Date): string {
  return short(when);
}

/** Hours and minutes; where it is not today with the day of the week, or with the date once that could be misread. */
export function timeOrDay(when: Date, now = new Date()): string {
  if (when.toDateString() === now.toDateString()) return shortTime(when);
  return when.getTime() - now.getTime() < 6 * day ? withDay(when) : whenOf(when.getTime());
}

/** Date and time to the second, in the reader's format. */
export function fullTime(when: Date): string {
  return full(when);
}

/** When the day of a time (milliseconds since 1970) began here. */
export const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
