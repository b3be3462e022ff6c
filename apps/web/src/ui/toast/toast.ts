import { live } from '../../lib/state/live.ts';

/** A short message over the page, which goes away after a while. */
export interface Toast {
  title: string;
  text?: string;
  /** Below the text: what somebody else said. */
  more?: string;
  /** `destructive` is for failures: it is read out at once and stays longer. */
  tone?: 'plain' | 'destructive';
  action?: { label: string; act(): void };
  /** Called once it is off the screen, for whatever reason. */
  onGone?(): void;
}

/** A toast on screen, distinguished from an identical one by its id. */
export interface Shown extends Toast {
  id: number;
}

type StoreEvent = { type: 'said'; toast: Shown } | { type: 'closed'; id: number };

/** At most one toast is visible: a newer one replaces an older one. */
export const toasts = live<Shown | null, StoreEvent>(null, (shown, event) => {
  if (event.type === 'said') return event.toast;
  return shown?.id === event.id ? null : shown;
});

let last = 0;

/** Shows a toast, from anywhere. Returns a function that removes it. */
export function toast(said: Toast): () => void {
  last += 1;
  const id = last;
  toasts.dispatch({ type: 'said', toast: { ...said, id } });
  const stop = toasts.listen(() => {
    if (toasts.read()?.id === id) return;
    stop();
    said.onGone?.();
  });
  return () => toasts.dispatch({ type: 'closed', id });
}

/** How long a toast stays, in ms: longer if there is something to read carefully or to press. */
export function stay({ tone, action }: Toast): number {
  return tone === 'destructive' || action ? 10_000 : 5_000;
}
