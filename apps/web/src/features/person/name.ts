import type { Me } from '@polylogue/contract';

/** What a person is called: their name where they gave one. */
export function nameOf({ first_name, last_name, username }: Me): string {
  return [first_name, last_name].filter(Boolean).join(' ') || username;
}
