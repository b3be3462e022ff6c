import type { ListedModel, ProviderSetting } from '@polylogue/providers';
import { isUnencrypted } from './endpoint.ts';
import { listedAt } from './listed.ts';
import { isNoKey } from './stored-setting.ts';

/** Whether an endpoint's models are requested automatically. */
export type Due = 'now' | 'done' | 'on-request';

/** What is known about a connection's models. */
export interface Listed {
  models: readonly ListedModel[] | null;
  /** Whether the host only uses its provider's format. */
  isElsewhere: boolean;
  due: Due;
}

/** A key that others could read on the way is sent only on request. Servers without keys are asked every time. */
export function dueAt(setting: ProviderSetting): Due {
  const { apiKey, endpoint } = setting.config;
  if (isNoKey(apiKey)) return 'now';
  if (listedAt(setting)) return 'done';
  return isUnencrypted(endpoint) ? 'on-request' : 'now';
}
