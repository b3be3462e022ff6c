import { useSyncExternalStore } from 'react';
import { storage } from '../../lib/state/storage.ts';
import { readTheme, type Theme } from './theme.ts';

/** The chosen theme, kept in step across tabs. */
export const useTheme = (): Theme => useSyncExternalStore(storage.listen, readTheme, (): Theme => 'system');
