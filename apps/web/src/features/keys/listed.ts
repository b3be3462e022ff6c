import type { ListedModel, ProviderSetting } from '@polylogue/providers';

// Listed models can be chosen for as long as the page is open.
const lists = new Map<string, ListedModel[]>();
const listKeyOf = ({ type, config }: ProviderSetting) => `${type} ${config.endpoint}`;

/** The models this endpoint has listed; null before the first list. */
export const listedAt = (setting: ProviderSetting): ListedModel[] | null =>
  lists.get(listKeyOf(setting)) ?? null;

export const rememberListed = (setting: ProviderSetting, models: ListedModel[]): void =>
  void lists.set(listKeyOf(setting), models);
