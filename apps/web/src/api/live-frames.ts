import type { BrowserFrame, FeedName, ServerFrame, Torch } from '@polylogue/contract';

/** What arrives for a feed: its changes, a hint that there are some, or that all of it must be fetched again. */
export type FeedFrame =
  | Extract<ServerFrame, { type: 'feed' | 'resync' }>
  | { type: 'hint'; feed: FeedName; seq: number };

/**
 * Who is present or typing, the growing answer of an AI, what the reader does on other devices, and for an account what
 * happens in its spaces. None of it is stored.
 */
export type TransientFrame = Extract<ServerFrame, { type: 'presence' | 'typing' | 'delta' | 'own' | 'news' }>;
/** What a browser sends on its own initiative. */
export type SentFrame = Extract<
  BrowserFrame,
  { type: 'typing' | 'append' | 'heartbeat' | 'declined' | 'failed' | 'spent' }
>;

/** A listener of one feed. */
export interface FeedWatcher {
  /** The number of the last known change. */
  after(): number;
  onFrame(frame: FeedFrame): void;
  onTransientFrame?: ((frame: TransientFrame) => void) | undefined;
  /** The socket has opened or closed: changes arrive only while it is open. */
  onSwitch(): void;
  /** It needs no changes, only frames about turns, and those in a hidden tab, too. */
  isForTurns?: boolean;
}

/** How this browser is present in a space. */
export interface OwnPresence {
  is_visible: boolean;
  torch: Torch | undefined;
}
