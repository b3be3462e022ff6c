import type { OwnSpace } from '@polylogue/contract';
import { useMemo } from 'react';
import type { Live } from '../../../lib/state/live.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { counted } from '../../../lib/text/counts.ts';
import { Button, Disclosure, VisuallyHidden } from '../../../ui/index.ts';
import type { Target } from '../../messages/index.ts';
import { nameOf, orFail, orToast } from '../../person/index.ts';
import { namesIn } from '../engine/names.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { pinsOf } from '../engine/room.ts';
import { aiNameOf } from '../words/asking.ts';
import styles from './pinned-bar.module.css';
import { quoteText } from './quotes.ts';

interface PinnedBarProps {
  room: OpenRoom;
  own: OwnSpace;
  me: string;
  goingTo: Pick<Live<Target, Target>, 'dispatch'>;
}

/** The pinned messages of a room, as one line that opens. */
export function PinnedBar({ room, own, me, goingTo }: PinnedBarProps) {
  const rows = useLive(room, (now) => now.rows);
  const pinned = useLive(room, (now) => now.pinned);
  const people = useLive(room, (now) => now.people);
  const pins = useMemo(() => pinsOf({ own, rows, pinned }), [own, rows, pinned]);
  if (pins.length === 0) return null;
  const names = namesIn(people, me, nameOf);
  const unpin = (message_id: string) => {
    const unpinned = room.setPinned(message_id, false);
    void orToast(orFail('The message was not taken off', unpinned), 'Message unpinned');
  };
  const [last] = pins.slice(-1);
  return (
    <section className={styles.bar} aria-label="Pinned messages">
      <Disclosure
        title={
          <span className={styles.title}>
            {pins.length === 1 ? 'Pinned' : `${counted(pins.length)} pinned`}
            <span className={styles.last} dir="auto">
              {last && quoteText(last)}
            </span>
          </span>
        }
      >
        <ul className={styles.list}>
          {pins.map((row) => (
            <li key={row.message_id} className={styles.pin}>
              <button
                type="button"
                className={styles.words}
                onClick={() => goingTo.dispatch({ id: row.message_id })}
              >
                <cite>{row.turn ? aiNameOf(own.space) : names.sentence(names.who(row.by_id))}</cite>{' '}
                <span dir="auto">{quoteText(row)}</span>
                {row.is_off_record && <em> off the record: not sent to the AI</em>}
              </button>
              {own.can.pin && (
                <Button small tone="quiet" onClick={() => unpin(row.message_id)}>
                  Unpin<VisuallyHidden> {quoteText(row).slice(0, 40)}</VisuallyHidden>
                </Button>
              )}
            </li>
          ))}
        </ul>
        <p className={styles.hint}>The AI is sent these with every question.</p>
      </Disclosure>
    </section>
  );
}
