import type { OwnSpace, SpaceMember, SpacePerson } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { outranks } from '@polylogue/sync/spaces';
import { useLocation } from 'wouter';
import { serverNow } from '../../../api/index.ts';
import { Avatar, classes, Menu, type MenuItem, MoreIcon } from '../../../ui/index.ts';
import {
  nameOf,
  orToast,
  type PersonAction,
  PersonLink,
  personAddress,
  smallPicture,
} from '../../person/index.ts';
import { changeRole, mute } from '../../space/index.ts';
import { nameOfModel } from '../../torch/index.ts';
import type { Presence } from '../engine/presence.ts';
import { asPerson } from '../words/as-person.ts';
import { lentWords, limitWords } from '../words/torch-words.ts';
import styles from './panel.module.css';

/** Something to be confirmed, about a member. */
export interface ToConfirm {
  what: 'remove' | 'ban' | 'hand-over' | Exclude<PersonAction, 'unfriend'>;
  person: SpacePerson;
  /** As the space calls them. */
  name: string;
}

interface ListedMemberProps {
  own: OwnSpace;
  me: string;
  member: SpaceMember;
  person: SpacePerson;
  /** With the username where another’s name looks like theirs. */
  name: string;
  presence: Presence;
  onConfirm(confirmed: ToConfirm): void;
}

const roles = { owner: 'Owner', host: 'Host', member: 'Member', listener: 'Listener' };

const hour = 3_600_000;

/** A member, with what the reader may do about them. */
export function ListedMember({
  own,
  me,
  member,
  person,
  name,
  presence: { here, lent },
  onConfirm,
}: ListedMemberProps) {
  const lend = member.user_id === me ? undefined : lent[member.user_id];
  const [, navigate] = useLocation();
  const ask = (label: string, what: ToConfirm['what']) => ({
    label,
    act: () => onConfirm({ what, person, name }),
  });
  const actions =
    member.user_id === me
      ? []
      : [
          { label: 'Profile', act: () => navigate(personAddress(member.user_id)) },
          ...actionsFor(own, member, name, ask),
          ask('Report', 'report'),
          ask('Block', 'block'),
        ];
  return (
    <li className={styles.member}>
      <Avatar
        id={person.user_id}
        name={nameOf(person)}
        picture={smallPicture(person.profile_picture_url)}
        size={40}
      />
      <span className={classes(styles.entry, styles.words)}>
        {member.user_id === me ? (
          <span>{name} (you)</span>
        ) : (
          <PersonLink person={asPerson(person)}>{name}</PersonLink>
        )}
        {/* One text: of several, a translated page would still show what has gone. */}
        <span className={styles.role}>
          {[
            roles[member.role],
            ...(isMuted(member) ? ['muted'] : []),
            ...(member.user_id in here ? ['here now'] : []),
            ...(lend ? [lentWords(lend, nameOfModel), limitWords(lend)] : []),
          ].join(', ')}
        </span>
      </span>
      {actions.length > 0 && <Menu label={`More about ${name}`} icon={<MoreIcon />} items={actions} />}
    </li>
  );
}

const isMuted = ({ muted_until }: SpaceMember) => muted_until !== null && muted_until > serverNow();

export function actionsFor(
  { space: { space_id }, can, role }: OwnSpace,
  member: SpaceMember,
  name: string,
  ask: (label: string, what: ToConfirm['what']) => MenuItem,
): MenuItem[] {
  const { user_id } = member;
  if (!outranks(role, member.role)) return [];
  const become = (to: 'host' | 'member' | 'listener') => ({
    label: `Make ${to}`,
    act: () => void orToast(changeRole(space_id, user_id, to), `${name} is a ${to} now`),
  });
  // Counted from the press: the list may have been drawn long before it.
  const muteUntil = (label: string, until: () => number | null, done: string) => ({
    label,
    act: () => void orToast(mute(space_id, user_id, until()), `${name} ${done}`),
  });
  const mayMute = can.mute && !isMuted(member) && member.role !== 'listener';
  const isListener = member.role === 'listener';
  const all = [
    can.make_hosts && member.role !== 'host' && become('host'),
    can.make_hosts && member.role === 'host' && become('member'),
    can.set_roles && member.role === 'member' && become('listener'),
    can.set_roles && isListener && become('member'),
    can.mute && isMuted(member) && muteUntil('Unmute', () => null, 'can post again'),
    mayMute && muteUntil('Mute for an hour', () => serverNow() + hour, 'is muted for an hour'),
    mayMute && muteUntil('Mute for a day', () => serverNow() + 24 * hour, 'is muted for a day'),
    mayMute && muteUntil('Mute until lifted', () => spaceLimits.mutedForGood, 'is muted until you lift it'),
    can.hand_over && !isListener && ask('Make owner', 'hand-over'),
    can.remove && ask('Remove', 'remove'),
    can.remove && ask('Remove and ban', 'ban'),
  ];
  return all.filter((item) => item !== false);
}
