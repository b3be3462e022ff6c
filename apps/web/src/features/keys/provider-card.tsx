import type { ProviderName } from '@polylogue/providers';
import styles from './card.module.css';
import { providerOf } from './catalog.ts';

/** What the badge's hover card says about a provider: display name, description, feature tags. */
export function ProviderCard({ provider }: { provider: ProviderName }) {
  const { displayName, description, features } = providerOf(provider);
  return (
    <div className={styles.card}>
      <p className={styles.name}>{displayName}</p>
      <p className={styles.quiet}>{description}</p>
      <ul className={styles.tags}>
        {features.map((feature) => (
          <li key={feature} className={styles.tag}>
            {feature}
          </li>
        ))}
      </ul>
    </div>
  );
}
