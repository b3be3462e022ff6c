import type { FeedFrame } from './live-frames.ts';

/** What a follower of a feed is doing. */
export type Task =
  /** Fetches what there is. */
  | { type: 'load' }
  /** Fetches what has changed since. */
  | { type: 'fetch' }
  /** The same without a socket: the server answers once there is something. */
  | { type: 'poll' }
  /** Waits for a frame. */
  | { type: 'listen' }
  | { type: 'receive'; frame: FeedFrame }
  /** Pauses after so many failures. */
  | { type: 'rest'; failures: number }
  /** Waits until it is woken: nobody looks. */
  | { type: 'sleep' }
  | { type: 'end' };

/**
 * What a task has led to. `behind`: there is more to fetch · `outdated`: everything is to be fetched again · `hidden`: nobody
 * looks.
 */
export type FetchResult = 'current' | 'behind' | 'outdated' | 'hidden';

export interface Following {
  task: Task;
  isLoaded: boolean;
  /** Whether the socket is open. */
  isOpen: boolean;
  /** Something is to be fetched after the task. */
  isBehind: boolean;
  /** In a row. */
  failures: number;
  /** Frames that wait for their turn. */
  frames: readonly FeedFrame[];
}

type FollowEvent =
  /** The socket has opened or closed. */
  | { type: 'switched'; isOpen: boolean }
  | { type: 'arrived'; frame: FeedFrame }
  | { type: 'done'; result: FetchResult }
  | { type: 'failed' }
  /** There may be something new. */
  | { type: 'woken' }
  | { type: 'stopped' };

/** A follower that begins. */
export const startFollowing = (): Following => ({
  task: { type: 'load' },
  isLoaded: false,
  isOpen: false,
  isBehind: false,
  failures: 0,
  frames: [],
});

/** Tasks that end for whatever is more urgent. */
const isIdle = ({ type }: Task) => type === 'poll' || type === 'listen' || type === 'rest';

/** A follower after an event; it starts another task if its task is another object. */
export function afterFeedEvent(now: Following, event: FollowEvent): Following {
  const { task } = now;
  if (task.type === 'end') return now;
  switch (event.type) {
    case 'switched': {
      const { isOpen } = event;
      // Frames from an earlier socket do not connect to those that follow; what came before the first one is fetched.
      const switched = { ...now, isOpen, frames: [], isBehind: now.isBehind || isOpen };
      return task.type === 'listen' || (isOpen && isIdle(task)) ? withTask(switched) : switched;
    }
    case 'arrived': {
      const arrived = { ...now, frames: [...now.frames, event.frame] };
      return task.type === 'listen' ? withTask(arrived) : arrived;
    }
    case 'done': {
      const { result } = event;
      const failures = task.type === 'rest' || task.type === 'receive' ? now.failures : 0;
      const isBehind = now.isBehind || result === 'behind';
      const done = {
        ...now,
        failures,
        isBehind,
        isLoaded: result !== 'outdated' && (now.isLoaded || task.type === 'load'),
      };
      return result === 'hidden' && !isBehind ? { ...done, task: { type: 'sleep' } } : withTask(done);
    }
    case 'failed': {
      const failures = now.failures + 1;
      if (now.isBehind) return withTask({ ...now, failures });
      return { ...now, failures, isBehind: true, task: { type: 'rest', failures } };
    }
    case 'woken': {
      const woken = { ...now, isBehind: true };
      return task.type === 'sleep' || isIdle(task) ? withTask(woken) : woken;
    }
    case 'stopped':
      return { ...now, frames: [], task: { type: 'end' } };
  }
}

function withTask(now: Following): Following {
  if (!now.isLoaded) return { ...now, isBehind: false, task: { type: 'load' } };
  if (now.isBehind) return { ...now, isBehind: false, task: { type: 'fetch' } };
  if (!now.isOpen) return { ...now, task: { type: 'poll' } };
  const [frame, ...frames] = now.frames;
  return frame ? { ...now, frames, task: { type: 'receive', frame } } : { ...now, task: { type: 'listen' } };
}

/** How a frame continues what is known up to the change `cursor`; `next`: it does. */
export function placeOfFrame(frame: FeedFrame, cursor: number): 'next' | 'hint' | FetchResult {
  if (frame.type === 'resync') return 'outdated';
  if (frame.seq <= cursor) return 'current';
  if (frame.type === 'hint') return 'hint';
  return frame.before > cursor ? 'behind' : 'next';
}
