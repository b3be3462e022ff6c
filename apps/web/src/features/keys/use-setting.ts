import type { ProviderSetting } from '@polylogue/providers';
import { useSyncExternalStore } from 'react';
import type { SavedProvider } from './setting-reader.ts';
import { settings } from './wiring.ts';

const chosen = () => settings.read();
const none: readonly SavedProvider[] = [];

/** The stored setting, following every save here and in other tabs; null when no (supported) provider is stored. */
export const useSetting = (): ProviderSetting | null =>
  useSyncExternalStore(settings.listen, chosen, () => null);

/** The saved providers that can be used right now, following every save here and in other tabs. */
export const useSavedProviders = (): readonly SavedProvider[] =>
  useSyncExternalStore(settings.listen, settings.saved, () => none);
