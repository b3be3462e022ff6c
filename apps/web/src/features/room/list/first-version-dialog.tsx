import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/index.ts';
import { fullTime } from '../../../lib/text/time.ts';
import { Dialog, DialogActions, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button } from '../../../ui/index.ts';
import { orFail, QueryResult } from '../../person/index.ts';
import { KeptText } from './kept-text.tsx';

interface FirstVersionDialogProps {
  spaceId: string;
  messageId: string;
  /** When it was posted. */
  at: number;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** What an edited post said at first. */
export function FirstVersionDialog({ spaceId, messageId, at, open, onOpenChange }: FirstVersionDialogProps) {
  const params = { space_id: spaceId, message_id: messageId };
  const query = useQuery({
    queryKey: ['first-version', params],
    queryFn: ({ signal }) =>
      orFail(
        'Failed to load the first version',
        call('GET /api/v1/spaces/:space_id/messages/:message_id', { params }, { signal }),
      ),
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>First version</DialogTitle>
      <QueryResult query={query} waiting="Loading the first version">
        {({ first_body: text }) =>
          text === null ? (
            <p>It is no longer there: first versions are kept for 30 days.</p>
          ) : (
            <KeptText label={`As posted on ${fullTime(new Date(at))}; only hosts see it:`} text={text} />
          )
        }
      </QueryResult>
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
