import type { Thread } from '../../thread/index.ts';

/** `isWanted`: whether the chat is still the one, as it was sent, that this was asked for in. */
type Drop = (isWanted: () => boolean) => Promise<boolean>;

/**
 * Drops the oldest messages once, however often that is asked for before it is done: its code has to come first. Nor
 * again before it is seen: `shown` is what the meter says, another object once it has counted again.
 */
export function openDropping(thread: Thread, shown: () => unknown, drop: Drop): () => Promise<boolean> {
  let running: { isWanted(): boolean; dropped: Promise<boolean> } | undefined;
  /** Whether all looks as it did when messages were dropped last. */
  let isUnseen = () => false;

  async function run(isWanted: () => boolean): Promise<boolean> {
    const isDropped = await drop(isWanted);
    const before = thread.read();
    const meter = shown();
    isUnseen = () => {
      const now = thread.read();
      return (
        isDropped && now.messages === before.messages && now.sentFrom === before.sentFrom && shown() === meter
      );
    };
    return isDropped;
  }

  return () => {
    if (isUnseen()) return Promise.resolve(true);
    if (running?.isWanted()) return running.dropped;
    const { messages, sentFrom } = thread.read();
    const first = messages[0]?.id;
    const isWanted = () => {
      const now = thread.read();
      return now.messages[0]?.id === first && now.sentFrom === sentFrom;
    };
    const here = {
      isWanted,
      dropped: run(isWanted).finally(() => {
        if (running === here) running = undefined;
      }),
    };
    running = here;
    return here.dropped;
  };
}
