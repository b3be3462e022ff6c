import { useSavedProviders } from '../../keys/index.ts';
import type { ModelEndpoint } from '../models/model-terms.ts';
import { connectionFor } from './own-connections.ts';

/** The models that this browser's keys can answer its own person's questions with, the chosen one first. */
export function useOwnModels(): readonly Pick<ModelEndpoint, 'provider' | 'model'>[] {
  const saved = useSavedProviders();
  return [connectionFor(), ...saved.map(connectionFor)].filter((one) => one !== null);
}
