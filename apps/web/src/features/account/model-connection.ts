import { useSyncExternalStore } from 'react';
import { live } from '../../lib/state/live.ts';
import { storage } from '../../lib/state/storage.ts';

/** The entry that names the chosen provider. Its key is in another, which is none of this folder's business. */
const providerEntry = 'ai_provider';

/** Whether somebody has asked for the dialog in which a model is connected: the app opens it, no page of an account may. */
export const connecting = live(false, (_, isWanted: boolean) => isWanted);

/** Whether this browser has a model to ask. */
export const useConnected = (): boolean =>
  useSyncExternalStore(storage.listen, () => storage.read(providerEntry) !== null);
