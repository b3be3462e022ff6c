import type { EarlyEnding, Spent, Started, TurnFailure } from '@polylogue/sync/turns';
import type { SentFrame } from '../../../api/live-frames.ts';
import { advanceSending, newSending, type SendingEvent, type TurnKey } from './turn-sending.ts';

export interface TurnSenderNeeds {
  /** Returns whether the socket was open. */
  send(frame: SentFrame): boolean;
  /** Milliseconds on any clock. */
  now(): number;
  after(ms: number, work: () => void): () => void;
  /** How many turns this browser answers at the same time, over one socket. */
  turns(): number;
}

/**
 * Sends an answer to the server as it comes, and again from wherever the server has lost it (`advanceSending`).
 * @param before the text that this answer continues; its length is the base
 */
export function turnSender(
  { send, now, after, turns }: TurnSenderNeeds,
  turn: TurnKey,
  before: string,
  started: Started,
) {
  let sending = newSending(turn, before, started);
  let callOff: (() => void) | undefined;

  function stop() {
    callOff?.();
    callOff = undefined;
  }

  function tell(event: SendingEvent) {
    const after = advanceSending(sending, event, now(), turns());
    sending = after.sending;
    for (const effect of after.effects) {
      if (effect.do === 'call-off') stop();
      else if (effect.do === 'wait') wait(effect.ms);
      else if (!send(effect.frame) && effect.frame.type === 'append') {
        tell({ type: 'unsent', piece: effect.frame });
        break;
      }
    }
  }

  function wait(ms: number) {
    callOff ??= after(ms, () => tell({ type: 'time-passed' }));
  }

  return {
    text: () => sending.text.slice(sending.base),
    begin: () => tell({ type: 'begun' }),
    add: (text: string) => tell({ type: 'text-added', text }),
    thinking: () => tell({ type: 'thought' }),
    acknowledged: (length: number) => tell({ type: 'acknowledged', length }),
    heartbeat: () => tell({ type: 'asked' }),
    end: (spent: Spent, because: EarlyEnding | null = null) => tell({ type: 'ended', spent, because }),
    fail: (because: TurnFailure, retry_in?: number) => tell({ type: 'failed', because, retry_in }),
    spend: (spent: Spent) => tell({ type: 'spent', spent }),
    stop,
  };
}
export type TurnSender = ReturnType<typeof turnSender>;
