import type { SentInvitation } from '@polylogue/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button, VisuallyHidden } from '../../../ui/index.ts';
import { friends, nameOf, orToast, PersonList, QueryResult } from '../../person/index.ts';
import { inviteFriend, sentInvitations } from '../../space/index.ts';
import styles from './panel.module.css';
import { spaceMembers } from './queries.ts';

/** The member’s friends, each with a way to invite them. */
export function InviteFriends({ space_id, role }: { space_id: string; role: SentInvitation['role'] }) {
  const query = useQuery(friends);
  // The first hundred: of anyone else the server says that they are already in the space.
  const { data: members } = useInfiniteQuery(spaceMembers(space_id));
  const { data: sent } = useQuery(sentInvitations(space_id));
  const isMember = (id: string) =>
    members?.pages.some((page) => page.members.some(({ user_id }) => user_id === id)) ?? false;
  const isInvited = (id: string) => sent?.some(({ to_user }) => to_user?.user_id === id) ?? false;
  return (
    <section className={styles.section} aria-label="Friends">
      <h3 className={styles.title}>Friends</h3>
      <QueryResult query={query} waiting="Loading your friends">
        {(all) =>
          all.length === 0 ? (
            <p className={styles.quiet}>
              You have no friends here yet. <Link href="/community?view=find">Find people</Link>.
            </p>
          ) : (
            <PersonList
              people={all.map(({ user }) => user)}
              label="Friends"
              actions={({ user_id, ...person }) =>
                isMember(user_id) ? (
                  <span className={styles.quiet}>Already here</span>
                ) : (
                  <InviteButton
                    space_id={space_id}
                    to_user={user_id}
                    role={role}
                    name={nameOf(person)}
                    isInvited={isInvited(user_id)}
                  />
                )
              }
            />
          )
        }
      </QueryResult>
    </section>
  );
}

interface InviteButtonProps {
  space_id: string;
  to_user: string;
  role: SentInvitation['role'];
  name: string;
  isInvited: boolean;
}

function InviteButton({ space_id, to_user, role, name, isInvited }: InviteButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function invite() {
    setBusy(true);
    await orToast(inviteFriend(space_id, { to_user, role }), `${name} is invited`);
    setBusy(false);
  }

  return (
    <Button small disabled={isInvited} busy={isBusy} onClick={() => void invite()}>
      {isInvited ? 'Invited' : 'Invite'}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  );
}
