import type { OwnSpace } from '@polylogue/contract';
import type { Dock } from '../../../ui/drawer/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';

export interface PanelProps {
  room: OpenRoom;
  own: OwnSpace;
  me: string;
  open: boolean;
  /** Beside the messages, where there is room for it; only what can be looked at while one writes stands there. */
  dock: Dock | null;
  onOpenChange(open: boolean): void;
  /** Opens another panel in its place. */
  show(label: PanelLabel): void;
}

/** Everything that is opened in a room: one of these in the menu, or what is sent with the question being written. */
export type ShownLabel = PanelLabel | 'What is sent';

export type PanelLabel =
  | 'Members'
  | 'Invite people'
  | 'Sessions'
  | 'Costs of the AI'
  | 'Catch me up'
  | 'Notifications'
  | 'Report this space'
  | 'Edit space'
  | 'Archive space'
  | 'Delete space'
  | 'Leave space';
