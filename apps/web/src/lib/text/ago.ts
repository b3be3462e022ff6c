const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago, in the reader's language, in whole minutes, hours or days: "5 minutes ago". */
export function ago(when: Date, now = new Date(), language?: string): string {
  const seconds = Math.max(0, (now.getTime() - when.getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, length] = steps.find(([, length]) => seconds >= length) ?? ['second', 60];
  return format.format(-Math.floor(seconds / length), unit);
}

/** The day, in the reader's format. */
export function day(when: Date): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(when);
}
