import { once } from './once.ts';

const day = 24 * 60 * 60 * 1000;

// Created when the first time is shown: they take 20 ms, too long for a page that is loading.
const short = once(() => new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }));
const withDay = once(
  () => new Intl.DateTimeFormat(undefined, { weekday: 'long', hour: '2-digit', minute: '2-digit' }),
);
const full = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'medium' }));
const ahead = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }));

/** When a session is, or a link expires, in the reader's format. */
export const whenOf = (at: number): string => ahead().format(at);

/** Hours and minutes, in the reader's format. */
export function shortTime(when: Date): string {
  return short().format(when);
}

/** Hours and minutes; where it is not today with the day of the week, or with the date once that could be misread. */
export function timeOrDay(when: Date, now = new Date()): string {
  if (when.toDateString() === now.toDateString()) return shortTime(when);
  return when.getTime() - now.getTime() < 6 * day ? withDay().format(when) : whenOf(when.getTime());
}

/** Date and time to the second, in the reader's format. */
export function fullTime(when: Date): string {
  return full().format(when);
}

/** When the day of a time (milliseconds since 1970) began here. */
export const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
