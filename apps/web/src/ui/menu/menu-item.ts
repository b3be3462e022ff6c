import type { ReactNode } from 'react';

/** One action. */
export interface MenuItem {
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** The keyboard shortcut for it, as shown on the keys. */
  keys?: string;
  act(): void;
}

/** A choice of a few options, with a label. */
export interface MenuChoice {
  label: string;
  choices: readonly { value: string; label: string; icon?: ReactNode }[];
  value: string;
  choose(value: string): void;
}
