import { useState } from 'react';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useOpening } from '../../../ui/index.ts';
import type { PostIntents } from './post-intents.ts';

const reportDialog = lazy(() =>
  import('./report-in-space-dialog.tsx').then((file) => file.ReportInSpaceDialog),
);
const deleteDialog = lazy(() => import('./delete-dialog.tsx').then((file) => file.DeleteDialog));
const firstVersionDialog = lazy(() =>
  import('./first-version-dialog.tsx').then((file) => file.FirstVersionDialog),
);

/** What the menus of messages open: outside of their rows, which may leave the page before it is closed. */
export function useMessageDialogs(spaceId: string, remove: (id: string) => Promise<void>) {
  const reporting = useOpening(reportDialog, 'Report message');
  const deleting = useOpening(deleteDialog, 'Delete');
  const reading = useOpening(firstVersionDialog, 'Show first version');
  const [{ id: messageId, name, at }, setMessage] = useState({ id: '', name: '', at: 0 });
  // Always the same object: otherwise every row would be rendered again.
  const [opening] = useState(
    (): Pick<PostIntents, 'report' | 'remove' | 'showFirst'> => ({
      report(id, name) {
        setMessage({ id, name, at: 0 });
        reporting.setOpen(true);
      },
      remove(id) {
        setMessage({ id, name: '', at: 0 });
        deleting.setOpen(true);
      },
      showFirst(id, at) {
        setMessage({ id, name: '', at });
        reading.setOpen(true);
      },
    }),
  );
  const dialogs = (
    <>
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
      {reading.Part && reading.isOpen && (
        <reading.Part {...{ spaceId, messageId, at }} open onOpenChange={reading.setOpen} />
      )}
    </>
  );
  return { opening, dialogs };
}
