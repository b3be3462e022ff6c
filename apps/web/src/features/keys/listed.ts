import type { ListedModel, ProviderSetting } from '@polylogue/providers';

// What an endpoint listed stays good to choose from while the page lives.
const lists = new Map<string, ListedModel[]>();
const placeOf = ({ type, config }: ProviderSetting) => `${type} ${config.endpoint}`;

/** The models this endpoint listed, if it was ever asked. */
export const listedAt = (setting: ProviderSetting): ListedModel[] | null =>
  lists.get(placeOf(setting)) ?? null;

export const rememberListed = (setting: ProviderSetting, models: ListedModel[]): void =>
  void lists.set(placeOf(setting), models);
