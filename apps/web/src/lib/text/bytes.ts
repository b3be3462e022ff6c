const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** As our server counts, so that quotas and usage are given in the same megabytes. */
export const megabyte = 1024 * 1024;

/** A number of bytes in the reader's format: "1.5 MB". */
export function bytes(count: number, language?: string): string {
  let size = count;
  let step = 0;
  for (; size >= 1024 && step < units.length - 1; step++) size /= 1024;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 && step > 0 ? 1 : 0,
  }).format(size);
}
