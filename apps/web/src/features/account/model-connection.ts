import { useSyncExternalStore } from 'react';
import { live } from '../../lib/state/live.ts';
import { storage } from '../../lib/state/storage.ts';

/** The entry that names the chosen provider. Its key is in another one, which is none of this folder's business. */
const providerEntry = 'ai_provider';

/** Whether the dialog for connecting a model is wanted: the app opens it, since account pages may not touch keys. */
export const connecting = live(false, (_, isWanted: boolean) => isWanted);

/** Whether this browser has a model to ask. */
export const useConnected = (): boolean =>
  useSyncExternalStore(storage.listen, () => storage.read(providerEntry) !== null);
