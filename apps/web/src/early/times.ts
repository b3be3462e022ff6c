import { room } from './prefetch.ts';

// Part of the first script: between the document and the scripts of a room there is nothing else to do.

/** Has the browser load what it formats times with, 20 ms that the posts of a room would otherwise wait for. */
export function prepareTimes(): void {
  if (!room.test(location.pathname)) return;
  const prepare = () => void new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
  document.addEventListener('readystatechange', prepare, { once: true });
}
