import type { TurnDecline } from '@polylogue/sync/turns';
import type { LiveSocket } from '../../../api/socket.ts';
import { keepWatching } from '../lends/keep-watching.ts';
import type { Offer, Plan } from './plan.ts';
import type { TurnSender } from './turn-sender.ts';

/** A turn that was offered to this browser, until another one has it, or some time after its end. */
export interface OfferedTurn {
  turn: { feed: string; turn_id: string; epoch: number };
  /** Aborted once the turn is none of this browser's business. */
  signal: AbortSignal;
  sender: TurnSender | undefined;
  /** Whom it asks and what pays for it, once that is known. */
  planned: Plan | null;
  /** Nothing more comes from its provider. */
  isOver: boolean;
  /** Its page was left, and what it cost is noted. */
  isLeft: boolean;
  /** In so many milliseconds it may come back, as the server was told. */
  retry_in: number | undefined;
  abort(): void;
  /** In so many milliseconds it may be taken. */
  decline(because: TurnDecline, retry_in?: number): void;
  /** Lets another browser take over immediately. */
  giveUp(): void;
  stopWatching(): void;
}

export function openOffer(
  socket: Pick<LiveSocket, 'watch' | 'send'>,
  { feed, turn_id, epoch }: Offer,
): OfferedTurn {
  const turn = { feed, turn_id, epoch };
  const aborting = new AbortController();
  const run: OfferedTurn = {
    turn,
    signal: aborting.signal,
    sender: undefined,
    planned: null,
    isOver: false,
    isLeft: false,
    retry_in: undefined,
    abort: () => aborting.abort(),
    decline(because, retry_in) {
      run.retry_in = retry_in;
      socket.send({ type: 'declined', ...turn, because, ...(retry_in !== undefined && { retry_in }) });
    },
    giveUp() {
      if (aborting.signal.aborted) return;
      if (run.sender) run.sender.fail('closing');
      else socket.send({ type: 'failed', ...turn, because: 'closing' });
      aborting.abort();
    },
    // Frames of a space that is not watched would be ignored, and a person may leave its page while their key answers.
    stopWatching: keepWatching(socket, feed),
  };
  return run;
}
