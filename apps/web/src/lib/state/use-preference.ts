import { useSyncExternalStore } from 'react';
import type { Preference } from './preference.ts';
import { storage } from './storage.ts';

/** The chosen value, kept in step across tabs. */
export const usePreference = <Value extends string>({ read, values }: Preference<Value>): Value =>
  useSyncExternalStore(storage.listen, read, () => values[0] as Value);
