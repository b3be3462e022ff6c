import type { ReactNode } from 'react';

/** One thing to do. */
export interface MenuItem {
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  act(): void;
}
