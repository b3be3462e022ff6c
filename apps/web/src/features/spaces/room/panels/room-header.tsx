import type { OwnSpace } from '@polylogue/contract';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { lazy } from '../../../../lib/lazy/lazy.ts';
import { useLive } from '../../../../lib/state/use-live.ts';
import {
  ArchiveIcon,
  Avatar,
  BellIcon,
  Button,
  ButtonLink,
  CalendarIcon,
  ChevronLeftIcon,
  FlagIcon,
  Menu,
  MoreIcon,
  PersonIcon,
  PlusIcon,
  SettingsIcon,
  SignOutIcon,
  SparkIcon,
  TorchIcon,
  useOpening,
  VisuallyHidden,
} from '../../../../ui/index.ts';
import { nameOf, orToast, smallPicture } from '../../../person/index.ts';
import { archiveSpace, peopleWords } from '../../../space/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { torchWords } from '../words/torch-words.ts';
import styles from './room-header.module.css';

interface RoomHeaderProps {
  room: OpenRoom;
  own: OwnSpace;
  me: string;
  /** How this browser lends. */
  lending?: ReactNode;
  /** Whether this browser has a key that it can use. */
  hasOwnKey: boolean;
  /** Lets this browser answer what its person asks on other devices; missing: it cannot, or it does already. */
  onForSelf?: (() => void) | undefined;
}

const members = lazy(() => import('./members-panel.tsx').then((file) => file.MembersPanel));
const invite = lazy(() => import('./invite-dialog.tsx').then((file) => file.InviteDialog));
const sessions = lazy(() => import('./sessions-panel.tsx').then((file) => file.SessionsPanel));
const costs = lazy(() => import('./costs-panel.tsx').then((file) => file.CostsPanel));
const catchingUp = lazy(() => import('./catch-up-dialog.tsx').then((file) => file.CatchUpDialog));
const notify = lazy(() => import('./notify-dialog.tsx').then((file) => file.NotifyDialog));
const report = lazy(() =>
  import('../list/report-in-space-dialog.tsx').then((file) => file.ReportInSpaceDialog),
);
const settings = lazy(() => import('./settings-dialog.tsx').then((file) => file.SettingsDialog));
const leave = lazy(() => import('./leave-dialog.tsx').then((file) => file.LeaveDialog));

/** How many faces are shown next to the name. */
const most = 4;

/** A space's name, its members, and what can be done with it. */
export function RoomHeader({ room, own, me, lending, hasOwnKey, onForSelf }: RoomHeaderProps) {
  const { space, can, role } = own;
  const [, navigate] = useLocation();
  const people = useLive(room, (now) => now.people);
  const { here, count, lent } = useLive(room.presence, (now) => now);
  const canCatchUp = hasOwnKey && space.ai_mode !== 'off';
  const others = Object.values(people).filter(({ user_id }) => user_id !== me);
  // People who are here come first.
  const faces = [
    ...others.filter(({ user_id }) => user_id in here),
    ...others.filter(({ user_id }) => !(user_id in here)),
  ].slice(0, most);
  const lenders = Object.keys(lent);
  const torch = torchWords(
    lenders.length,
    lenders.flatMap((id) => (id === me ? 'you' : people[id] ? nameOf(people[id]) : [])),
  );
  const panel = useOpening(members, 'Members');
  const invitation = useOpening(invite, 'Invite people');
  const dates = useOpening(sessions, 'Sessions');
  const paying = useOpening(costs, 'Costs of the AI');
  const summary = useOpening(catchingUp, 'Catch me up');
  const notifying = useOpening(notify, 'Notifications');
  const reporting = useOpening(report, 'Report this space');
  const leaving = useOpening(leave, 'Leave space');
  const changing = useOpening(settings, 'Space settings');
  const mayInvite = can.invite || can.make_links;
  const isArchived = space.archived_at !== null;
  const MembersPanel = panel.Part;
  const InviteDialog = invitation.Part;
  const SessionsPanel = dates.Part;
  const CostsPanel = paying.Part;
  const CatchUpDialog = summary.Part;
  const NotifyDialog = notifying.Part;
  const ReportInSpaceDialog = reporting.Part;
  const LeaveDialog = leaving.Part;
  const SettingsDialog = changing.Part;

  return (
    <div className={styles.header}>
      <Link href="/spaces" asChild>
        <ButtonLink tone="quiet" small aria-label="All spaces" title="All spaces">
          <ChevronLeftIcon />
        </ButtonLink>
      </Link>
      {space.picture_url && (
        <span className={styles.picture}>
          <Avatar id={space.space_id} name={space.name} picture={space.picture_url} size={28} />
        </span>
      )}
      <h1 className={styles.name}>{space.name}</h1>
      <button
        type="button"
        className={styles.people}
        aria-haspopup="dialog"
        {...panel.approaching}
        onClick={() => panel.setOpen(true)}
      >
        <span className={styles.faces} data-known={count > 0 || undefined}>
          {faces.map((person) => (
            <span
              key={person.user_id}
              className={styles.face}
              data-here={person.user_id in here || undefined}
            >
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
          <span className={styles.all}>
            {peopleWords(own.people)}
            {count > 1 && ', '}
          </span>
          {count > 1 && <span>{count} here</span>}
        </span>
        {torch && (
          <span className={styles.torch} title={torch}>
            <TorchIcon size={16} />
            <span className={styles.torchWords} aria-hidden="true">
              {torch}
            </span>
            <VisuallyHidden>, {torch}</VisuallyHidden>
          </span>
        )}
      </button>
      {lending}
      {mayInvite && (
        <Button
          small
          tone="accent"
          className={styles.invite}
          {...invitation.approaching}
          onClick={() => invitation.setOpen(true)}
        >
          <PlusIcon size={16} />
          Invite
        </Button>
      )}
      <Menu
        label="More about this space"
        icon={<MoreIcon />}
        items={[
          ...(mayInvite
            ? [
                {
                  label: 'Invite people',
                  icon: <PlusIcon size={18} />,
                  act: () => invitation.setOpen(true),
                },
              ]
            : []),
          { label: 'Members', icon: <PersonIcon size={18} />, act: () => panel.setOpen(true) },
          { label: 'Sessions', icon: <CalendarIcon size={18} />, act: () => dates.setOpen(true) },
          ...(canCatchUp
            ? [{ label: 'Catch me up', icon: <SparkIcon size={18} />, act: () => summary.setOpen(true) }]
            : []),
          ...(onForSelf
            ? [{ label: 'Answer my other devices', icon: <TorchIcon size={18} />, act: onForSelf }]
            : []),
          { label: 'Costs of the AI', icon: <SparkIcon size={18} />, act: () => paying.setOpen(true) },
          { label: 'Notifications', icon: <BellIcon size={18} />, act: () => notifying.setOpen(true) },
          ...(can.edit
            ? [
                {
                  label: 'Space settings',
                  icon: <SettingsIcon size={18} />,
                  act: () => changing.setOpen(true),
                },
              ]
            : []),
          ...(can.archive
            ? [
                {
                  label: isArchived ? 'Reopen space' : 'Archive space',
                  icon: <ArchiveIcon size={18} />,
                  act: () =>
                    void orToast(
                      archiveSpace(space.space_id, !isArchived),
                      isArchived ? 'The space is reopened' : 'The space is archived',
                    ),
                },
              ]
            : []),
          ...(role === 'owner'
            ? []
            : [
                {
                  label: 'Report this space',
                  icon: <FlagIcon size={18} />,
                  act: () => reporting.setOpen(true),
                },
              ]),
          { label: 'Leave space', icon: <SignOutIcon size={18} />, act: () => leaving.setOpen(true) },
        ]}
      />
      {MembersPanel && (
        <MembersPanel room={room} own={own} me={me} open={panel.isOpen} onOpenChange={panel.setOpen} />
      )}
      {InviteDialog && <InviteDialog own={own} open={invitation.isOpen} onOpenChange={invitation.setOpen} />}
      {SessionsPanel && <SessionsPanel own={own} open={dates.isOpen} onOpenChange={dates.setOpen} />}
      {CostsPanel && (
        <CostsPanel room={room} own={own} me={me} open={paying.isOpen} onOpenChange={paying.setOpen} />
      )}
      {CatchUpDialog && (
        <CatchUpDialog
          room={room}
          space_id={space.space_id}
          me={me}
          open={summary.isOpen}
          onOpenChange={summary.setOpen}
        />
      )}
      {NotifyDialog && (
        <NotifyDialog
          own={own}
          open={notifying.isOpen}
          onOpenChange={notifying.setOpen}
          refresh={room.refresh}
        />
      )}
      {ReportInSpaceDialog && (
        <ReportInSpaceDialog
          spaceId={space.space_id}
          name={space.name}
          open={reporting.isOpen}
          onOpenChange={reporting.setOpen}
        />
      )}
      {SettingsDialog && (
        <SettingsDialog room={room} own={own} open={changing.isOpen} onOpenChange={changing.setOpen} />
      )}
      {LeaveDialog && (
        <LeaveDialog
          own={own}
          open={leaving.isOpen}
          onOpenChange={leaving.setOpen}
          onMembers={() => {
            leaving.setOpen(false);
            panel.setOpen(true);
          }}
          onLeft={() => {
            navigate('/spaces');
            // The page is gone before it would hear of it.
            room.left();
          }}
        />
      )}
    </div>
  );
}
