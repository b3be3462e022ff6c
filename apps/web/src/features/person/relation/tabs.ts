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

export function tellTabs(news: News): void {
  channel.postMessage(news);
}

channel.onmessage = async ({ data }: MessageEvent<News>) => {
  if (data.type === 'me-changed') void refreshMe();
  if (data.type === 'related') await assume(queryClient, data.relation);
  void askAgain(queryClient);
};
