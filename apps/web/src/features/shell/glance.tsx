import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, useSearch } from 'wouter';
import { useSteady } from '../../lib/page/use-steady.ts';
import { nextFrame } from '../../lib/schedule/frame.ts';
import { whenOf } from '../../lib/text/time.ts';
import {
  ButtonLink,
  FolderIcon,
  IconButton,
  Menu,
  MoreIcon,
  Snake,
  TextButton,
  VisuallyHidden,
} from '../../ui/index.ts';
import { RenameBox } from '../../ui/rename-box/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import {
  addressOf,
  ClearBrowser,
  conversationItems,
  dragConversations,
  FolderDialogs,
  folderRequest,
  groupsOf,
  isGuest,
  type ListedConversation,
  longestTitle,
  move,
  remove,
  rename,
  useConversationDrop,
  useConversations,
  useFolders,
  useListWhole,
  useStreaming,
} from '../conversation/index.ts';
import { countWords, ownSpaces, upcomingSessions, watchSpaces } from '../space/index.ts';
import { Folders } from './folders.tsx';
import styles from './glance.module.css';

/** How many of a group are listed here; the others have a page of their own. */
const most = 50;
const mostSpaces = 8;

/** Recent conversations and spaces, with links to them. `onGo` is called when a link is followed. */
export function Glance({ onGo }: { onGo?: () => void }) {
  const all = useSteady(useConversations());
  // What is loaded before it is known for whom is thrown away.
  const me = meOf(useAccount());
  const folders = useFolders();
  const isWhole = useListWhole();
  const groups = useMemo(() => {
    const inFolders = new Set<string | null>(folders.map(({ id }) => id));
    return groupsOf((all ?? []).filter(({ folder }) => !inFolders.has(folder)));
  }, [all, folders]);
  // Out of any folder.
  const { isOver, target } = useConversationDrop((ids) => {
    void move(
      (all ?? []).filter(({ id }) => ids.includes(id)),
      null,
    );
  });
  // All together, so that nothing shown has to move.
  if (all === null) return null;
  return (
    <>
      <Section title="Active Conversations" isLong action={<NewFolder />}>
        <Folders
          all={all}
          row={(conversation) => (
            <ConversationRow key={conversation.id} conversation={conversation} onGo={onGo} />
          )}
          onGo={onGo}
        />
        {groups.length === 0 && isWhole ? (
          <p className={styles.none}>{folders.length === 0 ? 'No active conversations' : 'No others'}</p>
        ) : (
          <div className={styles.groups} data-over={isOver || undefined} {...target}>
            {groups.map(({ title, conversations }) => (
              <Group key={title} title={title}>
                {conversations.slice(0, most).map((conversation) => (
                  <ConversationRow key={conversation.id} conversation={conversation} onGo={onGo} />
                ))}
              </Group>
            ))}
          </div>
        )}
        {!isWhole && (
          <p role="status" className={styles.none}>
            Fetching your conversations…
          </p>
        )}
      </Section>
      <FolderDialogs />
      {me && !isGuest() && <Spaces onGo={onGo} />}
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

function Spaces({ onGo }: { onGo: (() => void) | undefined }) {
  const spaces = useQuery(ownSpaces);
  const sessions = useQuery(upcomingSessions);
  useEffect(watchSpaces, []);
  return (
    <>
      <Section title="Spaces">
        <Listed query={spaces} none="No spaces joined">
          {(all) => {
            const listed = all.filter(({ closed_at }) => closed_at === null).slice(0, mostSpaces);
            return (
              <>
                {listed.map(({ space, unread }) => (
                  <GlanceLink key={space.space_id} href={`/spaces/${space.space_id}`} onGo={onGo}>
                    <span className={styles.name}>{space.name}</span>
                    {unread > 0 && (
                      <span className={styles.unread}>
                        {countWords(unread)}
                        <VisuallyHidden> unread</VisuallyHidden>
                      </span>
                    )}
                  </GlanceLink>
                ))}
                {all.length > listed.length && (
                  <GlanceLink href="/spaces" onGo={onGo}>
                    All spaces
                  </GlanceLink>
                )}
              </>
            );
          }}
        </Listed>
      </Section>
      <Section title="Sessions">
        <Listed query={sessions} none="No sessions scheduled">
          {(all) =>
            all.slice(0, mostSpaces).map(({ session_id, space_id, space_name, title, starts_at }) => (
              <GlanceLink key={session_id} href={`/spaces/${space_id}`} onGo={onGo}>
                <span className={styles.name}>{title ?? space_name}</span>
                <span className={styles.date}>{whenOf(starts_at)}</span>
              </GlanceLink>
            ))
          }
        </Listed>
      </Section>
    </>
  );
}

interface ListedProps<Item> {
  query: Pick<UseQueryResult<Item[]>, 'data' | 'isError' | 'refetch'>;
  /** Shown if there are none. */
  none: string;
  children(items: Item[]): ReactNode;
}

function Listed<Item>({ query: { data, isError, refetch }, none, children }: ListedProps<Item>) {
  if (data?.length) return children(data);
  return (
    <p className={styles.none}>
      {data && none}
      {isError && !data && (
        <>
          Could not be loaded. <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </>
      )}
    </p>
  );
}

interface ConversationRowProps {
  conversation: ListedConversation;
  onGo: (() => void) | undefined;
}

/** A link to a conversation, and its menu. */
const ConversationRow = memo(function ConversationRow({ conversation, onGo }: ConversationRowProps) {
  const { id, title } = conversation;
  const address = addressOf(conversation);
  const isStreaming = useStreaming(id);
  const [path, navigate] = useLocation();
  const [isRenaming, setRenaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);

  function onRenamed(typed: string | null, isByKey: boolean) {
    if (typed !== null) void rename(conversation, typed);
    if (!isByKey) return setRenaming(false);
    flushSync(() => setRenaming(false));
    row.current?.querySelector('a')?.focus();
  }

  function onDelete() {
    const isOpen = path === address;
    void remove([id], () => isOpen && navigate(address));
    if (isOpen) navigate('/chat');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || isRenaming) return;
    if (event.key === 'F2') setRenaming(true);
    else if (event.key === 'Delete') onDelete();
    else return;
    event.preventDefault();
  }

  return (
    <li
      ref={row}
      className={styles.row}
      onKeyDown={onKeyDown}
      onDragStart={(event) => dragConversations(event, [id])}
    >
      {isRenaming ? (
        <RenameBox title={title} maxLength={longestTitle} className={styles.rename} onDone={onRenamed} />
      ) : (
        <GlanceLink href={address} onGo={onGo}>
          <span className={styles.name}>{title}</span>
          {isStreaming && (
            <span className={styles.streaming}>
              <Snake size={14} />
              <VisuallyHidden>, an answer is coming</VisuallyHidden>
            </span>
          )}
        </GlanceLink>
      )}
      {/* Stays while the title is changed: it is still closing, and would take the focus with it. */}
      <Menu
        small
        className={styles.more}
        label={`Actions for ${title}`}
        icon={<MoreIcon size={18} />}
        items={conversationItems(conversation, () => nextFrame(() => setRenaming(true)), onDelete)}
      />
    </li>
  );
});

function GlanceLink({
  href,
  onGo,
  children,
}: {
  href: string;
  onGo: (() => void) | undefined;
  children: ReactNode;
}) {
  const [path] = useLocation();
  const search = useSearch();
  // The lists of conversations have one address each.
  const here = path === '/conversations' && search ? `${path}?${search}` : path;
  return (
    <Link
      href={href}
      className={styles.way}
      aria-current={here === href ? 'page' : undefined}
      {...(onGo && { onClick: onGo })}
    >
      {children}
    </Link>
  );
}

interface SectionProps {
  title: string;
  isLong?: boolean;
  /** Beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

function Section({ title, isLong, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={isLong ? styles.long : styles.section} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.group}>
      <h3 id={id} className={styles.when}>
        {title}
      </h3>
      <ul className={styles.list} aria-labelledby={id}>
        {children}
      </ul>
    </div>
  );
}
