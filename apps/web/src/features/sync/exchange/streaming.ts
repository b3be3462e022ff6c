import { lockReply, whenReceived } from '../store/receiving.ts';

/** An answer being received. */
export interface Streaming {
  conversationId: string;
  messageId: string;
}

export interface Streamings {
  /** This page is receiving one. Returns a function to call at its end. */
  receive(streaming: Streaming): () => void;
  /** Another tab is receiving one. */
  startedElsewhere(streaming: Streaming): void;
  /** Repeats what this page is receiving, for a newly opened tab. */
  publishAll(): void;
}

interface StreamingsNeeds {
  /** Tells the other tabs. */
  publish(streaming: Streaming): void;
  /** The conversations with an answer being received, here or in another tab. */
  onIds(ids: ReadonlySet<string>): void;
}

/** Knows which answers are being received, here and in other tabs. */
export function streamings({ publish, onIds }: StreamingsNeeds): Streamings {
  const running = new Map<string, string>();
  const own = new Map<string, Streaming>();
  const update = () => onIds(new Set(running.values()));

  function begin({ conversationId, messageId }: Streaming) {
    running.set(messageId, conversationId);
    update();
  }

  function end(messageId: string) {
    running.delete(messageId);
    update();
  }

  return {
    receive(streaming) {
      const { messageId } = streaming;
      begin(streaming);
      own.set(messageId, streaming);
      // Other tabs wait for the lock: notified before it is held, they would assume that the answer has ended.
      const release = lockReply(messageId, () => own.has(messageId) && publish(streaming));
      return () => {
        own.delete(messageId);
        end(messageId);
        release();
      };
    },
    startedElsewhere(streaming) {
      if (own.has(streaming.messageId)) return;
      begin(streaming);
      // Without locks there is no way to tell when it ends, and it counts as ended at once.
      void whenReceived(streaming.messageId).then(() => end(streaming.messageId));
    },
    publishAll() {
      for (const streaming of own.values()) publish(streaming);
    },
  };
}
