/** `14:05`, with the day where it is not today (milliseconds since 1970). */
export function timeInWords(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return new Date(at).toLocaleString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    ...(!isToday && { weekday: 'long' as const }),
  });
}
