import type { ReactNode } from 'react';

/** One thing to do. */
export interface MenuItem {
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** The keys that do the same, as they are written on the keyboard. */
  keys?: string;
  act(): void;
}

/** One of a few, under a name of its own. */
export interface MenuChoice {
  label: string;
  choices: readonly { value: string; label: string; icon?: ReactNode }[];
  value: string;
  choose(value: string): void;
}
