import { IconButton, type MenuItem, RetryIcon } from '../../../ui/index.ts';
import { type Choice, ProviderIcon, useSavedProviders, useSetting } from '../../keys/index.ts';

/** Asks for another reply, of the chosen provider. */
export function Regenerate({ onRegenerate }: { onRegenerate(choice: Choice | null): void }) {
  return (
    <IconButton label="Regenerate reply" small onClick={() => onRegenerate(null)}>
      <RetryIcon size={16} />
    </IconButton>
  );
}

/** The other saved providers that can be asked for another reply. */
export function useOthers(onRegenerate: (choice: Choice) => void): MenuItem[] {
  const chosen = useSetting()?.type;
  return useSavedProviders()
    .filter(({ provider }) => provider !== chosen)
    .map(({ provider, label }) => ({
      label: `Regenerate with ${label}`,
      icon: <ProviderIcon provider={provider} size={18} />,
      act: () => onRegenerate({ provider }),
    }));
}
