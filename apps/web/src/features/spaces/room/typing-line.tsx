import { useLive } from '../../../lib/state/use-live.ts';
import { nameOf } from '../../person/index.ts';
import type { OpenRoom } from './open-room.ts';
import styles from './typing-line.module.css';

/** How many are named. */
const most = 2;

/** Who is typing, above the text box. */
export function TypingLine({ room }: { room: OpenRoom }) {
  const typing = useLive(room.presence, (now) => now.typing);
  const people = useLive(room, (now) => now.people);
  const names = typing.flatMap((id) => people[id] ?? []).map(nameOf);
  return <p className={styles.typing}>{words(names)}</p>;
}

function words(names: readonly string[]): string {
  if (names.length > most) return 'Several people are typing…';
  if (names.length === 0) return '';
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} typing…`;
}
