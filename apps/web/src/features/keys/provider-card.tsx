import type { ProviderName } from '@polylogue/providers';
import { providerOf } from './catalog.ts';

/** What stands in the badge's hover card: display name, description and feature tags. */
export function ProviderCard({ provider }: { provider: ProviderName }) {
  const { displayName, description, features } = providerOf(provider);
  return (
    <div>
      <strong>{displayName}</strong>
      <p>{description}</p>
      <ul>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </div>
  );
}
