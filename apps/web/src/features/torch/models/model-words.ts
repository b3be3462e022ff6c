import { catalog, isProvider } from '@polylogue/providers/catalog';
import { modelName } from '@polylogue/providers/known-models';

/** What a model is called, by its provider and id; the id where nothing is known of it. */
export const nameOfModel = (provider: string, model: string): string =>
  isProvider(provider) ? modelName(provider, model) : model;

/** Who is paid for the models of a provider. */
export const companyOf = (provider: string): string =>
  isProvider(provider) ? catalog[provider].company : provider;
