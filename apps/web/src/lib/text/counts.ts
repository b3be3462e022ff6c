/** A count with thousands separators, as the interface writes it. */
export const counted = (count: number): string => count.toLocaleString('en-US');

/** The whole number somebody typed, with or without separators between its thousands; NaN when it is none. */
export function typedCount(text: string): number {
  const typed = text.trim();
  if (/^\d+$/.test(typed)) return Number(typed);
  return /^\d{1,3}([.,'’\s_]\d{3})+$/.test(typed) ? Number(typed.replace(/\D/g, '')) : Number.NaN;
}
