import type { Toast } from './toast.ts';

/** How long a toast stays, in ms: longer if there is something to read carefully or to press. */
export function toastDuration({ tone, action }: Toast): number {
  return tone === 'destructive' || action ? 10_000 : 5_000;
}
