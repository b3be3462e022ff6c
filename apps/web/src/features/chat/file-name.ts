/** A file name that sorts by time, `polylogue-2026-11-21-1042.md`. */
export function fileName(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `polylogue-${day}-${two(at.getHours())}${two(at.getMinutes())}.md`;
}
