import { useMemo } from 'react';
import {
  type Choice,
  ConnectionIcon,
  isChosen,
  useModelName,
  useSavedProviders,
  useSetting,
} from '../keys/index.ts';
import type { ReplyItem } from '../messages/index.ts';

/** Menu items that regenerate a reply with another saved connection. */
export function useRegenerateItems(onRegenerate: (id: string, choice: Choice) => void): readonly ReplyItem[] {
  const setting = useSetting();
  const saved = useSavedProviders();
  const nameOf = useModelName();
  return useMemo(
    () =>
      saved
        .filter((one) => !isChosen(one, setting))
        .map(({ provider, origin, name, model }) => ({
          label: `Regenerate with ${name} · ${nameOf(provider, model)}`,
          icon: <ConnectionIcon provider={provider} endpoint={origin} size={18} />,
          act: (id) => onRegenerate(id, { provider, origin }),
        })),
    [saved, setting, nameOf, onRegenerate],
  );
}
