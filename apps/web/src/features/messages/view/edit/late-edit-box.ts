import { lazy } from '../../../../lib/lazy/lazy.ts';

/** Fetched with the first message that can be edited. */
export const editBox = lazy(() => import('./edit-box.tsx').then((file) => file.EditBox));
