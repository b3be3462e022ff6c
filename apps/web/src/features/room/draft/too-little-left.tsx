import { type Amount, type Lend, leastFor, whyNotAnswered } from '@polylogue/sync/turns';
import { useLive } from '../../../lib/state/use-live.ts';
import { Button } from '../../../ui/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import type { WaitingTurn } from '../list/turn-parts.ts';
import styles from './before-turn.module.css';

interface TooLittleLeftProps {
  room: Pick<OpenRoom, 'read' | 'listen' | 'start'>;
  me: string;
  turn: WaitingTurn;
  lend: Lend;
  /** What is used of it today. */
  spent: Amount;
  onChange(turn: WaitingTurn): void;
}

/** To a lender whose limits do not pay for a question that waits. What else is wrong, the bar over the page says. */
export function TooLittleLeft({ room, me, turn, lend, spent, onChange }: TooLittleLeftProps) {
  const { turn_id, wants } = turn;
  const length = useLive(room, ({ rows }) => {
    const asked = rows.find(({ message_id }) => message_id === turn_id)?.turn;
    return rows.find(({ message_id }) => message_id === asked?.question_id)?.body.length ?? 0;
  });
  // Its row says why this browser did not take it.
  const declined = useLive(
    room,
    ({ rows }) =>
      rows
        .find(({ message_id }) => message_id === turn_id)
        ?.turn?.segments.findLast(({ holder_id }) => holder_id === me)?.declined,
  );
  const why = whyNotAnswered(lend, spent, { wants, estimate: leastFor(length) }, Date.now());
  if (!limiting.has(declined ?? why ?? '')) return null;
  return (
    <>
      {!declined && (
        <p className={styles.note}>What is left of what you lend does not pay for this question.</p>
      )}
      <Button small onClick={() => onChange(turn)}>
        Change…
      </Button>
    </>
  );
}

const limiting: ReadonlySet<string> = new Set(['used-up', 'no-room', 'too-long', 'hour']);
