import type { FeedName } from '@polylogue/contract';
import type { FeedFrame, LiveSocket, SentFrame, TransientFrame } from './socket.ts';

export interface LiveFeedNeeds {
  /** The number of the last known change. */
  after(): number;
  /** The socket has begun or stopped delivering changes. */
  onSwitch(isOpen: boolean): void;
  /** Who is present or typing, and the growing answer of an AI. */
  onTransientFrame?(frame: TransientFrame): void;
}

/** The changes of a feed as they arrive over a socket. */
export interface LiveFeed {
  isOpen(): boolean;
  /** The next frame, once it has arrived; null when aborted, or when the socket closes. */
  next(signal: AbortSignal): Promise<FeedFrame | null>;
  /** Sends a frame if the socket is open; returns whether it was. */
  send(frame: SentFrame): boolean;
  /** Whether the feed is in view. */
  setVisible(is_visible: boolean): void;
  stop(): void;
}

export function liveFeed(
  socket: Pick<LiveSocket, 'watch' | 'isOpen' | 'send' | 'setPresence'>,
  feed: FeedName,
  { after, onSwitch, onTransientFrame }: LiveFeedNeeds,
): LiveFeed {
  let frames: FeedFrame[] = [];
  let wake = () => {};
  const stop = socket.watch(feed, {
    after,
    onFrame(frame) {
      frames.push(frame);
      wake();
    },
    onTransientFrame,
    onSwitch() {
      // Frames from an earlier socket do not connect to those that follow.
      frames = [];
      onSwitch(socket.isOpen());
      wake();
    },
  });
  if (socket.isOpen()) onSwitch(true);
  return {
    isOpen: socket.isOpen,
    send: socket.send,
    setVisible: (is_visible) => socket.setPresence(feed, { is_visible }),
    stop,
    async next(signal) {
      while (socket.isOpen() && !signal.aborted) {
        const frame = frames.shift();
        if (frame) return frame;
        const { promise, resolve } = Promise.withResolvers<void>();
        const aborted = () => resolve();
        wake = resolve;
        signal.addEventListener('abort', aborted);
        await promise;
        signal.removeEventListener('abort', aborted);
      }
      return null;
    },
  };
}
