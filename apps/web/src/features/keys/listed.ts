import type { ListedModel, ProviderSetting } from '@polylogue/providers';
import { travelsInClear } from './endpoint.ts';
import { isNoKey } from './setting.ts';

/** Whether an endpoint is asked for its models automatically. */
export type Due = 'now' | 'done' | 'on-request';

/** What is known about a connection's models. */
export interface Listed {
  models: readonly ListedModel[] | null;
  /** Whether the host only uses its provider's format. */
  isElsewhere: boolean;
  due: Due;
}

// What an endpoint listed can be chosen from for as long as the page lives.
const lists = new Map<string, ListedModel[]>();
const placeOf = ({ type, config }: ProviderSetting) => `${type} ${config.endpoint}`;

/** The models this endpoint listed, if it was ever asked. */
export const listedAt = (setting: ProviderSetting): ListedModel[] | null =>
  lists.get(placeOf(setting)) ?? null;

export const rememberListed = (setting: ProviderSetting, models: ListedModel[]): void =>
  void lists.set(placeOf(setting), models);

/** A key that others could read on the way is sent only on request. Servers without keys are always asked again. */
export function dueAt(setting: ProviderSetting): Due {
  const { apiKey, endpoint } = setting.config;
  if (isNoKey(apiKey)) return 'now';
  if (listedAt(setting)) return 'done';
  return travelsInClear(endpoint) ? 'on-request' : 'now';
}
