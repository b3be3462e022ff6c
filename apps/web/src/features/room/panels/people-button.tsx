import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { counted } from '../../../lib/text/counts.ts';
import { Avatar, PersonIcon, TorchIcon, VisuallyHidden } from '../../../ui/index.ts';
import { nameOf, smallPicture } from '../../person/index.ts';
import { peopleWords } from '../../space/index.ts';
import { lastUnknownGone, membersNow } from '../engine/members-now.ts';
import { namesIn } from '../engine/names.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { othersLending, torchWords } from '../words/torch-words.ts';
import { someMembers } from './queries.ts';
import styles from './room-header.module.css';

interface PeopleButtonProps extends ComponentProps<'button'> {
  room: OpenRoom;
  spaceId: string;
  /** How many members there are. */
  count: number;
  me: string;
}

/** How many faces are shown next to the name. */
const most = 4;

/** How many are in the space, who of them is here, and who lends; a press leads to all of them. */
export function PeopleButton({ room, spaceId, count, me, ...rest }: PeopleButtonProps) {
  const people = useLive(room, (now) => now.people);
  const { here, count: countHere, lent } = useLive(room.presence, (now) => now);
  const members = useSomeMembers(room, spaceId);
  // People who are here come first. Of those who wrote something, some may have left.
  const known = [...Object.keys(here).flatMap((id) => people[id] ?? []), ...members];
  const faces = [...new Map(known.map((person) => [person.user_id, person])).values()]
    .filter(({ user_id }) => user_id !== me)
    .slice(0, most);
  // What one lends oneself stands in the bar over the page.
  const lenders = othersLending(lent, me);
  const { of } = namesIn(people, me, nameOf);
  const torch = torchWords(
    lenders.length,
    lenders.flatMap((id) => (people[id] ? of(people[id]) : [])),
  );
  return (
    <button type="button" className={styles.people} aria-haspopup="dialog" {...rest}>
      <span className={styles.faces} data-known={countHere > 0 || undefined}>
        {faces.map((person) => (
          <span key={person.user_id} className={styles.face} data-here={person.user_id in here || undefined}>
            <Avatar
              id={person.user_id}
              name={nameOf(person)}
              picture={smallPicture(person.profile_picture_url)}
              size={24}
            />
          </span>
        ))}
      </span>
      <span>
        {countHere <= 1 && (
          <span className={styles.few} aria-hidden="true">
            <PersonIcon size={18} />
            {counted(count)}
          </span>
        )}
        {/* One text: of several, a translated page would still show the count before. */}
        <span className={styles.all}>{`${peopleWords(count)}${countHere > 1 ? ', ' : ''}`}</span>
        {countHere > 1 && <span>{counted(countHere)} here</span>}
      </span>
      {torch && (
        <span className={styles.torch} title={torch}>
          <TorchIcon size={16} />
          <span className={styles.torchWords} aria-hidden="true">
            {torch}
          </span>
          <span className={styles.lent} aria-hidden="true">
            lent
          </span>
          <VisuallyHidden>, {torch}</VisuallyHidden>
        </span>
      )}
    </button>
  );
}

/** A few of those who are in the space now. */
function useSomeMembers(room: OpenRoom, spaceId: string) {
  // Their lines are the same as long as this is.
  useLive(room, ({ rows }) => rows.findLast(({ kind }) => kind === 'notice')?.number);
  const people = useLive(room, (now) => now.people);
  const unknown = useLive(room, ({ rows }) => lastUnknownGone(rows));
  const { data = [], refetch } = useQuery(someMembers(spaceId));
  const before = useRef(unknown);
  useEffect(() => {
    if (before.current !== unknown) void refetch();
    before.current = unknown;
  }, [unknown, refetch]);
  return membersNow(data, room.read().rows, people);
}
