import { useCallback, useEffect, useState } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { counted } from '../../lib/text/counts.ts';
import { TextButton, toast, useOpening } from '../../ui/index.ts';
import { isStoredHereOnly } from '../conversation/index.ts';
import { completeConversation, openedStore } from '../sync/index.ts';
import type { Conversation } from './conversation.ts';
import styles from './conversation-notes.module.css';
import { errorToast } from './words.ts';

const discardDialog = lazy(() => import('./discard-dialog.tsx').then((file) => file.DiscardDialog));

/** Names the messages that are in this browser and cannot be read, with what can be done about them. */
export function UnreadableNote({ active }: { active: Conversation }) {
  const { id, thread } = active;
  const [count, setCount] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const { Part: DiscardDialog, isOpen, setOpen, approaching } = useOpening(discardDialog, 'Discard');
  // All of it was tried once nothing is left to load.
  const hasMore = useLive(thread, (conversation) => conversation.hasMore);

  const look = useCallback(async () => {
    setCount(await (await openedStore()).unreadableIn(id).catch(() => 0));
  }, [id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it says that more was read
  useEffect(() => void look(), [look, hasMore]);

  async function fetchAgain() {
    setBusy(true);
    try {
      const store = await openedStore();
      await store.discardUnreadableIn(id, true);
      const found = await completeConversation(id, AbortSignal.timeout(30_000));
      if ((await store.partOf(id)) !== 'all') throw new Error(found);
    } catch {
      toast(
        errorToast('They could not be fetched', 'They are fetched when you open this conversation again'),
      );
    }
    setBusy(false);
    await look();
  }

  async function discard() {
    await (await openedStore()).discardUnreadableIn(id, false);
    await look();
  }

  if (count === 0) return null;
  return (
    <p className={styles.note}>
      {count === 1 ? 'A message' : `${counted(count)} messages`} of this conversation cannot be read in this
      browser ·{' '}
      {!isStoredHereOnly() && (
        <>
          <TextButton aria-disabled={isBusy || undefined} onClick={() => isBusy || void fetchAgain()}>
            Fetch again
          </TextButton>
          {' · '}
        </>
      )}
      <TextButton {...approaching} onClick={() => setOpen(true)}>
        Discard
      </TextButton>
      {DiscardDialog && <DiscardDialog count={count} open={isOpen} onOpenChange={setOpen} act={discard} />}
    </p>
  );
}
