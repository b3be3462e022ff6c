import type { ComponentProps } from 'react';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { FlagIcon, Menu, MoreIcon, TrashIcon, useOpening } from '../../../ui/index.ts';

const reportDialog = lazy(() =>
  import('./report-in-space-dialog.tsx').then((file) => file.ReportInSpaceDialog),
);
const deleteDialog = lazy(() => import('./delete-dialog.tsx').then((file) => file.DeleteDialog));

interface MessageMenuProps {
  messageId: string;
  spaceId: string;
  /** Who is reported. */
  name: string;
  mayReport: boolean;
  mayDelete: boolean;
  remove(id: string): Promise<void>;
  /** What comes first. */
  items?: ComponentProps<typeof Menu>['items'];
}

/** Reports or deletes a post or an answer. */
export function MessageMenu(props: MessageMenuProps) {
  const { messageId, spaceId, name, mayReport, mayDelete, remove, items = [] } = props;
  const reporting = useOpening(reportDialog, 'Report message');
  const deleting = useOpening(deleteDialog, 'Delete');
  if (!mayReport && !mayDelete) return null;
  return (
    <>
      <Menu
        label="More"
        small
        icon={<MoreIcon size={16} />}
        items={[
          ...items,
          ...(mayReport
            ? [
                {
                  label: 'Report message',
                  icon: <FlagIcon size={18} />,
                  act: () => reporting.setOpen(true),
                },
              ]
            : []),
          ...(mayDelete
            ? [
                {
                  label: 'Delete message',
                  icon: <TrashIcon size={18} />,
                  act: () => deleting.setOpen(true),
                },
              ]
            : []),
        ]}
      />
      {reporting.Part && (
        <reporting.Part
          {...{ spaceId, messageId, name }}
          open={reporting.isOpen}
          onOpenChange={reporting.setOpen}
        />
      )}
      {deleting.Part && (
        <deleting.Part open={deleting.isOpen} onOpenChange={deleting.setOpen} act={() => remove(messageId)} />
      )}
    </>
  );
}
