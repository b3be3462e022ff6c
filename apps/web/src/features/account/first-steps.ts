import { useMemo, useSyncExternalStore } from 'react';
import { storage } from '../../lib/state/storage.ts';

const entry = 'polylogue.first-steps';

/** Which of the dashboard's first steps were done in this browser; `hidden`: the whole list is dismissed. */
type Taken = 'invited' | 'introduced' | 'hidden';

export function completeStep(step: Taken): void {
  storage.write(entry, [...new Set([...words(storage.read(entry)), step])].join(' '));
}

export function useCompletedSteps(): ReadonlySet<string> {
  const saved = useSyncExternalStore(storage.listen, () => storage.read(entry));
  return useMemo(() => new Set(words(saved)), [saved]);
}

const words = (saved: string | null) => saved?.split(' ') ?? [];
