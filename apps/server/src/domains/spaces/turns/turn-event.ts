import { storable } from '@polylogue/sync';
import type { Segment, TurnEvent } from '@polylogue/sync/turns';
import type { FrameSender, TurnFrame } from '../../../platform/live/turn-frames.ts';
import type { RunningTurn } from './running-turn.ts';

/** Translates a frame into an event of the turn's state machine. */
export function turnEventOf(frame: TurnFrame, from: { connection: string; userId: string }): TurnEvent {
  const { connection, userId: holder_id } = from;
  const { epoch } = frame;
  const holder = { holder_id, connection, epoch };
  switch (frame.type) {
    case 'append': {
      const { base, offset, text, is_thinking, started, ended } = frame;
      return {
        type: 'append',
        ...holder,
        base,
        offset,
        text: storable(text),
        ...(is_thinking !== undefined && { is_thinking }),
        ...(started && { started: { ...started, ...storableNames(started) } }),
        ...(ended && { ended }),
      };
    }
    case 'heartbeat':
      return { type: 'heartbeat', ...holder };
    case 'declined':
      return { type: 'declined', ...holder, because: frame.because, retry_in: frame.retry_in };
    case 'failed':
      return { type: 'failed', ...holder, because: frame.because, retry_in: frame.retry_in };
    case 'spent':
      return { type: 'spent', holder_id, epoch, spent: frame.spent };
  }
}

/** A holder who may not write any more, or not to who asked, loses the turn as if they had left. */
export async function goneIfSilenced(
  { turn: { holder_id, connection }, info }: RunningTurn,
  { type }: TurnFrame,
  { userId, mayAnswer }: FrameSender,
): Promise<TurnEvent | undefined> {
  if (type === 'spent' || holder_id !== userId || connection === null) return undefined;
  const may = await mayAnswer(info.asked_by ?? '');
  return may ? undefined : { type: 'connection-gone', connection, isLeft: true };
}

const storableNames = ({ provider, model, host }: NonNullable<Segment['started']>) => ({
  provider: storable(provider),
  model: storable(model),
  host: storable(host),
});
