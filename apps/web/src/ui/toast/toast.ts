import { live } from '../../lib/state/live.ts';

/** A short message over the page, which goes away after a while. */
export interface Toast {
  title: string;
  text?: string;
  /** Below the text: what someone else wrote, another member or the provider. */
  more?: string;
  /** `destructive` is for failures: it is read out at once and stays longer. */
  tone?: 'plain' | 'destructive';
  action?: { label: string; act(): void };
  /** Called once it is off the screen, for whatever reason. */
  onClose?(): void;
}

/** A toast on screen, distinguished from an identical one by its id. */
export interface ShownToast extends Toast {
  id: number;
}

type StoreEvent = { type: 'shown'; toast: ShownToast } | { type: 'closed'; id: number };

/** At most one toast is visible: a newer one replaces an older one. */
export const toasts = live<ShownToast | null, StoreEvent>(null, (shown, event) => {
  if (event.type === 'shown') return event.toast;
  return shown?.id === event.id ? null : shown;
});

let last = 0;

/** Shows a toast, from anywhere. Returns a function that removes it. */
export function toast(content: Toast): () => void {
  last += 1;
  const id = last;
  toasts.dispatch({ type: 'shown', toast: { ...content, id } });
  const stop = toasts.listen(() => {
    if (toasts.read()?.id === id) return;
    stop();
    content.onClose?.();
  });
  return () => toasts.dispatch({ type: 'closed', id });
}
