import type { ReactNode } from 'react';
import { LineIcon } from '../../ui/index.ts';
import type { PresetName } from './presets.ts';

/** Our own icons, like those of the providers. */
const marks: Record<PresetName, ReactNode> = {
  // Two ears and a long neck.
  ollama: <path d="M8.5 20V10.5m7 9.5V10.5M8.5 9 8 4l2.5 2.5h3L16 4l-.5 5a3.5 3.5 0 0 1-7 0" />,
  // A machine on a desk.
  lmstudio: <path d="M5 5h14v10H5zm-2 14h18M9.5 15v4m5-4v4" />,
  // One way in, many out.
  openrouter: <path d="M4 12h5m0 0 5-5.5h6M9 12h11M9 12l5 5.5h6" />,
  other: <path d="M4.5 5h15v5.5h-15zm0 8.5h15V19h-15zM7.5 7.75h.01m-.01 8.5h.01" />,
};

interface PresetIconProps {
  preset: PresetName;
  /** Its name, when no text beside it gives it. */
  label?: string;
  /** In px; 20 by default. */
  size?: number;
}

export function PresetIcon({ preset, label, size = 20 }: PresetIconProps) {
  return (
    <LineIcon
      size={size}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {marks[preset]}
    </LineIcon>
  );
}
