import type { OwnSpace } from '@polylogue/contract';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import {
  ArchiveIcon,
  BellIcon,
  CalendarIcon,
  ChartIcon,
  FlagIcon,
  Menu,
  type MenuItem,
  MoreIcon,
  PersonIcon,
  PlusIcon,
  SearchIcon,
  SettingsIcon,
  SignOutIcon,
  SparkIcon,
  TorchIcon,
  TrashIcon,
} from '../../../ui/index.ts';
import { orToast } from '../../person/index.ts';
import { archiveSpace } from '../../space/index.ts';
import { newTopic } from '../draft/new-topic.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import type { PanelLabel } from './panel.ts';

interface RoomMenuProps {
  room: Pick<OpenRoom, 'beginTopic'>;
  own: OwnSpace;
  mayInvite: boolean;
  canCatchUp: boolean;
  show(label: PanelLabel): void;
  onForSelf: (() => void) | undefined;
}

/** Everything that can be done with a space. */
export function RoomMenu({ room, own, mayInvite, canCatchUp, show, onForSelf }: RoomMenuProps) {
  const { space, can, role } = own;
  const [, navigate] = useLocation();
  const isArchived = space.archived_at !== null;
  const panel = (label: PanelLabel, icon: ReactNode): MenuItem => ({ label, icon, act: () => show(label) });
  const reopen = () => orToast(archiveSpace(space.space_id, false), 'Space reopened');
  const items = [
    mayInvite && panel('Invite people', <PlusIcon size={18} />),
    panel('Members', <PersonIcon size={18} />),
    {
      label: 'Search messages',
      icon: <SearchIcon size={18} />,
      act: () => navigate(`/search?space=${space.space_id}`),
    },
    panel('Sessions', <CalendarIcon size={18} />),
    can.post &&
      space.ai_mode !== 'off' && {
        label: 'New topic',
        icon: <PlusIcon size={18} />,
        act: () => void newTopic(room),
      },
    canCatchUp && panel('Catch me up', <SparkIcon size={18} />),
    onForSelf && { label: 'Answer my other devices', icon: <TorchIcon size={18} />, act: onForSelf },
    panel('Costs of the AI', <ChartIcon size={18} />),
    panel('Notifications', <BellIcon size={18} />),
    can.edit && panel('Edit space', <SettingsIcon size={18} />),
    can.archive &&
      (isArchived
        ? { label: 'Reopen space', icon: <ArchiveIcon size={18} />, act: () => void reopen() }
        : panel('Archive space', <ArchiveIcon size={18} />)),
    can.delete && panel('Delete space', <TrashIcon size={18} />),
    role !== 'owner' && panel('Report this space', <FlagIcon size={18} />),
    panel('Leave space', <SignOutIcon size={18} />),
  ];
  return (
    <Menu
      label="More about this space"
      icon={<MoreIcon />}
      items={items.filter((item): item is MenuItem => Boolean(item))}
    />
  );
}
