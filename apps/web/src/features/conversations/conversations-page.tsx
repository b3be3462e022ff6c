import { Snake } from '../../ui/index.ts';
import { isStoredHereOnly, useConversations, useListWhole } from '../conversation/index.ts';
import { ListPage } from '../shell/index.ts';
import { AllConversations } from './all-conversations.tsx';
import styles from './conversations-page.module.css';
import { GuestLine } from './guest-line.tsx';
import { NoConversations } from './no-conversations.tsx';
import { UnreadableLine } from './unreadable-line.tsx';

/** All conversations with an AI: those in the account, or without one, those in this browser. */
export function ConversationsPage() {
  const all = useConversations();
  const isWhole = useListWhole();
  const isHere = isStoredHereOnly();
  return (
    <ListPage
      title="Conversations"
      intro={
        isHere
          ? 'A conversation is you and one AI. You are not signed in: these are kept in this browser only.'
          : 'A conversation is you and one AI.'
      }
    >
      {!isHere && <GuestLine />}
      <UnreadableLine />
      {(all === null || (all.length === 0 && !isWhole)) && (
        <div className={styles.waiting}>
          <Snake size={28} label="Loading your conversations" />
        </div>
      )}
      {all?.length === 0 && isWhole && <NoConversations isGuest={isHere} />}
      {all && all.length > 0 && <AllConversations all={all} isGuest={isHere} />}
    </ListPage>
  );
}
