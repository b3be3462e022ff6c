import type { Person } from '@polylogue/contract';
import type { ComponentType } from 'react';
import { BlockDialog } from './block-dialog.tsx';
import type { PersonAction } from './person-action.ts';
import { ReportPersonDialog } from './report-person-dialog.tsx';
import { UnfriendDialog } from './unfriend-dialog.tsx';

export const personActionDialogs: Record<PersonAction, ComponentType<{ person: Person; onClose(): void }>> = {
  unfriend: UnfriendDialog,
  block: BlockDialog,
  report: ReportPersonDialog,
};
