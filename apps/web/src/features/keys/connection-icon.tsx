import type { ProviderName } from '@polylogue/providers';
import { PresetIcon } from './preset-icon.tsx';
import { presetOf } from './presets.ts';
import { ProviderIcon } from './provider-icon.tsx';

interface ConnectionIconProps {
  provider: ProviderName;
  /** A URL, or its origin. */
  endpoint: string;
  /** Its name, where no words beside it say it. */
  label?: string;
  /** px, 20 unless told. */
  size?: number;
}

/** The mark of what runs at an endpoint; of the format it speaks where that is not known. */
export function ConnectionIcon({ provider, endpoint, ...shown }: ConnectionIconProps) {
  const preset = presetOf(provider, endpoint);
  return preset ? (
    <PresetIcon preset={preset.name} {...shown} />
  ) : (
    <ProviderIcon provider={provider} {...shown} />
  );
}
