import { Button, HoverCard } from '../../ui/index.ts';
import { ConnectionIcon, ProviderCard, type ProviderSetting, useModelName } from '../keys/index.ts';
import styles from './provider-badge.module.css';

interface ProviderBadgeProps {
  setting: ProviderSetting | null;
  onChoose(): void;
}

/** The model that answers; its hover card is about the provider. */
export function ProviderBadge({ setting, onChoose }: ProviderBadgeProps) {
  const nameOf = useModelName();
  if (!setting) {
    return (
      <Button small tone="quiet" className={styles.choose} onClick={onChoose}>
        No provider
      </Button>
    );
  }
  return (
    <HoverCard card={<ProviderCard provider={setting.type} />} className={styles.badge}>
      <ConnectionIcon provider={setting.type} endpoint={setting.config.endpoint} size={18} />
      <span className={styles.name}>{nameOf(setting.type, setting.config.model)}</span>
    </HoverCard>
  );
}
