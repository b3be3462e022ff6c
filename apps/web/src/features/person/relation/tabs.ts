import { queryClient } from '../../../api/query-client.ts';
import { openChannel } from '../../../lib/page/channel.ts';
import { listenersOf } from '../../../lib/state/listeners.ts';
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

const channel = openChannel<TabMessage>('polylogue.people', async (news) => {
  if (news.type === 'spaces-changed') return spacesChanged.dispatch();
  notifyBlockListeners(news);
  if (news.type === 'me-changed') void refreshMe();
  if (news.type === 'related') await applyRelation(queryClient, news.relation);
  void refetchPeople(queryClient);
});

const blockListeners: (() => void)[] = [];

/** Calls back when a person is blocked or unblocked, in any tab of this browser. */
export const onBlocksChanged = (listener: () => void) => void blockListeners.push(listener);

function notifyBlockListeners(news: TabMessage) {
  const isBlock = news.type === 'related' && news.relation.friendship === null;
  if (isBlock || news.type === 'blocks-changed') for (const listener of blockListeners) listener();
}

const spacesChanged = listenersOf<[]>();
/** Calls back when another tab of this browser has changed something about spaces, or learned of a change. */
export const onSpacesChanged = spacesChanged.add;

export function notifyTabs(news: TabMessage): void {
  notifyBlockListeners(news);
  channel.postMessage(news);
}
