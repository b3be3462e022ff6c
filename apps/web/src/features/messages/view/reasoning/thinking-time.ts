/** A duration in milliseconds, in words; null if it is too short to mention. */
export function inSeconds(milliseconds: number): string | null {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 1) return null;
  if (seconds < 60) return `${seconds} s`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
