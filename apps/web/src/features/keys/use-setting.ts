import type { ProviderSetting } from '@polylogue/providers';
import { useSyncExternalStore } from 'react';
import { settings } from './room.ts';

/** The stored setting, following every save here and in other tabs; null when no (supported) provider is stored. */
export const useSetting = (): ProviderSetting | null =>
  useSyncExternalStore(settings.listen, settings.read, () => null);
