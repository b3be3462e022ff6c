import type { SocketConnection } from './connections.ts';
import type { KnownFrame } from './frames.ts';
import type { BusEntry } from './node-bus.ts';
import type { presence } from './presence.ts';
import type { LiveTimes } from './times.ts';
import type { TurnListener } from './turn-frames.ts';
import type { watches } from './watches.ts';

interface FramesDeps {
  watching: Pick<ReturnType<typeof watches>, 'watch' | 'leave' | 'checkRights'>;
  here: Pick<ReturnType<typeof presence>, 'set'>;
  turns(): TurnListener | undefined;
  /** Tells this node and all others. */
  everywhere(entry: BusEntry): void;
  now: () => number;
  times: Pick<LiveTimes, 'typing'>;
}

/** Does what a browser's frames say. */
export const browserFrames =
  ({ watching, here, turns, everywhere, now, times }: FramesDeps) =>
  (connection: SocketConnection, frame: KnownFrame): Promise<void> | void => {
    const own = 'feed' in frame ? connection.watched.get(frame.feed) : undefined;
    switch (frame.type) {
      case 'watch':
        return watching.watch(connection, frame.feed, frame.after);
      case 'leave':
        return watching.leave(connection, frame.feed);
      case 'presence': {
        if (!own) return;
        const { id, userId: user_id, signInId: sign_in } = connection;
        const { is_visible, torch } = frame;
        const present = { is_visible, torch, is_silenced: !own.mayWrite };
        return here.set({ key: own.feed.key, connection: id, user_id, sign_in, ...present });
      }
      case 'typing': {
        const last = connection.typed.get(frame.feed) ?? Number.NEGATIVE_INFINITY;
        if (!own?.mayWrite || now() - last < times.typing) return;
        connection.typed.set(frame.feed, now());
        return everywhere({ type: 'typing', key: own.feed.key, user_id: connection.userId });
      }
      default:
        // What an answer cost its holder is theirs to say after they were removed, too.
        if (own || frame.type === 'spent') {
          const { id, userId } = connection;
          const mayAnswer = async (askedBy: string) => {
            const may = () => own?.mayWrite === true && !own.hidden.has(askedBy);
            // A mute that has run out is announced by nobody.
            if (own && !may()) await watching.checkRights(own.feed, [own]);
            return may();
          };
          turns()?.frameReceived(frame, { connection: id, userId, mayAnswer });
        }
    }
  };
