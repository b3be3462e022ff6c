import { useEffect, useState } from 'react';
import { browserClock } from '../../lib/schedule/clock.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { Button } from '../../ui/index.ts';
import { nameOf } from '../person/index.ts';
import { namesIn } from './engine/names.ts';
import type { OpenRoom } from './engine/open-room.ts';
import styles from './status-line.module.css';

/** How many people are named. */
const most = 2;
/** Milliseconds that fetching may take before the line says that a stored room is shown. */
const patience = 3_000;

/** Above the text box: who is typing, or why the room may not be current. */
export function StatusLine({ room }: { room: OpenRoom }) {
  const isFailing = useLive(room.isFailing, (now) => now);
  const typing = useLive(room.presence, (now) => now.typing);
  const people = useLive(room, (now) => now.people);
  const { of } = namesIn(people, '', nameOf);
  const names = typing.map((id) => (people[id] ? of(people[id]) : 'Another member'));
  const isEarlier = useIsEarlier(room);
  if (isFailing && navigator.onLine)
    return (
      <div className={styles.line} role="status">
        <NotAnswering room={room} isEarlier={isEarlier} />
      </div>
    );
  return (
    <p className={styles.line} role={isEarlier ? 'status' : undefined}>
      {isEarlier ? 'No connection: this is what you saw last time.' : words(names)}
    </p>
  );
}

/** Says that the server does not answer, and tries again at once if the reader wants to. */
export function NotAnswering({ room, isEarlier = false }: { room: OpenRoom; isEarlier?: boolean }) {
  return (
    <>
      The server is not answering{isEarlier ? ': this is what you saw last time.' : '. Trying again…'}{' '}
      <Button small tone="quiet" onClick={room.wake}>
        Try now
      </Button>
    </>
  );
}

function useIsEarlier(room: OpenRoom): boolean {
  const isCurrent = useLive(room, (now) => now.isCurrent);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isCurrent) return browserClock.after(patience, () => setLate(true));
    setLate(false);
  }, [isCurrent]);
  return isLate && !isCurrent;
}

function words(names: readonly string[]): string {
  // Two who are not known yet have one name.
  if (names.length > most || new Set(names).size < names.length) return 'Several people are typing…';
  if (names.length === 0) return '';
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} typing…`;
}
