import type { OwnSpace, SpaceMember, SpacePerson } from '@polylogue/contract';
import { outranks } from '@polylogue/sync/spaces';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../../api/index.ts';
import { useDebounced } from '../../../../lib/schedule/use-debounced.ts';
import { useLive } from '../../../../lib/state/use-live.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Drawer } from '../../../../ui/drawer/index.ts';
import { Avatar, Button, Menu, type MenuItem, MoreIcon, TextField } from '../../../../ui/index.ts';
import { nameOf, orToast, PersonLink, QueryResult, reasonOf, smallPicture } from '../../../person/index.ts';
import { changeRole, handOver, mute, removeMember } from '../../../space/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import type { Presence } from '../engine/presence.ts';
import { asPerson } from '../words/as-person.ts';
import { lentWords, limitWords } from '../words/torch-words.ts';
import { Banned } from './banned.tsx';
import styles from './members-panel.module.css';
import { spaceMembers } from './queries.ts';

interface MembersPanelProps {
  room: OpenRoom;
  own: OwnSpace;
  me: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}

interface Shown {
  member: SpaceMember;
  person: SpacePerson;
}

const roles = { owner: 'Owner', host: 'Host', member: 'Member', listener: 'Listener' };

const day = 24 * 3_600_000;
/** From this many on, members are worth searching. */
const many = 9;
/** How long to wait after the last key press before asking the server, in ms. */
const pause = 250;

/** Who is in the space, with the actions for each. */
export function MembersPanel({ room, own, me, open, onOpenChange }: MembersPanelProps) {
  // The feed has a notice when someone joins or leaves.
  const notice = useLive(room, ({ rows }) => rows.findLast(({ kind }) => kind === 'notice')?.number);
  const { here, lent } = useLive(room.presence, (now) => now);
  const [text, setText] = useState('');
  const sought = useDebounced(text, pause).trim();
  const query = useInfiniteQuery({
    ...spaceMembers(own.space.space_id, sought),
    enabled: open,
    placeholderData: (before) => before,
  });
  const { refetch } = query;
  useEffect(() => {
    if (open && notice) void refetch();
  }, [open, notice, refetch]);
  const [removing, setRemoving] = useState<(Shown & { isBan: boolean }) | null>(null);
  const [following, setFollowing] = useState<Shown | null>(null);
  return (
    <>
      <Drawer side="end" open={open} onOpenChange={onOpenChange} title="Members">
        <div className={styles.content}>
          {own.space.about && (
            <p className={styles.about} dir="auto">
              {own.space.about}
            </p>
          )}
          {(own.people >= many || text !== '') && (
            <TextField
              type="search"
              label="Username or first name"
              value={text}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <QueryResult query={query} waiting="Looking up the members">
            {({ pages }) => {
              const people = new Map(pages.flatMap((page) => page.people).map((one) => [one.user_id, one]));
              const shown = pages
                .flatMap(({ members }) => members)
                .flatMap((member): Shown[] => {
                  const person = people.get(member.user_id);
                  return member.left_at === null && person ? [{ member, person }] : [];
                });
              if (shown.length === 0) {
                return <p role="status">No member’s name begins with “{sought}”.</p>;
              }
              return (
                <ul className={styles.list} aria-label="Members">
                  {shown.map(({ member, person }) => (
                    <li key={member.user_id} className={styles.row}>
                      <Avatar
                        id={person.user_id}
                        name={nameOf(person)}
                        picture={smallPicture(person.profile_picture_url)}
                        size={40}
                      />
                      <span className={styles.words}>
                        {member.user_id === me ? (
                          <span>{nameOf(person)} (you)</span>
                        ) : (
                          <PersonLink person={asPerson(person)} />
                        )}
                        <span className={styles.role}>
                          {roles[member.role]}
                          {isMuted(member) && ', muted'}
                          {member.user_id in here && ', here now'}
                          {lendingWords(lent[member.user_id])}
                        </span>
                      </span>
                      <MemberMenu
                        own={own}
                        me={me}
                        shown={{ member, person }}
                        onRemove={(isBan) => setRemoving({ member, person, isBan })}
                        onHandOver={() => setFollowing({ member, person })}
                      />
                    </li>
                  ))}
                </ul>
              );
            }}
          </QueryResult>
          {query.hasNextPage && (
            <Button small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          )}
          {own.can.remove && text === '' && <Banned space_id={own.space.space_id} />}
        </div>
      </Drawer>
      {following && (
        <ConfirmDialog
          open
          onOpenChange={() => setFollowing(null)}
          title={`Make ${nameOf(following.person)} the owner?`}
          label="Hand over"
          busyLabel="Handing over…"
          failed="The space was not handed over"
          why={reasonOf}
          act={async () => {
            await handOver(own.space.space_id, following.member.user_id);
            room.refresh();
          }}
        >
          <p>You stay as a host. Only the new owner can make you the owner again.</p>
        </ConfirmDialog>
      )}
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={`${removing.isBan ? 'Remove and ban' : 'Remove'} ${nameOf(removing.person)}?`}
          label={removing.isBan ? 'Remove and ban' : 'Remove'}
          busyLabel="Removing…"
          failed="The member was not removed"
          why={reasonOf}
          act={() => removeMember(own.space.space_id, removing.member.user_id, removing.isBan)}
        >
          <p>
            They can no longer see anything in this space{removing.isBan && ', and cannot come back'}. What
            they posted stays.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const lendingWords = (lend: Presence['lent'][string] | undefined) =>
  lend && `, ${lentWords(lend)}, ${limitWords(lend)}`;

const isMuted = ({ muted_until }: SpaceMember) => muted_until !== null && muted_until > serverNow();

interface MemberMenuProps {
  own: OwnSpace;
  me: string;
  shown: Shown;
  onRemove(isBan: boolean): void;
  onHandOver(): void;
}

function MemberMenu({ own, me, shown: { member, person }, onRemove, onHandOver }: MemberMenuProps) {
  const { space, can, role } = own;
  const { user_id } = member;
  if (user_id === me || !outranks(role, member.role)) return null;
  const name = nameOf(person);
  const become = (to: 'host' | 'member' | 'listener', words: string): MenuItem => ({
    label: words,
    act: () => void orToast(changeRole(space.space_id, user_id, to), `${name} is a ${to} now`),
  });
  const items: MenuItem[] = [
    ...(can.make_hosts && member.role !== 'host' ? [become('host', 'Make host')] : []),
    ...(can.make_hosts && member.role === 'host' ? [become('member', 'Make member')] : []),
    ...(can.set_roles && member.role === 'member' ? [become('listener', 'Make listener')] : []),
    ...(can.set_roles && member.role === 'listener' ? [become('member', 'Make member')] : []),
    ...(can.mute && isMuted(member)
      ? [
          {
            label: 'Unmute',
            act: () => void orToast(mute(space.space_id, user_id, null), `${name} can post again`),
          },
        ]
      : []),
    ...(can.mute && !isMuted(member) && member.role !== 'listener'
      ? [
          {
            label: 'Mute for a day',
            act: () =>
              void orToast(mute(space.space_id, user_id, serverNow() + day), `${name} is muted for a day`),
          },
        ]
      : []),
    ...(can.hand_over && member.role !== 'listener' ? [{ label: 'Make owner', act: onHandOver }] : []),
    ...(can.remove
      ? [
          { label: 'Remove', act: () => onRemove(false) },
          { label: 'Remove and ban', act: () => onRemove(true) },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return <Menu label={`More about ${name}`} icon={<MoreIcon />} items={items} />;
}
