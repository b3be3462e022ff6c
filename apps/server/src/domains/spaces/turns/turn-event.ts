import { storable } from '@polylogue/sync';
import type { Segment, TurnEvent } from '@polylogue/sync/turns';
import type { TurnFrame } from '../../../platform/live/turn-frames.ts';

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

const storableNames = ({ provider, model, host }: NonNullable<Segment['started']>) => ({
  provider: storable(provider),
  model: storable(model),
  host: storable(host),
});
