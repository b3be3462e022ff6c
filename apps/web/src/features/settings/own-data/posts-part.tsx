import type { OwnPosts } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { Link } from 'wouter';
import { day } from '../../../lib/text/ago.ts';
import { bytes } from '../../../lib/text/bytes.ts';
import { manyOf } from '../../../lib/text/counts.ts';
import { ConfirmDialog } from '../../../ui/dialog/index.ts';
import { Button, toast } from '../../../ui/index.ts';
import { ProgressBar } from '../../../ui/progress/index.ts';
import { QueryResult, reasonOf } from '../../person/index.ts';
import { deleteOwnPosts, ownPosts } from '../../space/index.ts';
import form from '../form.module.css';
import { Subsection } from '../part.tsx';
import rows from '../rows.module.css';
import { useRowFocus } from '../use-row-focus.ts';
import styles from './own-data.module.css';
import { deletedWords, spaceWords, warningWords } from './posts-words.ts';

export function PostsPart() {
  const query = useQuery(ownPosts);
  const [deleting, setDeleting] = useState<OwnPosts>();
  const [isAsking, setAsking] = useState(false);
  const rowFocus = useRowFocus();
  return (
    <Subsection
      title="Your messages in spaces"
      intro="You can delete what you posted in a space, also after you have left it."
    >
      <QueryResult query={query} waiting="Loading your messages" failed="Failed to load your messages">
        {({ spaces, used, quota }) => (
          <>
            <TextQuota used={used} quota={quota} />
            {spaces.length === 0 ? (
              <p className={form.note}>You have no messages in any space.</p>
            ) : (
              <ul className={rows.rows} aria-label="Your messages in spaces">
                {spaces.map((each) => (
                  <Row
                    key={each.space_id}
                    own={each}
                    onDelete={(event) => {
                      rowFocus.opened(event);
                      setDeleting(each);
                      setAsking(true);
                    }}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryResult>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={deleting ? `Delete ${manyOf(deleting.posts, 'message')} in ${spaceWords(deleting)}?` : ''}
        label="Delete"
        busyLabel="Deleting…"
        failed="Failed to delete your messages"
        why={reasonOf}
        act={async () => {
          if (!deleting) return;
          const deleted = await deleteOwnPosts(deleting.space_id);
          rowFocus.removed();
          toast({ title: deletedWords(deleted) });
        }}
        finalFocus={rowFocus.finalFocus}
      >
        <p>
          {deleting && warningWords(deleting.posts)} Answers of the AI stay, and so do your files, until you
          delete them under Files. This cannot be undone.
        </p>
      </ConfirmDialog>
    </Subsection>
  );
}

function Row({ own, onDelete }: { own: OwnPosts; onDelete(event: MouseEvent<HTMLElement>): void }) {
  const { space_id, name, left_at, posts } = own;
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <p className={rows.name}>
          {left_at === null ? (
            <Link href={`/spaces/${space_id}`}>{name}</Link>
          ) : (
            (name ?? 'A space you are no longer in')
          )}
        </p>
        <p className={rows.about}>
          {manyOf(posts, 'message')} · {bytes(own.bytes)}
          {left_at !== null && ` · until ${day(new Date(left_at))}`}
        </p>
      </div>
      <Button small aria-label={`Delete my messages in ${spaceWords(own)}`} onClick={onDelete}>
        Delete my messages
      </Button>
    </li>
  );
}

/** How much of the text quota is used. */
function TextQuota({ used, quota }: { used: number; quota: number }) {
  const text = `${bytes(used)} of ${bytes(quota)} used by messages and conversations`;
  return (
    <div className={styles.usage}>
      <ProgressBar kind="meter" label="Storage for text" share={used / quota} text={text} />
      <p className={form.note}>{text}.</p>
    </div>
  );
}
