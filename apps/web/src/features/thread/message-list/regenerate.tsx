import { ChevronDownIcon, IconButton, Menu, RetryIcon } from '../../../ui/index.ts';
import { type Choice, ProviderIcon, useSavedProviders, useSetting } from '../../keys/index.ts';
import styles from './regenerate.module.css';

/** Asks for another reply: of the chosen provider, or of another that is saved. */
export function Regenerate({ onRegenerate }: { onRegenerate(choice: Choice | null): void }) {
  const chosen = useSetting()?.type;
  const others = useSavedProviders().filter(({ provider }) => provider !== chosen);
  return (
    <span className={styles.regenerate}>
      <IconButton label="Regenerate reply" small onClick={() => onRegenerate(null)}>
        <RetryIcon size={16} />
      </IconButton>
      {others.length > 0 && (
        <Menu
          label="Regenerate with…"
          heading="Regenerate with"
          small
          className={styles.others}
          icon={<ChevronDownIcon size={14} />}
          items={others.map(({ provider, label }) => ({
            label,
            icon: <ProviderIcon provider={provider} size={18} />,
            act: () => onRegenerate({ provider }),
          }))}
        />
      )}
    </span>
  );
}
