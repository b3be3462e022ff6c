import { once } from './once.ts';
import { dayOf, timeFormat } from './time.ts';

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['hour', 3_600],
  ['minute', 60],
];

const secondsOfDay = 86_400;

/** Calendar days, each of which has 23 to 25 hours. */
const daysBetween = (when: Date, now: Date): number =>
  Math.round((dayOf(now.getTime()) - dayOf(when.getTime())) / (secondsOfDay * 1_000));

const relative = once((language?: string) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const medium = timeFormat({ dateStyle: 'medium' });

/** How long ago, in the reader's language: "5 minutes ago". In whole minutes or hours; from 24 hours on, in calendar days. */
export function ago(when: Date, now = new Date(), language?: string): string {
  const seconds = Math.max(0, (now.getTime() - when.getTime()) / 1000);
  // What was the day before yesterday is not called yesterday.
  if (seconds >= secondsOfDay) return relative(language).format(-daysBetween(when, now), 'day');
  const [unit, length] = steps.find(([, length]) => seconds >= length) ?? ['second', 60];
  return relative(language).format(-Math.floor(seconds / length), unit);
}

const week = 7 * 86_400_000;

/** How long ago within the last week, otherwise the day. */
export const agoOrDay = (when: Date): string => (Date.now() - when.getTime() < week ? ago(when) : day(when));

/** The day, in the reader's format. */
export function day(when: Date): string {
  return medium(when);
}
