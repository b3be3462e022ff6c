/** In the format of a field for local times; empty for years that it cannot show. */
export function localInput(date: Date): string {
  if (date.getFullYear() > 9999) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
