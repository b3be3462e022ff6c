import type { FriendRequest } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/index.ts';
import {
  FriendActions,
  incomingRequests,
  PersonList,
  PersonMenu,
  QueryResult,
  sentRequests,
} from '../person/index.ts';
import styles from './community-page.module.css';

/** Incoming and sent friend requests. */
export function Requests() {
  const incoming = useQuery(incomingRequests);
  const sent = useQuery(sentRequests);
  return (
    <>
      <Section title="Received">
        <QueryResult query={incoming} waiting="Loading friend requests">
          {(requests) =>
            requests.length > 0 ? (
              <RequestList label="Friend requests you have received" requests={requests} />
            ) : (
              <p className={styles.quiet}>No friend requests right now.</p>
            )
          }
        </QueryResult>
        {incoming.data && (
          <p>
            <Button small busy={incoming.isFetching} onClick={() => void incoming.refetch()}>
              Check again
            </Button>
          </p>
        )}
      </Section>
      <Section title="Sent">
        <QueryResult query={sent} waiting="Loading the requests you have sent">
          {(requests) =>
            requests.length > 0 ? (
              <RequestList label="Friend requests you have sent" requests={requests} />
            ) : (
              <p className={styles.quiet}>No request you sent is waiting for an answer.</p>
            )
          }
        </QueryResult>
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function RequestList({ label, requests }: { label: string; requests: FriendRequest[] }) {
  const ids = new Map(requests.map(({ user, request_id }) => [user.user_id, request_id]));
  return (
    <PersonList
      label={label}
      people={requests.map(({ user }) => user)}
      actions={(person) => {
        const requestId = ids.get(person.user_id);
        return (
          <>
            <FriendActions person={person} {...(requestId && { requestId })} small />
            <PersonMenu person={person} />
          </>
        );
      }}
    />
  );
}
