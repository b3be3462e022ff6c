import type { News } from './loop.ts';
import type { SavingStatus } from './saving-status.ts';
import type { Streaming } from './streaming.ts';

/** Messages between tabs about the conversations of one owner. */
export type TabMessage =
  | { type: 'changed'; ids: readonly string[] }
  /** Records have changed. */
  | { type: 'records' }
  /** The server now has them: only the list shows that. */
  | { type: 'pushed'; ids: readonly string[] }
  /** There is something to push. */
  | { type: 'wake' }
  | { type: 'status'; status: SavingStatus }
  | { type: 'news'; news: News }
  /** The sending tab is receiving an answer. */
  | { type: 'streaming'; streaming: Streaming }
  /** The sending tab is new and knows nothing yet. */
  | { type: 'hello' };
