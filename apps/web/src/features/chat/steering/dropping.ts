import type { Thread } from '../../thread/index.ts';

/** `isWanted`: whether the chat is still the one, as it was sent, that this was asked for in. */
type Drop = (isWanted: () => boolean) => Promise<boolean>;

/** Drops the oldest messages once, however often that is asked for before it is done: its code has to come first. */
export function openDropping(thread: Thread, drop: Drop): () => Promise<boolean> {
  let running: { isWanted(): boolean; dropped: Promise<boolean> } | undefined;
  return () => {
    if (running?.isWanted()) return running.dropped;
    const { messages, sentFrom } = thread.read();
    const first = messages[0]?.id;
    const isWanted = () => {
      const now = thread.read();
      return now.messages[0]?.id === first && now.sentFrom === sentFrom;
    };
    const run = {
      isWanted,
      dropped: drop(isWanted).finally(() => {
        if (running === run) running = undefined;
      }),
    };
    running = run;
    return run.dropped;
  };
}
