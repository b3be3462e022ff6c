import type { OwnFiles } from '@polylogue/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { bytes } from '../../../lib/text/bytes.ts';
import { counted } from '../../../lib/text/counts.ts';
import { ConfirmDialog } from '../../../ui/dialog/index.ts';
import { FileDrop } from '../../../ui/drop/index.ts';
import { FilesDrawing } from '../../../ui/empty-state/index.ts';
import { Button, EmptyState, toast } from '../../../ui/index.ts';
import { ProgressBar } from '../../../ui/progress/index.ts';
import { QueryResult, reasonOf } from '../../person/index.ts';
import form from '../form.module.css';
import rows from '../rows.module.css';
import { useRowFocus } from '../use-row-focus.ts';
import { FileRow } from './file-row.tsx';
import styles from './files.module.css';
import { deleteFile, ownFiles, uploads } from './own-files.ts';
import { UploadList } from './upload-list.tsx';

type OwnFile = OwnFiles['files'][number];

export function FilesSection() {
  const query = useInfiniteQuery(ownFiles);
  const [doomed, setDoomed] = useState<OwnFile>();
  const [isAsking, setAsking] = useState(false);
  const rowFocus = useRowFocus();
  return (
    <>
      <FileDrop
        label="Upload files"
        accept=".pdf,.txt,.md,.csv,text/*,application/pdf,image/*,video/*"
        multiple
        onFiles={uploads.add}
        also="or drop them here, or paste them"
      >
        <span>PDF, text, images and video.</span>
      </FileDrop>
      <UploadList />
      <QueryResult query={query} waiting="Loading your files" failed="Failed to load your files">
        {({ pages }) => (
          <>
            <QuotaUsed pages={pages} />
            {pages[0]?.files.length === 0 ? (
              <EmptyState drawing={<FilesDrawing />} title="You have no files here.">
                <p>Files you upload here, or in conversations while you are signed in, are listed here.</p>
              </EmptyState>
            ) : (
              <ul className={rows.rows} aria-label="Your files">
                {pages.flatMap(({ files }) =>
                  files.map((file) => (
                    <FileRow
                      key={file.file_id}
                      file={file}
                      onDelete={(event) => {
                        rowFocus.opened(event);
                        setDoomed(file);
                        setAsking(true);
                      }}
                    />
                  )),
                )}
              </ul>
            )}
            {query.hasNextPage && (
              <Button
                className={form.start}
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </>
        )}
      </QueryResult>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${doomed?.name}?`}
        label="Delete"
        busyLabel="Deleting…"
        failed={`Failed to delete ${doomed?.name}`}
        why={reasonOf}
        act={async () => {
          if (!doomed) return;
          await deleteFile(doomed.file_id);
          rowFocus.removed();
          toast({ title: `${doomed.name} is deleted` });
        }}
        finalFocus={rowFocus.finalFocus}
      >
        <p>Its address stops working, wherever you have shared it. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}

/** How much of the quota is used; the newest page knows best. */
function QuotaUsed({ pages }: { pages: readonly OwnFiles[] }) {
  const {
    used = 0,
    quota = 1,
    copy = 0,
    in_conversations = 0,
    used_files = 0,
    quota_files = 1,
  } = pages[0] ?? {};
  const text = `${bytes(used)} of ${bytes(quota)} used, ${counted(used_files)} of ${counted(quota_files)} files`;
  // Whichever runs out first.
  const share = Math.max(used / quota, used_files / quota_files);
  return (
    <div className={styles.room}>
      <ProgressBar kind="meter" label="File storage" share={share} text={text} />
      <p className={form.note}>
        {text}
        {share >= 0.9 && '. To free up storage, delete what you do not need'}.
        {in_conversations > 0 && <> {bytes(in_conversations)} of it was sent with your messages.</>}
        {copy > 0 && (
          <>
            {' '}
            {bytes(copy)} of it is <Link href="/settings/data">the copy of your data</Link>.
          </>
        )}
      </p>
    </div>
  );
}
