/** A count with thousands separators, as the interface writes it. */
export const counted = (count: number): string => count.toLocaleString('en-US');

/** How many of something: "1 message", "3,000 messages". */
export const manyOf = (count: number, one: string, more = `${one}s`): string =>
  `${counted(count)} ${count === 1 ? one : more}`;

/** The whole number somebody typed, with or without separators between its thousands; NaN when it is none. */
export function typedCount(text: string): number {
  const typed = text.trim();
  if (/^\d+$/.test(typed)) return Number(typed);
  return /^[1-9]\d{0,2}([.,'’\s_]\d{3})+$/.test(typed) ? Number(typed.replace(/\D/g, '')) : Number.NaN;
}
