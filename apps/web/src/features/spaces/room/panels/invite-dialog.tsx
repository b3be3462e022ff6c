import type { OwnSpace, SentInvitation } from '@polylogue/contract';
import { newCode } from '@polylogue/sync/spaces';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copyText } from '../../../../lib/files/clipboard.ts';
import { canShare, share } from '../../../../lib/files/share.ts';
import { Dialog, DialogTitle } from '../../../../ui/dialog/index.ts';
import {
  Button,
  CopyIcon,
  Notice,
  ShareIcon,
  TextField,
  toast,
  VisuallyHidden,
} from '../../../../ui/index.ts';
import { QrCode } from '../../../../ui/qr/index.ts';
import { Select } from '../../../../ui/select/index.ts';
import { Failed, nameOf, orToast, reasonOf } from '../../../person/index.ts';
import {
  joiningAs,
  linkOf,
  makeLink,
  revokeInvitation,
  sentInvitations,
  visibilities,
  whenOf,
} from '../../../space/index.ts';
import { mayLink } from '../words/may-link.ts';
import { InviteFriends } from './invite-friends.tsx';
import styles from './panel.module.css';
import type { PanelProps } from './panel.ts';

/** By link, or friends one by one. */
export function InviteDialog({ own, open, onOpenChange }: Pick<PanelProps, 'own' | 'open' | 'onOpenChange'>) {
  const { space, can } = own;
  const [role, setRole] = useState<SentInvitation['role']>(space.joins_as);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>Invite people</DialogTitle>
      {(can.make_links || can.invite) && (
        <Select
          label="People join as"
          value={role}
          choices={joiningAs}
          onChange={(value) => setRole(value as SentInvitation['role'])}
        />
      )}
      {can.make_links && (mayLink(own) ? <ByLink space={space} role={role} /> : <NoLinks own={own} />)}
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

/** How many hours a link is valid. */
const validities = { 24: '1 day', 168: '7 days', 720: '30 days' };

interface ByLinkProps {
  space: OwnSpace['space'];
  role: SentInvitation['role'];
}

function ByLink({ space: { space_id, name }, role }: ByLinkProps) {
  const [hours, setHours] = useState('168');
  const [made, setMade] = useState<{ url: string; role: SentInvitation['role'] } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  async function make() {
    setBusy(true);
    setError(undefined);
    const code = newCode();
    try {
      await makeLink(space_id, code, { role, hours: Number(hours) });
      setMade({ url: linkOf(code), role });
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  }

  async function copy(link: string) {
    const isCopied = await copyText(link);
    toast(
      isCopied
        ? { title: 'Invitation link copied' }
        : {
            tone: 'destructive',
            title: 'The link could not be copied',
            text: 'Select and copy it in its box',
          },
    );
  }

  return (
    <section className={styles.section} aria-label="By link">
      {made === null ? (
        <>
          <p>A link lets up to 100 people join. Send it to people you know.</p>
          <Select label="Valid for" value={hours} choices={validities} onChange={setHours} />
          <div>
            <Button tone="accent" busy={isBusy} onClick={() => void make()}>
              Create link
            </Button>
          </div>
        </>
      ) : (
        <>
          <TextField
            label="Link"
            readOnly
            value={made.url}
            hint={`People join with it as ${made.role}s. It is shown only once; you can create another at any time.`}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={styles.buttons}>
            <Button tone="accent" onClick={() => void copy(made.url)}>
              <CopyIcon size={18} />
              Copy link
            </Button>
            {canShare() && (
              <Button onClick={() => void share({ title: name, url: made.url })}>
                <ShareIcon size={18} />
                Share
              </Button>
            )}
          </div>
          <QrCode text={made.url} label="The link as a QR code" />
        </>
      )}
      {error !== undefined && (
        <Notice tone="bad" title={error instanceof Error ? error.message : ''}>
          {reasonOf(error)}
        </Notice>
      )}
    </section>
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
