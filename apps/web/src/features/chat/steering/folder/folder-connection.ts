import type { FolderModel } from '../../../conversation/index.ts';
import type { ProviderSetting, SavedProvider } from '../../../keys/index.ts';
import { lastMessage } from '../../../messages/index.ts';
import type { ThreadState } from '../../../thread/index.ts';
import type { ModelInUse } from './folder-model.ts';

/** The connection with which a folder's model is asked: to its server; where none is named, rather one that last used this model. */
export function folderConnection(
  { provider, model, host }: FolderModel,
  saved: readonly SavedProvider[],
): ModelInUse | null {
  const all = saved.filter(
    (one) => one.provider === provider && (host === undefined || URL.parse(one.origin)?.host === host),
  );
  const found = all.findLast((one) => one.model === model) ?? all.at(-1);
  return found ? { provider: found.provider, origin: found.origin, model } : null;
}

/** Whether who answers is news in a conversation: another provider was asked last, or none yet. */
export function isNewAnswerer(
  { messages, hasMore }: Pick<ThreadState, 'messages' | 'hasMore'>,
  { type, config }: ProviderSetting,
): boolean {
  const last = lastMessage(messages);
  if (!last) return !hasMore;
  const host = (endpoint = '') => URL.parse(endpoint)?.host;
  return last.asked?.provider !== type || host(last.asked.endpoint) !== host(config.endpoint);
}
