import { lazy } from '../../lib/lazy/lazy.ts';

/** What is shown of a stored conversation around its messages, or in their place. */
export const storedParts = lazy(() => import('./stored-parts.ts'));

/** The title of a stored conversation; null: it has none, or is not stored yet. */
export const storedTitle = (id: string): string | null => storedParts.loaded()?.titleOf(id) ?? null;
