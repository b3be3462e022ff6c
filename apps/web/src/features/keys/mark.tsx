import type { ProviderName } from '@polylogue/providers';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import type { PresetName } from './presets.ts';

/** The drawings are not needed before one can type. Bundled, so that no other host learns who reads what. */
export const drawings = lazy(() => import('./marks.tsx').then(({ serviceMarks }) => serviceMarks));

export interface MarkProps {
  of: ProviderName | PresetName;
  /** Its name, when no text beside it gives it. */
  label?: string | undefined;
  /** In px; 20 by default. */
  size?: number | undefined;
}

/** The mark of a provider or a preset, in the colour of the text beside it. */
export function Mark({ of, label, size = 20 }: MarkProps) {
  const drawn = useLazy(drawings, true);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      fillRule="evenodd"
      focusable="false"
      data-provider={of}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {drawn?.[of]}
    </svg>
  );
}
