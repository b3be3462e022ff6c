import type { ProviderName } from '@polylogue/providers';
import { isElsewhere } from './endpoint.ts';
import { Mark, type MarkProps } from './mark.tsx';
import { presetOf } from './presets.ts';

interface ConnectionIconProps extends Omit<MarkProps, 'of'> {
  provider: ProviderName;
  /** A URL, or its origin. */
  endpoint: string;
}

/** The mark of the service at an endpoint. */
export function ConnectionIcon({ provider, endpoint, ...shown }: ConnectionIconProps) {
  // Anyone's server may speak OpenAI's format: that makes it nothing of OpenAI's.
  const format = provider === 'openai' && isElsewhere(provider, endpoint) ? 'other' : provider;
  return <Mark of={presetOf(provider, endpoint) ?? format} {...shown} />;
}
