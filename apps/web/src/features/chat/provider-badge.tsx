import { Button, HoverCard } from '../../ui/index.ts';
import { ProviderCard, ProviderIcon, type ProviderName, providerOf } from '../keys/index.ts';
import styles from './provider-badge.module.css';

interface ProviderBadgeProps {
  provider: ProviderName | null;
  onChoose(): void;
}

/** Who answers; resting on it says more. */
export function ProviderBadge({ provider, onChoose }: ProviderBadgeProps) {
  if (!provider) {
    return (
      <Button small tone="quiet" className={styles.choose} onClick={onChoose}>
        No provider
      </Button>
    );
  }
  return (
    <HoverCard card={<ProviderCard provider={provider} />} className={styles.badge}>
      <ProviderIcon provider={provider} size={18} />
      <span className={styles.name}>{providerOf(provider).displayName}</span>
    </HoverCard>
  );
}
