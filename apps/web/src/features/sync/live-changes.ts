import type { FeedFrame, LiveSocket } from '../../api/socket.ts';

/** Changes of an account as they come over a socket. */
export interface LiveChanges {
  isOpen(): boolean;
  /** The next frame, once it has come; null when it is called off, or the socket closes. */
  next(signal: AbortSignal): Promise<FeedFrame | null>;
  stop(): void;
}

/** `after` says up to where changes are known; `opened` is called when they come over the socket from now on. */
export function liveChanges(
  socket: Pick<LiveSocket, 'watch' | 'isOpen'>,
  after: () => number,
  opened: () => void,
): LiveChanges {
  let frames: FeedFrame[] = [];
  let look = () => {};
  const stop = socket.watch('account', {
    after,
    heard(frame) {
      frames.push(frame);
      look();
    },
    changed() {
      // What came over a socket before says nothing about what follows.
      frames = [];
      if (socket.isOpen()) opened();
      look();
    },
  });
  return {
    isOpen: socket.isOpen,
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
