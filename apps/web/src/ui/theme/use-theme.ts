import { useSyncExternalStore } from 'react';
import { storage } from '../../lib/state/storage.ts';
import { readTheme, type Theme } from './theme.ts';

/** The chosen theme, followed in every tab. */
export const useTheme = (): Theme => useSyncExternalStore(storage.listen, readTheme, (): Theme => 'system');
