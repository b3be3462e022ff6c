import { useSyncExternalStore } from 'react';
import { isWrapping, onWrapping } from './wrapping.ts';

export const useWrapping = (): boolean => useSyncExternalStore(onWrapping, isWrapping, () => false);
