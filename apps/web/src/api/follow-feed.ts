import type { FeedName } from '@polylogue/contract';
import { pauseAfter } from '../lib/schedule/backoff.ts';
import type { Clock } from '../lib/schedule/clock.ts';
import { afterFeedEvent, type FetchResult, placeOfFrame, startFollowing, type Task } from './following.ts';
import type { FeedFrame, TransientFrame } from './live-frames.ts';
import type { LiveSocket } from './socket.ts';

type ChangesFrame = Extract<FeedFrame, { type: 'feed' }>;

export interface FollowNeeds {
  feed: FeedName;
  /** Brings changes while it is open; without one they are polled. Called once something has been loaded. */
  socket?: (() => Pick<LiveSocket, 'watch' | 'isOpen'>) | undefined;
  /** The number of the last known change. */
  cursor(): number | Promise<number>;
  /** Fetches what there is. */
  load(signal: AbortSignal): Promise<FetchResult>;
  /** Fetches what has changed since. @param seconds for which the server may wait for a change */
  fetch(seconds: number, signal: AbortSignal): Promise<FetchResult>;
  /** Applies the changes that follow on from what is known; false: they must be fetched. */
  apply(frame: ChangesFrame, signal: AbortSignal): Promise<boolean> | boolean;
  /** Milliseconds until a fetch after a hint. */
  spread?(): number;
  /** Something has failed; returns whether to stop following. */
  onFailure(error: unknown): boolean;
  onTask?(task: Task): void;
  onTransientFrame?: ((frame: TransientFrame) => void) | undefined;
  /** The socket has begun or stopped delivering changes. */
  onSwitch?(isOpen: boolean): void;
  clock: Pick<Clock, 'after'>;
  /** From 0 to 1. */
  random(): number;
}

export interface FeedFollower {
  /** Whether it will fetch as soon as its task is done. */
  isBehind(): boolean;
  /** Whether it waits until it is woken. */
  isAsleep(): boolean;
  /** There may be something new: fetches without delay. */
  wake(): void;
  /** The server may be there again: ends a pause. */
  retry(): void;
  stop(): void;
}

/** Seconds for which the server may hold a poll. */
const longPoll = 25;

/** Follows a feed: first what there is, then its changes, over a socket or by polling, until it is stopped. */
export function followFeed(needs: FollowNeeds): FeedFollower {
  const { feed, socket, clock, random, onTask, onTransientFrame } = needs;
  let now = startFollowing();
  let control = new AbortController();
  let cursor = 0;
  let last = Promise.resolve();
  let stopWatching: (() => void) | undefined;

  function tell(event: Parameters<typeof afterFeedEvent>[1]) {
    const { task } = now;
    now = afterFeedEvent(now, event);
    if (now.task !== task) start(now.task);
  }

  function start(task: Task) {
    control.abort();
    if (task.type === 'end') return stopWatching?.();
    control = new AbortController();
    const { signal } = control;
    // A fetch that was aborted may still be storing what it has.
    last = last.then(() => run(task, signal));
  }

  async function run(task: Task, signal: AbortSignal) {
    if (signal.aborted) return;
    onTask?.(task);
    try {
      const result = await resultOf(task, signal);
      if (result && !signal.aborted) tell({ type: 'done', result });
    } catch (error) {
      if (signal.aborted) return;
      tell({ type: needs.onFailure(error) ? 'stopped' : 'failed' });
    }
  }

  async function resultOf(task: Task, signal: AbortSignal): Promise<FetchResult | undefined> {
    switch (task.type) {
      case 'load':
        return fetched(await needs.load(signal), signal);
      case 'fetch':
      case 'poll':
        return fetched(await needs.fetch(task.type === 'poll' ? longPoll : 0, signal), signal);
      case 'receive':
        return receive(task.frame, signal);
      case 'rest':
        return pause(pauseAfter(task.failures, random()), signal);
    }
  }

  async function fetched(result: FetchResult, signal: AbortSignal): Promise<FetchResult> {
    cursor = await needs.cursor();
    if (result === 'current' && !signal.aborted) watch();
    return result;
  }

  async function receive(frame: FeedFrame, signal: AbortSignal): Promise<FetchResult> {
    const place = placeOfFrame(frame, await needs.cursor());
    if (place === 'hint') {
      const ms = needs.spread?.() ?? 0;
      return ms > 0 ? pause(ms, signal) : 'behind';
    }
    if (place !== 'next') return place;
    if (!(await needs.apply(frame as ChangesFrame, signal))) return 'behind';
    cursor = await needs.cursor();
    return 'current';
  }

  /** Then it fetches. */
  function pause(ms: number, signal: AbortSignal): Promise<FetchResult> {
    return new Promise((resolve) => {
      const callOff = clock.after(ms, () => resolve('behind'));
      signal.addEventListener('abort', () => {
        callOff();
        resolve('behind');
      });
    });
  }

  function watch() {
    if (stopWatching || !socket) return;
    const wire = socket();
    const onSwitch = () => {
      needs.onSwitch?.(wire.isOpen());
      tell({ type: 'switched', isOpen: wire.isOpen() });
    };
    stopWatching = wire.watch(feed, {
      after: () => cursor,
      onFrame: (frame) => tell({ type: 'arrived', frame }),
      onTransientFrame,
      onSwitch,
    });
    if (wire.isOpen()) onSwitch();
  }

  start(now.task);
  return {
    isBehind: () => now.isBehind,
    isAsleep: () => now.task.type === 'sleep',
    wake: () => tell({ type: 'woken' }),
    retry() {
      if (now.task.type === 'rest') tell({ type: 'woken' });
    },
    stop: () => tell({ type: 'stopped' }),
  };
}
