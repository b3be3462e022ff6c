import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Avatar, Button, classes, VisuallyHidden } from '../../../ui/index.ts';
import { Failed, nameOf, orToast, PersonLink, smallPicture } from '../../person/index.ts';
import { liftBan } from '../../space/index.ts';
import { namesIn } from '../engine/names.ts';
import type { People } from '../engine/room.ts';
import { asPerson } from '../words/as-person.ts';
import styles from './panel.module.css';
import { bannedFrom } from './queries.ts';

/** People who are banned from the space, each with a way to lift the ban. */
export function Banned({ space_id, people }: { space_id: string; people: People }) {
  const title = useId();
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(bannedFrom(space_id));
  const banned = data?.pages.flatMap((page) => page.people) ?? [];
  const all = { ...people, ...Object.fromEntries(banned.map((one) => [one.user_id, one])) };
  const name = namesIn(all, '', nameOf).of;
  if (!data && error) return <Failed error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
  if (banned.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={title}>
      <h3 id={title} className={styles.title}>
        Banned
      </h3>
      <ul className={styles.list} aria-labelledby={title}>
        {banned.map((person) => (
          <li key={person.user_id} className={styles.member}>
            <Avatar
              id={person.user_id}
              name={nameOf(person)}
              picture={smallPicture(person.profile_picture_url)}
              size={40}
            />
            <span className={classes(styles.entry, styles.words)}>
              <PersonLink person={asPerson(person)}>{name(person)}</PersonLink>
            </span>
            <Button
              small
              onClick={() =>
                void orToast(liftBan(space_id, person.user_id), `${name(person)} can join again`)
              }
            >
              Lift ban<VisuallyHidden> of {name(person)}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button small busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}
