import type { SavingStatus } from './saving-status.ts';
import type { Streaming } from './streaming.ts';

/** What tabs tell each other about the conversations of one owner. */
export type TabNews =
  | { type: 'changed'; ids: readonly string[] }
  /** The server has them now: only the list shows that. */
  | { type: 'pushed'; ids: readonly string[] }
  /** There is something to push. */
  | { type: 'wake' }
  | { type: 'status'; status: SavingStatus }
  /** That tab receives an answer. */
  | { type: 'streaming'; streaming: Streaming }
  /** A tab has come that knows nothing yet. */
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
