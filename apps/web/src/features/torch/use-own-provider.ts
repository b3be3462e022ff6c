import { useSavedProviders } from '../keys/index.ts';
import { connectionFor } from './wiring.ts';

/** The provider that would answer one's own question from this browser; null: it has no key that can be used. */
export function useOwnProvider(): string | null {
  // Follows every change of the keys.
  useSavedProviders();
  return connectionFor()?.provider ?? null;
}
