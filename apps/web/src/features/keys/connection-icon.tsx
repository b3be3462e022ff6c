import type { ProviderName } from '@polylogue/providers';
import { PresetIcon } from './preset-icon.tsx';
import { presetOf } from './presets.ts';
import { ProviderIcon } from './provider-icon.tsx';

interface ConnectionIconProps {
  provider: ProviderName;
  /** A URL, or its origin. */
  endpoint: string;
  /** Its name, when no text beside it gives it. */
  label?: string;
  /** In px; 20 by default. */
  size?: number;
}

/** The icon of the service at an endpoint, or of its API format when the service is unknown. */
export function ConnectionIcon({ provider, endpoint, ...shown }: ConnectionIconProps) {
  const preset = presetOf(provider, endpoint);
  return preset ? (
    <PresetIcon preset={preset} {...shown} />
  ) : (
    <ProviderIcon provider={provider} {...shown} />
  );
}
