import type { Thread } from '../../thread/index.ts';

/** `isWanted`: whether the chat, and what is sent of it, are still the same as when this was requested. */
type Drop = (isWanted: () => boolean) => Promise<boolean>;

/**
 * Drops the oldest messages once, however often that is requested while its code loads. It does not drop any again
 * before the effect is visible: `meter` reads the meter's state, a new object once it has counted again.
 */
export function dropOnce(thread: Thread, meter: () => unknown, drop: Drop): () => Promise<boolean> {
  let running: { isWanted(): boolean; dropped: Promise<boolean> } | undefined;
  /** Whether everything still looks as it did after messages were last dropped. */
  let isUnseen = () => false;

  async function run(isWanted: () => boolean): Promise<boolean> {
    const isDropped = await drop(isWanted);
    const before = thread.read();
    const countBefore = meter();
    isUnseen = () => {
      const now = thread.read();
      return (
        isDropped &&
        now.messages === before.messages &&
        now.sentFrom === before.sentFrom &&
        meter() === countBefore
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
