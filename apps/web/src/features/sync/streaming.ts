import { type Live, live } from '../../lib/state/live.ts';
import { received, receiving } from './receiving.ts';

/** An answer that is being received. */
export interface Streaming {
  conversationId: string;
  messageId: string;
}

type Ids = ReadonlySet<string>;

export interface Streamings extends Pick<Live<Ids>, 'read' | 'listen'> {
  /** This page receives one. Returns what to call at its end. */
  receive(streaming: Streaming): () => void;
  /** Another tab receives one. */
  heard(streaming: Streaming): void;
  /** Says once more what this page receives, to a tab that has just come. */
  tellAll(): void;
}

/** The conversations in which an answer is being received, here or in another tab. */
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
      // Other tabs wait for the lock: before it is held they would take the answer for ended.
      const release = receiving(messageId, () => own.has(messageId) && tell(streaming));
      return () => {
        own.delete(messageId);
        end(messageId);
        release();
      };
    },
    heard(streaming) {
      // Without locks nobody could say when it ends.
      if (own.has(streaming.messageId) || !navigator.locks) return;
      begin(streaming);
      void received(streaming.messageId).then(() => end(streaming.messageId));
    },
    tellAll() {
      for (const streaming of own.values()) tell(streaming);
    },
  };
}
