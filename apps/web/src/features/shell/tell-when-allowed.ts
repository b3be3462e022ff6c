import type { Notification } from '@polylogue/contract';

type Tell = (known: readonly Notification[], since: number, go: (path: string) => void) => Promise<void>;

/** Hands what is known to code that is fetched only where the browser may show notifications. */
export function tellingWhenAllowed(fetchTell: () => Promise<Tell>) {
  /** What was there when the page was opened was to be seen there (milliseconds since 1970). */
  let since: number | undefined;
  return (known: readonly Notification[], go: (path: string) => void): void => {
    since ??= Math.max(0, ...known.map(({ created_at }) => created_at));
    const from = since;
    if (globalThis.Notification?.permission !== 'granted') return;
    // If its code cannot be fetched, what comes next tries again.
    fetchTell().then(
      (tell) => void tell(known, from, go),
      () => {},
    );
  };
}
