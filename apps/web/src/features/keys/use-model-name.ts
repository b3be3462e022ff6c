import type { ProviderName } from '@polylogue/providers';
import { useCallback } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { knownModels, storedModelInfo } from './wiring.ts';

/** The table of models: not needed before one can type. */
export const modelTable = lazy(knownModels);

/** Writes the names of models as the catalogue spells them; until it is loaded, as they were stored, or as ids. */
export function useModelName(): (provider: ProviderName, model: string) => string {
  const table = useLazy(modelTable, true);
  return useCallback(
    (provider, model) => {
      const info = table?.modelInfo(provider, model);
      if (info) return info.displayName;
      const stored = storedModelInfo();
      return stored?.version === model ? stored.name : model;
    },
    [table],
  );
}
