import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useSteady } from '../../lib/page/use-steady.ts';
import { useToday } from '../../lib/state/use-clock.ts';
import { ButtonLink, FolderIcon, IconButton } from '../../ui/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import {
  ClearBrowser,
  FolderDialogs,
  folderRequest,
  groupsOf,
  isGuest,
  type ListedConversation,
  move,
  useConversationDrop,
  useConversations,
  useFolders,
  useListWhole,
} from '../conversation/index.ts';
import { Folders } from './folders.tsx';
import styles from './glance.module.css';
import { GlanceRow, type Renaming } from './glance-row.tsx';
import { GlanceGroup, GlanceLink, GlanceSection } from './glance-section.tsx';
import { GlanceSpaces } from './glance-spaces.tsx';

/** How many of a group are listed here; the others have a page of their own. */
const most = 50;
/** Recent conversations and spaces, with links to them. `onGo` is called when a link is followed. */
export function Glance({ onGo }: { onGo?: () => void }) {
  return (
    <>
      <Lists onGo={onGo} />
      {/* It stays while the lists of whoever has signed in again are read. */}
      <FolderDialogs />
    </>
  );
}

function Lists({ onGo }: { onGo: (() => void) | undefined }) {
  const all = useSteady(useConversations());
  // What is loaded before it is known for whom is thrown away.
  const me = meOf(useAccount());
  const folders = useFolders();
  const isWhole = useListWhole();
  const today = useToday();
  const groups = useMemo(() => {
    const inFolders = new Set<string | null>(folders.map(({ id }) => id));
    return groupsOf(
      (all ?? []).filter(({ folder }) => !inFolders.has(folder)),
      today,
    );
  }, [all, folders, today]);
  // Out of any folder.
  const { isOver, target } = useConversationDrop((ids) => {
    void move(
      (all ?? []).filter(({ id }) => ids.includes(id)),
      null,
    );
  });
  const [renaming, setRenaming] = useState<Renaming | null>(null);
  const row = (conversation: ListedConversation, isInFolder: boolean) => (
    <GlanceRow
      key={conversation.id}
      conversation={conversation}
      isMarked={isInFolder && conversation.isPinned}
      renaming={renaming?.id === conversation.id && renaming}
      onRename={setRenaming}
      onGo={onGo}
    />
  );
  // All together, so that nothing shown has to move.
  if (all === null) return null;
  return (
    <>
      <GlanceSection title="Active Conversations" isLong action={<NewFolder />}>
        <Folders all={all} row={(one) => row(one, true)} onGo={onGo} />
        {groups.length === 0 && isWhole ? (
          <p className={styles.none}>{folders.length === 0 ? 'No active conversations' : 'No others'}</p>
        ) : (
          <div className={styles.groups} data-over={isOver || undefined} {...target}>
            {groups.map(({ title, conversations }) => (
              <GlanceGroup key={title} title={title}>
                {conversations.slice(0, most).map((one) => row(one, false))}
              </GlanceGroup>
            ))}
          </div>
        )}
        {!isWhole && (
          <p role="status" className={styles.none}>
            Fetching your conversations…
          </p>
        )}
      </GlanceSection>
      {me && !isGuest() && <GlanceSpaces onGo={onGo} />}
    </>
  );
}

function NewFolder() {
  return (
    <IconButton
      small
      label="New folder"
      className={styles.action}
      onClick={() => folderRequest.dispatch({ type: 'edit', folder: null })}
    >
      <FolderIcon size={18} />
    </IconButton>
  );
}

interface FootProps {
  onGo?: (() => void) | undefined;
}

/** Below them: where all conversations are, and for a guest what else can be done with them, and an account. */
export function Foot({ onGo }: FootProps) {
  const all = useConversations();
  // With the list, for the same reason.
  if (all === null) return null;
  return (
    <div className={styles.foot}>
      <GlanceLink href="/conversations" onGo={onGo}>
        All conversations
      </GlanceLink>
      {isGuest() && (
        <>
          <GlanceLink href="/conversations?view=deleted" onGo={onGo}>
            Recently deleted
          </GlanceLink>
          {all.length > 0 && <ClearBrowser />}
          <SignUpOrIn onGo={onGo} />
        </>
      )}
    </div>
  );
}

function SignUpOrIn({ onGo }: FootProps) {
  const going = onGo && { onClick: onGo };
  return (
    <div className={styles.signing}>
      <Link href="/signup" asChild {...going}>
        <ButtonLink tone="accent">Sign up</ButtonLink>
      </Link>
      <Link href="/signin" asChild {...going}>
        <ButtonLink>Sign in</ButtonLink>
      </Link>
    </div>
  );
}
