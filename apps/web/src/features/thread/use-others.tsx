import { useMemo } from 'react';
import { type Choice, ProviderIcon, useSavedProviders, useSetting } from '../keys/index.ts';
import type { ReplyItem } from '../messages/index.ts';

/** The other saved providers that can be asked for another reply. */
export function useOthers(onRegenerate: (id: string, choice: Choice) => void): readonly ReplyItem[] {
  const chosen = useSetting()?.type;
  const saved = useSavedProviders();
  return useMemo(
    () =>
      saved
        .filter(({ provider }) => provider !== chosen)
        .map(({ provider, label }) => ({
          label: `Regenerate with ${label}`,
          icon: <ProviderIcon provider={provider} size={18} />,
          act: (id) => onRegenerate(id, { provider }),
        })),
    [saved, chosen, onRegenerate],
  );
}
