import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { Snake, TextButton, VisuallyHidden } from '../../ui/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import {
  addressOf,
  ClearBrowser,
  type Conversation,
  groupsOf,
  isGuest,
  useConversations,
  useStreaming,
} from '../conversation/index.ts';
import { countWords, ownSpaces, upcomingSessions, watchSpaces, whenOf } from '../space/index.ts';
import styles from './glance.module.css';

/** How many of a group are listed here; the others have a page of their own. */
const most = 50;
const mostSpaces = 8;

/** Recent conversations and spaces, with links to them. `onGo` is called when a link is followed. */
export function Glance({ onGo }: { onGo?: () => void }) {
  const all = useConversations();
  // What is loaded before it is known for whom is thrown away.
  const me = meOf(useAccount());
  const groups = useMemo(() => groupsOf(all ?? []), [all]);
  // All together, so that nothing shown has to move.
  if (all === null) return null;
  return (
    <>
      <Section title="Active Conversations" isLong>
        {groups.length === 0 ? (
          <p className={styles.none}>No active conversations</p>
        ) : (
          groups.map(({ title, conversations }) => (
            <Group key={title} title={title}>
              {conversations.slice(0, most).map((conversation) => (
                <li key={conversation.id}>
                  <ConversationLink conversation={conversation} onGo={onGo} />
                </li>
              ))}
            </Group>
          ))
        )}
        {groups.some(({ conversations }) => conversations.length > most) && (
          <GlanceLink href="/conversations" onGo={onGo}>
            All conversations
          </GlanceLink>
        )}
      </Section>
      {isGuest() ? <NoSpaces /> : me && <Spaces onGo={onGo} />}
      {isGuest() && all.length > 0 && (
        <div className={styles.clear}>
          <ClearBrowser />
        </div>
      )}
    </>
  );
}

function NoSpaces() {
  return (
    <>
      <Section title="Spaces">
        <p className={styles.none}>No spaces joined</p>
      </Section>
      <Section title="Sessions">
        <p className={styles.none}>No sessions scheduled</p>
      </Section>
    </>
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

function ConversationLink({
  conversation,
  onGo,
}: {
  conversation: Conversation;
  onGo: (() => void) | undefined;
}) {
  const isStreaming = useStreaming(conversation.id);
  return (
    <GlanceLink href={addressOf(conversation)} onGo={onGo}>
      <span className={styles.name}>{conversation.title}</span>
      {isStreaming && (
        <span className={styles.streaming}>
          <Snake size={14} />
          <VisuallyHidden>, an answer is coming</VisuallyHidden>
        </span>
      )}
    </GlanceLink>
  );
}

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
  return (
    <Link
      href={href}
      className={styles.way}
      aria-current={path === href ? 'page' : undefined}
      {...(onGo && { onClick: onGo })}
    >
      {children}
    </Link>
  );
}

function Section({ title, isLong, children }: { title: string; isLong?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className={isLong ? styles.long : styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
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
