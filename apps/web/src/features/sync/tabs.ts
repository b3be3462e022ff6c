import type { SavingStatus } from './saving-status.ts';

/** What tabs tell each other about the conversations of one owner. */
export type TabNews =
  | { type: 'changed'; ids: readonly string[] }
  /** The server has them now: only the list shows that. */
  | { type: 'pushed'; ids: readonly string[] }
  /** There is something to push. */
  | { type: 'wake' }
  | { type: 'status'; status: SavingStatus }
  /** A tab has come that knows of no status yet. */
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
