import type { SentInvitation } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { whenOf } from '../../../lib/text/time.ts';
import { Dialog, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button, VisuallyHidden } from '../../../ui/index.ts';
import { Select } from '../../../ui/select/index.ts';
import { Failed, nameOf, orToast } from '../../person/index.ts';
import { joiningAs, revokeInvitation, sentInvitations, visibilities } from '../../space/index.ts';
import { mayLink } from '../words/may-link.ts';
import { ByLink } from './by-link.tsx';
import { InviteFriends } from './invite-friends.tsx';
import styles from './panel.module.css';
import type { PanelProps } from './panel.ts';

/** By link, or friends one by one. */
export function InviteDialog({
  own,
  me,
  open,
  onOpenChange,
}: Pick<PanelProps, 'own' | 'me' | 'open' | 'onOpenChange'>) {
  const { space, can } = own;
  const [role, setRole] = useState<SentInvitation['role']>(space.joins_as);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>Invite people</DialogTitle>
      {(can.make_links || can.invite) && (
        <Select
          label="People join as"
          value={role}
          choices={Object.entries(joiningAs)}
          onChange={(value) => setRole(value as SentInvitation['role'])}
        />
      )}
      {can.make_links && (mayLink(own) ? <ByLink own={own} me={me} role={role} /> : <NoLinks own={own} />)}
      {can.invite && <InviteFriends space_id={space.space_id} role={role} />}
      <Open space_id={space.space_id} />
    </Dialog>
  );
}

function NoLinks({ own: { can } }: Pick<PanelProps, 'own'>) {
  return (
    <p>
      Only people who are invited can join this space.{' '}
      {can.set_visibility
        ? `To send a link, choose “${visibilities.link}” under “Edit space”.`
        : 'Its owner can allow links.'}
    </p>
  );
}

const invited = (name: string, role: SentInvitation['role']) =>
  role === 'listener' ? `${name}, as a listener,` : name;

/** Invitations that can still be used, each with a way to revoke it. */
function Open({ space_id }: { space_id: string }) {
  const { data, error, isFetching, refetch } = useQuery(sentInvitations(space_id));
  if (!data && error) return <Failed error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Open invitations">
      <h3 className={styles.title}>Open invitations</h3>
      <ul className={styles.list}>
        {data.map(({ invitation_id, to_user, role, expires_at, uses_left }) => (
          <li key={invitation_id} className={styles.row}>
            <span>
              {to_user ? invited(nameOf(to_user), role) : `A link for ${role}s`}
              <span className={styles.quiet}>
                {' '}
                until {whenOf(expires_at)}
                {uses_left !== null && `, ${uses_left} ${uses_left === 1 ? 'use' : 'uses'} left`}
              </span>
            </span>
            <Button
              small
              tone="quiet"
              onClick={() => void orToast(revokeInvitation(space_id, invitation_id), 'Invitation withdrawn')}
            >
              Withdraw
              <VisuallyHidden>
                {' '}
                {to_user ? `the invitation of ${nameOf(to_user)}` : `the link until ${whenOf(expires_at)}`}
              </VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
