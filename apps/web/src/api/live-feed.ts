import type { FeedName } from '@polylogue/contract';
import type { FeedFrame, LiveSocket, SentFrame, ShownFrame } from './socket.ts';

export interface LiveFeedNeeds {
  /** The number of the last known change. */
  after(): number;
  /** The socket has begun or stopped delivering changes. */
  switched(isOpen: boolean): void;
  /** Who is here, who is typing. */
  shown?(frame: ShownFrame): void;
}

/** The changes of a feed as they arrive over a socket. */
export interface LiveFeed {
  isOpen(): boolean;
  /** The next frame, once it has arrived; null when called off, or when the socket closes. */
  next(signal: AbortSignal): Promise<FeedFrame | null>;
  /** Says something to the others, if the socket is open. */
  tell(frame: SentFrame): boolean;
  /** Whether it is in view. */
  present(is_visible: boolean): void;
  stop(): void;
}

export function liveFeed(
  socket: Pick<LiveSocket, 'watch' | 'isOpen' | 'tell' | 'present'>,
  feed: FeedName,
  { after, switched, shown }: LiveFeedNeeds,
): LiveFeed {
  let frames: FeedFrame[] = [];
  let look = () => {};
  const stop = socket.watch(feed, {
    after,
    heard(frame) {
      frames.push(frame);
      look();
    },
    shown,
    changed() {
      // Frames from an earlier socket say nothing about what follows.
      frames = [];
      switched(socket.isOpen());
      look();
    },
  });
  if (socket.isOpen()) switched(true);
  return {
    isOpen: socket.isOpen,
    tell: socket.tell,
    present: (is_visible) => socket.present(feed, { is_visible }),
    stop,
    async next(signal) {
      while (socket.isOpen() && !signal.aborted) {
        const frame = frames.shift();
        if (frame) return frame;
        const { promise, resolve } = Promise.withResolvers<void>();
        const calledOff = () => resolve();
        look = resolve;
        signal.addEventListener('abort', calledOff);
        await promise;
        signal.removeEventListener('abort', calledOff);
      }
      return null;
    },
  };
}
