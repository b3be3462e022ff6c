import { queryClient } from '../../../api/query-client.ts';
import { refreshMe } from '../../account/index.ts';
import { askAgain, assume } from './known.ts';
import type { Relation } from './relation.ts';

/** What the other tabs of this browser must learn at once. */
type News =
  | { type: 'related'; relation: Relation }
  | { type: 'requests-changed' }
  | { type: 'blocks-changed' }
  | { type: 'me-changed' };

const channel = new BroadcastChannel('polylogue.people');

const blocking = new Set<() => void>();

/** Calls back when somebody is blocked or unblocked, in this tab or another one of this browser. */
export function onBlocksChanged(listener: () => void): () => void {
  blocking.add(listener);
  return () => void blocking.delete(listener);
}

function noteBlocks(news: News) {
  const isBlock = news.type === 'related' && news.relation.friendship === null;
  if (isBlock || news.type === 'blocks-changed') for (const listener of blocking) listener();
}

export function tellTabs(news: News): void {
  noteBlocks(news);
  channel.postMessage(news);
}

channel.onmessage = async ({ data }: MessageEvent<News>) => {
  noteBlocks(data);
  if (data.type === 'me-changed') void refreshMe();
  if (data.type === 'related') await assume(queryClient, data.relation);
  void askAgain(queryClient);
};
