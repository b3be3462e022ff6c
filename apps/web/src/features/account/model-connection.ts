import { useSyncExternalStore } from 'react';
import { storage } from '../../lib/state/storage.ts';

/** The entry that names the chosen provider. Its key is in another one, which this folder may not read. */
const providerEntry = 'ai_provider';

/** Whether this browser has a connected model. */
export const useConnected = (): boolean =>
  useSyncExternalStore(storage.listen, () => storage.read(providerEntry) !== null);
