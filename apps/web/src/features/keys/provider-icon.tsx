import type { ProviderName } from '@polylogue/providers';
import type { ReactNode } from 'react';
import { LineIcon } from '../../ui/index.ts';

/** Our own icons, drawn after the meaning of each name; none of them is a trademark. */
const marks: Record<ProviderName, ReactNode> = {
  // Open: a ring with an opening, and a dot that came in.
  openai: (
    <>
      <path d="M17.7 6.3a8 8 0 1 0 0 11.4" />
      <circle cx="12" cy="12" r="2.5" fill="currentColor" stroke="none" />
      <path d="M14.5 12H21" />
    </>
  ),
  // Twins.
  gemini: (
    <>
      <circle cx="9" cy="12" r="5.75" />
      <circle cx="15" cy="12" r="5.75" />
    </>
  ),
  // A person with raised arms.
  anthropic: (
    <>
      <circle cx="12" cy="5.5" r="2.5" fill="currentColor" stroke="none" />
      <path d="M4.5 8.5 12 12l7.5-3.5M12 12v2.5m-4 6 4-6 4 6" />
    </>
  ),
  // A light at the bottom of the sea.
  deepseek: (
    <>
      <path d="M4 5.5q4 3 8 0t8 0M6.5 11q2.75 2.2 5.5 0t5.5 0" />
      <path d="m12 14.5 3 3-3 3-3-3z" fill="currentColor" stroke="none" />
    </>
  ),
  // Pieces coming together.
  grok: (
    <>
      <path d="M10 4H6a2 2 0 0 0-2 2v4m10-6h4a2 2 0 0 1 2 2v4m0 4v4a2 2 0 0 1-2 2h-4m-4 0H6a2 2 0 0 1-2-2v-4" />
      <path d="m8.5 15.5 7-7" />
    </>
  ),
};

interface ProviderIconProps {
  provider: ProviderName;
  /** Its name, when no text beside it gives it. */
  label?: string;
  /** In px; 20 by default. */
  size?: number;
}

/** The icon of a provider, bundled so that no other host learns who reads what. */
export function ProviderIcon({ provider, label, size = 20 }: ProviderIconProps) {
  return (
    <LineIcon
      size={size}
      data-provider={provider}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {marks[provider]}
    </LineIcon>
  );
}
