import { isProvider, providerOf } from '../keys/index.ts';
import { modelName } from '../keys/model-names.ts';

/** What a model is called, by its provider and id; the id where nothing is known of it. */
export const nameOfModel = (provider: string, model: string): string =>
  isProvider(provider) ? modelName(provider, model) : model;

/** Who is paid for the models of a provider. */
export const companyOf = (provider: string): string =>
  isProvider(provider) ? providerOf(provider).company : provider;
