import type { OwnSpace } from '@polylogue/contract';
import { ReportDialog } from '../../person/index.ts';
import { reportInSpace } from '../../space/index.ts';

interface ReportInSpaceDialogProps {
  spaceId: string;
  /** Left out when the report is about the space. */
  messageId?: string;
  /** The name of the author, or of the space. */
  name: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Reports a post, or the space as a whole, to the operator. */
export function ReportInSpaceDialog({
  spaceId,
  messageId,
  name,
  open,
  onOpenChange,
}: ReportInSpaceDialogProps) {
  if (!open) return null;
  return (
    <ReportDialog
      title={messageId ? 'Report this message' : `Report ${name}`}
      name={messageId ? name : 'The owner'}
      send={(report) =>
        reportInSpace({ space_id: spaceId, ...(messageId && { message_id: messageId }), ...report })
      }
      onClose={() => onOpenChange(false)}
    />
  );
}

type ReportSpaceDialogProps = Pick<ReportInSpaceDialogProps, 'open' | 'onOpenChange'> & { own: OwnSpace };

export const ReportSpaceDialog = ({ own: { space }, ...rest }: ReportSpaceDialogProps) => (
  <ReportInSpaceDialog spaceId={space.space_id} name={space.name} {...rest} />
);
