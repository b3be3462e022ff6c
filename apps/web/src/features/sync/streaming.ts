import { type Live, live } from '../../lib/state/live.ts';
import { received, receiving } from './receiving.ts';

/** An answer being received. */
export interface Streaming {
  conversationId: string;
  messageId: string;
}

type Ids = ReadonlySet<string>;

export interface Streamings extends Pick<Live<Ids>, 'read' | 'listen'> {
  /** This page is receiving one. Returns a function to call at its end. */
  receive(streaming: Streaming): () => void;
  /** Another tab is receiving one. */
  heard(streaming: Streaming): void;
  /** Repeats what this page is receiving, for a newly opened tab. */
  tellAll(): void;
}

/** The conversations with an answer being received, here or in another tab. */
export function streamings(tell: (streaming: Streaming) => void): Streamings {
  const running = new Map<string, string>();
  const own = new Map<string, Streaming>();
  const ids = live<Ids, Ids>(new Set(), (before, after) =>
    before.size === after.size && [...before].every((id) => after.has(id)) ? before : after,
  );
  const look = () => ids.dispatch(new Set(running.values()));

  function begin({ conversationId, messageId }: Streaming) {
    running.set(messageId, conversationId);
    look();
  }

  function end(messageId: string) {
    running.delete(messageId);
    look();
  }

  return {
    read: ids.read,
    listen: ids.listen,
    receive(streaming) {
      const { messageId } = streaming;
      begin(streaming);
      own.set(messageId, streaming);
      // Other tabs wait for the lock: told before it is held, they would assume that the answer has ended.
      const release = receiving(messageId, () => own.has(messageId) && tell(streaming));
      return () => {
        own.delete(messageId);
        end(messageId);
        release();
      };
    },
    heard(streaming) {
      // Without locks there is no way to tell when it ends.
      if (own.has(streaming.messageId) || !navigator.locks) return;
      begin(streaming);
      void received(streaming.messageId).then(() => end(streaming.messageId));
    },
    tellAll() {
      for (const streaming of own.values()) tell(streaming);
    },
  };
}
