import { isLentFor, isLentTo, leastFor, whyNotAnswered } from '@polylogue/sync/turns';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../../api/index.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { friends } from '../../person/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { declineWords } from '../words/decline-words.ts';
import { backgroundWords } from '../words/torch-words.ts';
import type { TurnMessage } from './lines.ts';
import styles from './turn-view.module.css';

interface WhyNotLentProps {
  room: Pick<OpenRoom, 'read' | 'listen' | 'start' | 'presence'>;
  me: string;
  message: TurnMessage;
}

/** How many lenders are named. */
const most = 3;

/** To who asked: why those who lend here were not even asked, and whose page may have been stopped. */
export function WhyNotLent({ room, me, message }: WhyNotLentProps) {
  const { turn, names } = message;
  const lent = useLive(room.presence, (now) => now.lent);
  const role = useLive(room, ({ own }) => own?.role);
  const length = useLive(
    room,
    ({ rows }) => rows.find(({ message_id }) => message_id === turn.question_id)?.body.length ?? 0,
  );
  const isForFriends = Object.values(lent).some(({ to }) => to === 'friends');
  const { data } = useQuery({ ...friends, enabled: isForFriends });
  if (!role || (isForFriends && !data)) return null;
  const lending = Object.entries(lent).filter(
    ([id, lend]) => id !== me && isLentFor(lend, turn.is_automatic === true, message.id),
  );
  const away = backgroundWords(
    lending.map(([id]) => id),
    lent,
    names,
  );
  const reasons = lending.flatMap(([id, lend]) => {
    if (turn.segments.some(({ holder_id }) => holder_id === id)) return [];
    const asker = { user_id: me, role, is_friend: data?.some(({ user }) => user.user_id === id) ?? false };
    const needs = { wants: turn.wants, estimate: leastFor(length) };
    const why = isLentTo(lend, asker)
      ? whyNotAnswered(lend, lend.spent_today, needs, serverNow())
      : 'not-allowed';
    return why ? [names.sentence(declineWords(why, id, names))] : [];
  });
  const said = [...reasons.slice(0, most), ...(away === null ? [] : [names.sentence(away)])];
  if (said.length === 0) return null;
  return <p className={styles.note}>{said.join('. ')}.</p>;
}
