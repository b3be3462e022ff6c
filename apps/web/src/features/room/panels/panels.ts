import type { ComponentType } from 'react';
import { type Lazy, lazy } from '../../../lib/lazy/lazy.ts';
import type { PanelLabel, PanelProps } from './panel.ts';

/** The panels and dialogs of a room, by their labels in its menu; the code of each is loaded when it is opened. */
export const panels: Readonly<Record<PanelLabel, Lazy<ComponentType<PanelProps>>>> = {
  Members: lazy(() => import('./members-panel.tsx').then((file) => file.MembersPanel)),
  'Invite people': lazy(() => import('./invite-dialog.tsx').then((file) => file.InviteDialog)),
  Sessions: lazy(() => import('./sessions-panel.tsx').then((file) => file.SessionsPanel)),
  'Costs of the AI': lazy(() => import('./costs-panel.tsx').then((file) => file.CostsPanel)),
  'Catch me up': lazy(() => import('./catch-up-dialog.tsx').then((file) => file.CatchUpDialog)),
  Notifications: lazy(() => import('./notify-dialog.tsx').then((file) => file.NotifyDialog)),
  'Report this space': lazy(() =>
    import('../list/report-in-space-dialog.tsx').then((file) => file.ReportSpaceDialog),
  ),
  'Edit space': lazy(() => import('./settings-dialog.tsx').then((file) => file.SettingsDialog)),
  'Archive space': lazy(() => import('./archive-dialog.tsx').then((file) => file.ArchiveDialog)),
  'Delete space': lazy(() => import('./delete-space-dialog.tsx').then((file) => file.DeleteSpaceDialog)),
  'Leave space': lazy(() => import('./leave-dialog.tsx').then((file) => file.LeaveDialog)),
};
