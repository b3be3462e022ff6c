import { queryClient } from '../../../api/query-client.ts';
import { refreshMe } from '../../account/index.ts';
import type { Relation } from './relation.ts';
import { applyRelation, refetchPeople } from './relation-cache.ts';

/** Changes that the other tabs of this browser must show, too. */
type TabMessage =
  | { type: 'related'; relation: Relation }
  | { type: 'requests-changed' }
  | { type: 'blocks-changed' }
  | { type: 'me-changed' }
  | { type: 'spaces-changed' };

const channel = new BroadcastChannel('polylogue.people');

const blockListeners: (() => void)[] = [];

/** Calls back when a person is blocked or unblocked, in any tab of this browser. */
export const onBlocksChanged = (listener: () => void) => void blockListeners.push(listener);

function notifyBlockListeners(news: TabMessage) {
  const isBlock = news.type === 'related' && news.relation.friendship === null;
  if (isBlock || news.type === 'blocks-changed') for (const listener of blockListeners) listener();
}

/** Calls back when another tab of this browser has changed something about spaces, or learned of a change. */
export function onSpacesChanged(listener: () => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => data.type === 'spaces-changed' && listener();
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}

export function notifyTabs(news: TabMessage): void {
  notifyBlockListeners(news);
  channel.postMessage(news);
}

channel.onmessage = async ({ data }: MessageEvent<TabMessage>) => {
  if (data.type === 'spaces-changed') return;
  notifyBlockListeners(data);
  if (data.type === 'me-changed') void refreshMe();
  if (data.type === 'related') await applyRelation(queryClient, data.relation);
  void refetchPeople(queryClient);
};
