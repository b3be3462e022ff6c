import type { DataExport } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/index.ts';
import { queryClient } from '../../../api/query-client.ts';
import { bytes } from '../../../lib/text/bytes.ts';
import { fullTime } from '../../../lib/text/time.ts';
import { ConfirmDialog } from '../../../ui/dialog/index.ts';
import { Button, ButtonLink, DownloadIcon, Notice, toast } from '../../../ui/index.ts';
import { ProgressBar } from '../../../ui/progress/index.ts';
import { meOf, useAccount } from '../../account/index.ts';
import { QueryResult, reasonOf } from '../../person/index.ts';
import form from '../form.module.css';
import { Subsection } from '../part.tsx';
import { PasswordDialog } from '../password-dialog.tsx';

const queryKey = ['/api/v1/user/me/export'];
/** Interval between checks while it is being made, in ms. */
const glance = 1_000;

export function ExportPart() {
  const query = useQuery<DataExport>({
    queryKey,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'working' ? glance : false),
  });
  const [isAsking, setAsking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);

  async function start(current_password: string) {
    const made = await call('POST /api/v1/user/me/export', { body: { current_password } });
    queryClient.setQueryData(queryKey, made);
  }

  return (
    <Subsection
      title="Download your data"
      intro="A zip with everything this server keeps about you: your account, conversations, friends, pictures and files."
    >
      <QueryResult query={query} waiting="Loading your download" failed="Failed to load your download">
        {(made) => <State made={made} onStart={() => setAsking(true)} onDelete={() => setDeleting(true)} />}
      </QueryResult>
      <PasswordDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Download your data"
        label="Prepare a download"
        busyLabel="Starting…"
        failed="The download could not be prepared"
        act={start}
      >
        <p>It is for you alone, so your password is needed.</p>
      </PasswordDialog>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title="Delete this download?"
        label="Delete"
        busyLabel="Deleting…"
        failed="Failed to delete the download"
        why={reasonOf}
        act={async () => {
          await call('DELETE /api/v1/user/me/export', {});
          await queryClient.invalidateQueries({ queryKey });
          toast({ title: 'Download deleted' });
        }}
      >
        <p>Its address stops working. What is in it stays in your account.</p>
      </ConfirmDialog>
    </Subsection>
  );
}

interface StateProps {
  made: DataExport;
  onStart(): void;
  onDelete(): void;
}

function State({ made, onStart, onDelete }: StateProps) {
  const sendsMail = meOf(useAccount())?.can.verify_email ?? true;
  const { state, progress, failure, url, size, expires_at } = made;
  if (state === 'working') {
    return (
      <div className={form.form} role="status">
        <ProgressBar label="Preparing your download" share={progress} />
        <p className={form.note}>
          Your download is being prepared.{' '}
          {sendsMail
            ? 'You can leave this page; an email will tell you when it is ready.'
            : 'You can leave this page and come back to it.'}
        </p>
      </div>
    );
  }
  const isReady = state === 'ready' && url !== null;
  return (
    <>
      {state === 'failed' && (
        <Notice tone="bad">{failure ?? 'The download could not be prepared. Try again.'}</Notice>
      )}
      {isReady && (
        <>
          <Notice tone="good" title="Your download is ready.">
            {expires_at && `It is available until ${fullTime(new Date(expires_at))}.`} Anyone who has its
            address can read it. Until then it counts towards your file storage.
          </Notice>
          <ButtonLink tone="accent" href={url} download className={form.start}>
            <DownloadIcon size={18} />
            Download{size !== null && ` ${bytes(size)}`}
          </ButtonLink>
        </>
      )}
      <div className={form.actions}>
        <Button onClick={onStart}>{isReady ? 'Prepare a new one' : 'Prepare a download'}</Button>
        {isReady && <Button onClick={onDelete}>Delete it</Button>}
      </div>
    </>
  );
}
