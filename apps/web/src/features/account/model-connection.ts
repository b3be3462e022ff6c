import { useSyncExternalStore } from 'react';
import { live } from '../../lib/state/live.ts';
import { storage } from '../../lib/state/storage.ts';

/** The entry that names the chosen provider. Its key is in another one, which this folder may not read. */
const providerEntry = 'ai_provider';

/** Whether the dialog for connecting a model is to be open: the app shows it, since account pages may not touch keys. */
export const connectRequested = live(false, (_, isWanted: boolean) => isWanted);

/** Whether this browser has a connected model. */
export const useConnected = (): boolean =>
  useSyncExternalStore(storage.listen, () => storage.read(providerEntry) !== null);
