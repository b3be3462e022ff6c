import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { whenOf } from '../../lib/text/time.ts';
import { TextButton, VisuallyHidden } from '../../ui/index.ts';
import { countWords, ownSpaces, upcomingSessions, watchSpaces } from '../space/index.ts';
import styles from './glance.module.css';
import { GlanceLink, GlanceSection } from './glance-section.tsx';

const mostSpaces = 8;

export function GlanceSpaces({ onGo }: { onGo: (() => void) | undefined }) {
  const spaces = useQuery(ownSpaces);
  const sessions = useQuery(upcomingSessions);
  useEffect(watchSpaces, []);
  return (
    <>
      <GlanceSection title="Spaces">
        <Listed query={spaces} none="No spaces joined">
          {(all) => {
            const listed = all.filter(({ closed_at }) => closed_at === null).slice(0, mostSpaces);
            return (
              <>
                {listed.map(({ space, unread }) => (
                  <GlanceLink key={space.space_id} href={`/spaces/${space.space_id}`} onGo={onGo}>
                    <span className={styles.name} dir="auto">
                      {space.name}
                    </span>
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
      </GlanceSection>
      <GlanceSection title="Sessions">
        <Listed query={sessions} none="No sessions scheduled">
          {(all) =>
            all.slice(0, mostSpaces).map(({ session_id, space_id, space_name, title, starts_at }) => (
              <GlanceLink key={session_id} href={`/spaces/${space_id}`} onGo={onGo}>
                <span className={styles.name} dir="auto">
                  {title ?? space_name}
                </span>
                <span className={styles.date}>{whenOf(starts_at)}</span>
              </GlanceLink>
            ))
          }
        </Listed>
      </GlanceSection>
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
