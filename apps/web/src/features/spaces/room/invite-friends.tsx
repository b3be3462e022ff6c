import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/index.ts';
import { friends, nameOf, orToast, PersonList, QueryResult } from '../../person/index.ts';
import { inviteFriend } from '../../space/index.ts';
import styles from './invite-dialog.module.css';

/** The member’s friends, each with a way to invite them. */
export function InviteFriends({ space_id }: { space_id: string }) {
  const query = useQuery(friends);
  const [invited, setInvited] = useState<ReadonlySet<string>>(new Set());
  return (
    <section className={styles.section} aria-label="Friends">
      <h3 className={styles.title}>Friends</h3>
      <QueryResult query={query} waiting="Looking up your friends">
        {(all) =>
          all.length === 0 ? (
            <p className={styles.quiet}>You have no friends here yet. Send them a link.</p>
          ) : (
            <PersonList
              people={all.map(({ user }) => user)}
              label="Friends"
              actions={(person) => (
                <Button
                  small
                  disabled={invited.has(person.user_id)}
                  onClick={() =>
                    void orToast(
                      inviteFriend(space_id, person.user_id).then(() =>
                        setInvited((before) => new Set([...before, person.user_id])),
                      ),
                      `${nameOf(person)} is invited`,
                    )
                  }
                >
                  {invited.has(person.user_id) ? 'Invited' : 'Invite'}
                </Button>
              )}
            />
          )
        }
      </QueryResult>
    </section>
  );
}
