import { queryClient } from '../../../api/query-client.ts';
import { refreshMe } from '../../account/index.ts';
import type { Relation } from './relation.ts';
import { applyRelation, refetchPeople } from './relation-cache.ts';

/** Changes that the other tabs of this browser must show, too. */
type TabMessage =
  | { type: 'related'; relation: Relation }
  | { type: 'requests-changed' }
  | { type: 'blocks-changed' }
  | { type: 'me-changed' };

const channel = new BroadcastChannel('polylogue.people');

const blockListeners = new Set<() => void>();

/** Calls back when a person is blocked or unblocked, in any tab of this browser. */
export function onBlocksChanged(listener: () => void): () => void {
  blockListeners.add(listener);
  return () => void blockListeners.delete(listener);
}

function notifyBlockListeners(news: TabMessage) {
  const isBlock = news.type === 'related' && news.relation.friendship === null;
  if (isBlock || news.type === 'blocks-changed') for (const listener of blockListeners) listener();
}

export function notifyTabs(news: TabMessage): void {
  notifyBlockListeners(news);
  channel.postMessage(news);
}

channel.onmessage = async ({ data }: MessageEvent<TabMessage>) => {
  notifyBlockListeners(data);
  if (data.type === 'me-changed') void refreshMe();
  if (data.type === 'related') await applyRelation(queryClient, data.relation);
  void refetchPeople(queryClient);
};
