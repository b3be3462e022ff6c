import type { SavingStatus } from './saving-status.ts';
import type { Streaming } from './streaming.ts';

/** Messages between tabs about the conversations of one owner. */
export type TabNews =
  | { type: 'changed'; ids: readonly string[] }
  /** The server now has them: only the list shows that. */
  | { type: 'pushed'; ids: readonly string[] }
  /** There is something to push. */
  | { type: 'wake' }
  | { type: 'status'; status: SavingStatus }
  /** The sending tab is receiving an answer. */
  | { type: 'streaming'; streaming: Streaming }
  /** The sending tab is new and knows nothing yet. */
  | { type: 'hello' };

export interface Tabs {
  tell(news: TabNews): void;
  close(): void;
}

export function openTabs(name: string, heard: (news: TabNews) => void): Tabs {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => heard(data as TabNews);
  return {
    tell: (news) => channel.postMessage(news),
    close: () => channel.close(),
  };
}
